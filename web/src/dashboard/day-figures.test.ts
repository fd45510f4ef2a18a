import { expect, it } from 'vitest';
import { dayFigures, shortDay } from './day-figures.ts';

it('gives total, average over all days, and the first best day', () => {
  const days = [
    { day: '2026-11-19', reports: 10 },
    { day: '2026-11-20', reports: 0 },
    { day: '2026-11-21', reports: 10 },
  ];
  const figures = dayFigures(days);
  expect(figures.total).toBe(20);
  expect(figures.average).toBeCloseTo(6.67, 2);
  expect(figures.best?.day).toBe('2026-11-19');
});

it('has no best day where nothing was reported', () => {
  expect(dayFigures([{ day: '2026-11-21', reports: 0 }]).best).toBeUndefined();
  expect(dayFigures([])).toEqual({ total: 0, average: 0, best: undefined });
});

it('writes a day shortly and leaves what is not a day as it is', () => {
  expect(shortDay('2026-11-05')).toBe('5 Nov');
  expect(shortDay('soon')).toBe('soon');
});
