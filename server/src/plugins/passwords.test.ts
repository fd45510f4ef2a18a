import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { textOf } from '../rules/project-files.ts';
import { ownWords, passwordWeakness } from './password-strength.ts';
import { hashPassword, isPassword, makePassword } from './passwords.ts';

describe('a password', () => {
  test('is kept as argon2id with at least 19 MiB, two passes, one lane (OWASP), never twice the same', async () => {
    const [one, two] = await Promise.all([hashPassword('a secret'), hashPassword('a secret')]);
    const [, memory, passes, lanes] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(one ?? '')?.map(Number) ?? [];
    expect(memory).toBeGreaterThanOrEqual(19 * 1024);
    expect(passes).toBeGreaterThanOrEqual(2);
    expect(lanes).toBeGreaterThanOrEqual(1);
    expect(one).not.toBe(two);
  });

  test('is right or not, also where there is no account, and with the hash of another maker', async () => {
    expect(await isPassword(await hashPassword('a secret'), 'a secret')).toBe(true);
    expect(await isPassword(await hashPassword('a secret'), 'A secret')).toBe(false);
    expect(await isPassword(undefined, 'a secret')).toBe(false);
    const others = await hash('a secret', { memoryCost: 65_536, timeCost: 3, parallelism: 4 });
    expect(await isPassword(others, 'a secret')).toBe(true);
  });

  test('is too weak where it is made of the product’s own words, which docs/security.md names', async () => {
    const told = await textOf('docs/security.md');
    expect(told.replace(/\s+/g, ' ')).toContain(`(${ownWords.join(', ')})`);
    for (const word of ['fieldsurvey2026', 'Fieldsurvey-123', 'administrator12']) {
      expect([word, await passwordWeakness(word, [])]).toEqual([word, expect.anything()]);
    }
  });

  test('made here is never weak', async () => {
    expect(makePassword()).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{24}$/);
    for (let made = 0; made < 3; made += 1) {
      expect(await passwordWeakness(makePassword(), ['admin@example.org'])).toBeUndefined();
    }
  });

  test.each([
    '',
    'short-one!',
    'password1234',
    '123456789012',
    'qwertyuiop12',
    'aaaaaaaaaaaaaaaaaaaaaa',
    'letmeinletmein',
    'iloveyou1234',
    'administrator',
    'admin@example.org',
    'P@ssw0rd1234',
  ])('%j is too weak for an administrator', async (word) => {
    expect((await passwordWeakness(word, ['admin@example.org', 'Example Admin']))?.text).toMatch(
      /^(must have at least 12 characters|is too easy to guess)/,
    );
  });

  test.each([
    'seven parcels by the canal',
    'journeys-of-2026',
    'پچیس گلیاں اور ایک نہر',
    `${'long '.repeat(10)}and unlikely`,
  ])('%j will do', async (word) => {
    expect(await passwordWeakness(word, ['admin@example.org'])).toBeUndefined();
  });
});
