import { describe, expect, it } from 'vitest';
import { orderCircles } from './circle-order.ts';

const circles = [
  { circle: 'Circle 10', units: 100, surveyed: 90 },
  { circle: 'Circle 2', units: 500, surveyed: 400 },
  { circle: 'Model Town', units: 0, surveyed: 0 },
];
const names = (list: { circle: string }[]) => list.map(({ circle }) => circle);

describe('orderCircles', () => {
  it('orders names as people count', () => {
    expect(names(orderCircles(circles, '', 'name'))).toEqual([
      'Circle 2',
      'Circle 10',
      'Model Town',
    ]);
  });

  it('puts the most work left first', () => {
    expect(names(orderCircles(circles, '', 'remaining'))[0]).toBe('Circle 2');
  });

  it('counts a circle without units as complete', () => {
    expect(names(orderCircles(circles, '', 'share'))).toEqual([
      'Circle 2',
      'Circle 10',
      'Model Town',
    ]);
  });

  it('finds names regardless of case and outer spaces', () => {
    expect(names(orderCircles(circles, ' MODEL ', 'name'))).toEqual(['Model Town']);
  });
});
