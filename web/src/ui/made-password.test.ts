import { expect, test } from 'vitest';
import { madePassword } from './made-password.ts';

test('a made password has four groups of letters that nobody confuses, and is never the same', () => {
  const made = Array.from({ length: 200 }, madePassword);
  for (const password of made)
    expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
  expect(new Set(made).size).toBe(200);
  expect(new Set(made.join('')).size).toBe(32);
});
