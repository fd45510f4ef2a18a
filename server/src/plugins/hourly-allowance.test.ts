import { expect, test } from 'vitest';
import { HourlyAllowance } from './hourly-allowance.ts';

const perHour = 60;

const setUp = () => {
  const clock = { minutes: 0 };
  return { clock, allowance: new HourlyAllowance(perHour, () => clock.minutes * 60) };
};

test('more than the hour allows waits until that much has come back', () => {
  const { clock, allowance } = setUp();
  allowance.take(1, perHour);
  expect(allowance.wait(1, 5)).toBe(5 * 60);
  expect(allowance.wait(2, 5)).toBe(0);
  clock.minutes = 5;
  expect(allowance.wait(1, 5)).toBe(0);
});

test('a user whose allowance is full again is forgotten, one in debt is not', () => {
  const { clock, allowance } = setUp();
  for (let user = 0; user < 1000; user += 1) allowance.take(user, 1);
  allowance.take(7, 3 * perHour);
  expect(allowance.known).toBe(1000);
  clock.minutes = 61;
  allowance.take(2000, 1);
  expect(allowance.known).toBe(2);
  // 181 were taken, 61 came back.
  expect(allowance.wait(7, perHour)).toBe(2 * 60 * 60);
  clock.minutes = 400;
  allowance.take(2000, 1);
  expect(allowance.known).toBe(1);
});

test('without a limit nobody waits, and nobody is remembered', () => {
  const allowance = new HourlyAllowance(0);
  allowance.take(1, 1_000_000);
  expect([allowance.wait(1, 1), allowance.known]).toEqual([0, 0]);
});
