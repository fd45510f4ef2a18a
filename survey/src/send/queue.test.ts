import { expect, test, vi } from 'vitest';

// Modules of the page that the functions under test do not use open these at once.
vi.stubGlobal('BroadcastChannel', class {});
const { pauseAfter } = await import('./queue.ts');
const { betterPlace } = await import('../place/use-position.ts');

test('waits twice as long after each failure, half an hour at most, never all phones at once', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => pauseAfter(attempts, 0.5) / 60_000);
  expect(minutes).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  expect(pauseAfter(1, 0)).toBe(45_000);
  expect(pauseAfter(1, 1)).toBe(75_000);
});

test('the better place is the more accurate one of the last minute', () => {
  const place = (accuracy: number, at: number) => ({ latitude: 31, longitude: 74, accuracy, at });
  expect(betterPlace(undefined, place(50, 0))).toEqual(place(50, 0));
  expect(betterPlace(place(50, 0), place(8, 1000))).toEqual(place(8, 1000));
  expect(betterPlace(place(8, 0), place(50, 59_000))).toEqual(place(8, 0));
  expect(betterPlace(place(8, 0), place(50, 61_000))).toEqual(place(50, 61_000));
});
