import { describe, expect, it } from 'vitest';
import { remainingText } from './remaining-time.ts';

describe('the remaining time', () => {
  it('is not told before anybody can tell', () => {
    expect(remainingText(undefined, 60_000)).toBeUndefined();
    expect(remainingText(1, 60_000)).toBeUndefined();
    expect(remainingText(50, 1000)).toBeUndefined();
    expect(remainingText(100, 60_000)).toBeUndefined();
  });

  it('is told in seconds, from a minute on in minutes', () => {
    expect(remainingText(50, 10_000)).toBe('about 10 s left');
    expect(remainingText(10, 10_000)).toBe('about 2 min left');
  });
});
