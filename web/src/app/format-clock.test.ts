import { expect, it } from 'vitest';
import { formatClock } from './format-clock.ts';

it('writes day, month name, year, and HH:MM:SS with zeros', () => {
  expect(formatClock(new Date(2026, 10, 1, 9, 5, 3))).toEqual({
    date: '1 November 2026',
    time: '09:05:03',
  });
  expect(formatClock(new Date(2026, 0, 31, 0, 0, 0)).time).toBe('00:00:00');
});
