import { expect, it } from 'vitest';
import { formatClock } from './format-clock.ts';

it('writes day, month name, year, and HH:MM:SS with zeros', () => {
  expect(formatClock(new Date(Date.UTC(2026, 10, 1, 9, 5, 3)), 'UTC')).toEqual({
    date: '1 November 2026',
    time: '09:05:03',
  });
  expect(formatClock(new Date(Date.UTC(2026, 0, 31)), 'UTC').time).toBe('00:00:00');
});

it("is the operation's clock, and the visitor's where the backend names no zone", () => {
  expect(formatClock(new Date('2026-11-30T20:05:03Z'), 'Asia/Karachi')).toEqual({
    date: '1 December 2026',
    time: '01:05:03',
  });
  expect(formatClock(new Date(2026, 10, 1, 9, 5, 3), undefined)).toEqual({
    date: '1 November 2026',
    time: '09:05:03',
  });
});

it('writes each day as the browser does', () => {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  for (let month = 0; month < 12; month += 1) {
    const at = new Date(2026, month, month + 1, 12);
    expect(formatClock(at, undefined).date).toBe(format.format(at));
  }
});
