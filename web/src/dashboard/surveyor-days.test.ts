import { expect, test } from 'vitest';
import { activeOf, daysOfSurveyor, periodOf, type SurveyorDays } from './surveyor-days.ts';

const figures: SurveyorDays = {
  days: ['2026-03-09', '2026-03-10'],
  target: null,
  surveyors: [
    { username: 'ali', name: 'Ali', reports: [1, 4] },
    { username: 'idle', name: 'Idle', reports: [0, 0] },
    { username: 'sana', name: 'Sana', reports: [7, 0] },
  ],
};

test('who has no report is among the least active only', () => {
  const { most, least } = activeOf(figures);
  expect(most.map(({ username, reports }) => [username, reports])).toEqual([
    ['sana', 7],
    ['ali', 5],
  ]);
  expect(least.map(({ username }) => username)).toEqual(['idle', 'ali', 'sana']);
});

test('the days of all, or of one surveyor', () => {
  expect(daysOfSurveyor(figures, null).map(({ reports }) => reports)).toEqual([8, 4]);
  expect(daysOfSurveyor(figures, 'sana').map(({ reports }) => reports)).toEqual([7, 0]);
});

test('a period ends today, on the clocks of the operation', () => {
  const { from, to } = periodOf('week', 'UTC');
  expect(Date.parse(to) - Date.parse(from)).toBe(6 * 24 * 3600 * 1000);
  expect(periodOf('month', 'UTC').from.slice(8)).toBe('01');
});
