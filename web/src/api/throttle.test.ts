import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const rest = 1000;

/** Work of a fixed duration, and the times at which it started. */
const workOf = (ms: number) => {
  const begun: number[] = [];
  const zero = Date.now();
  const work = async () => {
    begun.push(Date.now() - zero);
    await new Promise((resolve) => setTimeout(resolve, ms));
  };
  return { begun, work };
};

/** Asks every 100 ms. */
const askFor = async (ms: number, ask: () => void) => {
  for (let passed = 0; passed < ms; passed += 100) {
    ask();
    await vi.advanceTimersByTimeAsync(100);
  }
};

it('works at once, and while more is asked for again and again at the same pace', async () => {
  const { begun, work } = workOf(50);
  const { ask } = throttle(work, rest);
  await askFor(6000, ask);
  expect(begun).toEqual([0, 1050, 2100, 3150, 4200, 5250]);
});

it('rests as long as the work took, at most ten rests', async () => {
  const { begun, work } = workOf(3000);
  await askFor(13_000, throttle(work, rest).ask);
  expect(begun).toEqual([0, 6000, 12_000]);
  const long = workOf(40_000);
  await askFor(51_000, throttle(long.work, rest).ask);
  expect(long.begun).toEqual([0, 50_000]);
});

it('does once what was asked for while it worked, goes on after a failure, and ends when told', async () => {
  let count = 0;
  const { ask, stop } = throttle(async () => {
    count += 1;
    throw new Error('no answer');
  }, rest);
  ask();
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(5000);
  expect(count).toBe(2);
  ask();
  ask();
  stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(count).toBe(3);
});
