import { expect, test } from 'vitest';
import { addDays, monthOf, nextDay, nextMonth } from './days.ts';

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-10', 0, '2026-03-10'],
  ['2026-03-10', 365, '2027-03-10'],
])('%s and %i days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});

test.each([
  ['2026-12-31', '2027-01-01', '2026-12-01', '2027-01-01'],
  ['2026-01-31', '2026-02-01', '2026-01-01', '2026-02-01'],
  ['2026-02-01', '2026-02-02', '2026-02-01', '2026-03-01'],
])('after %s comes %s, in the month of %s, before that of %s', (day, next, month, following) => {
  expect([nextDay(day), monthOf(day), nextMonth(day)]).toEqual([next, month, following]);
});
