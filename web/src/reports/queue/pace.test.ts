import { expect, it } from 'vitest';
import { paceOf } from './pace.ts';

it('is not known from fewer than three decisions, nor from several at once', () => {
  expect(paceOf([])).toBeUndefined();
  expect(paceOf([0, 12_000])).toBeUndefined();
  expect(paceOf([7, 7, 7])).toBeUndefined();
});

it('is 300 an hour at one in 12 s', () => {
  expect(paceOf([0, 12_000, 24_000])).toBe(300);
});

it('forgets the pause before the last twenty', () => {
  const times = [0, ...Array.from({ length: 20 }, (_, at) => 3_600_000 + at * 6000)];
  expect(paceOf(times)).toBe(600);
});
