import { expect, it } from 'vitest';
import { formatClock } from './format-clock.ts';

it('writes day, month name, year, and HH:MM:SS with zeros', () => {
  expect(formatClock(new Date(2026, 10, 1, 9, 5, 3))).toEqual({
    date: '1 November 2026',
    time: '09:05:03',
  });
  expect(formatClock(new Date(2026, 0, 31, 0, 0, 0)).time).toBe('00:00:00');
});

it('writes each day as the browser does', () => {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  for (let month = 0; month < 12; month += 1) {
    const at = new Date(2026, month, month + 1, 12);
    expect(formatClock(at).date).toBe(format.format(at));
  }
});
