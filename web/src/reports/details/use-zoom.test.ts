import { describe, expect, it } from 'vitest';
import { zoomAround } from './use-zoom.ts';

const whole = { scale: 1, x: 0, y: 0 };

describe('zoomAround', () => {
  it('never shows a picture smaller than whole, nor off its place then', () => {
    expect(zoomAround({ scale: 2, x: 50, y: -20 }, 0.1, { x: 5, y: 5 })).toEqual(whole);
  });

  it('stops at eight times', () => {
    expect(zoomAround(whole, 100, { x: 0, y: 0 }).scale).toBe(8);
  });

  it('keeps the point under the pointer where it is', () => {
    const at = { x: 120, y: -40 };
    const first = zoomAround(whole, 2, at);
    expect(first).toEqual({ scale: 2, x: -120, y: 40 });
    const second = zoomAround(first, 1.5, at);
    expect((at.x - second.x) / second.scale).toBeCloseTo((at.x - first.x) / first.scale);
    expect((at.y - second.y) / second.scale).toBeCloseTo((at.y - first.y) / first.scale);
  });
});
