import { expect, test } from 'vitest';
import { metresBetween, planOf, scaleLength } from './map-geometry.ts';

const gate = { latitude: 31.5204, longitude: 74.3587 };
const east = { latitude: 31.5204, longitude: 74.3597 };
const north = { latitude: 31.5214, longitude: 74.3587 };

test('a thousandth of a degree in Lahore is 111 m to the north, 95 m to the east', () => {
  expect(Math.round(metresBetween(gate, north))).toBe(111);
  expect(Math.round(metresBetween(gate, east))).toBe(95);
});

test('a plan has every point inside its border, north up and east to the right', () => {
  const size = { width: 300, height: 300 };
  const plan = planOf([gate, east, north], size);
  const [one, right, above] = [gate, east, north].map((point) => plan?.place(point));
  expect(right?.x).toBeGreaterThan(one?.x ?? 0);
  expect(above?.y).toBeLessThan(one?.y ?? 0);
  for (const drawn of [one, right, above]) {
    expect(drawn?.x).toBeGreaterThanOrEqual(24);
    expect(drawn?.y).toBeLessThanOrEqual(276.001);
  }
});

test('around a person the plan has its radius, whatever lies outside', () => {
  const far = { latitude: 32, longitude: 75 };
  const plan = planOf([gate, far], { width: 248, height: 248 }, { centre: gate, radius: 100 });
  expect(plan?.place(gate)).toEqual({ x: 124, y: 124 });
  expect(plan?.metresPerPixel).toBeCloseTo(1);
});

test('one point makes a plan of a few houses; none makes no plan', () => {
  expect(planOf([gate], { width: 108, height: 108 })?.metresPerPixel).toBeCloseTo(1);
  expect(planOf([], { width: 100, height: 100 })).toBeUndefined();
});

test.each([
  [1, 100, 100],
  [0.7, 100, 50],
  [3, 100, 200],
  [12, 100, 1000],
])('%d metres to a pixel have a scale of at most %d px: %d m', (perPixel, pixels, metres) => {
  expect(scaleLength(perPixel, pixels)).toBe(metres);
});
