// Login throttle: ten failures for an account or an address within 15 minutes (R5), also for parallel attempts on
// several servers, because an attempt is recorded before the password is checked.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import { AppError } from '../../app-error.ts';
import type { Tables } from '../../database/tables.ts';
import { say } from '../../say.ts';
import {
  attemptsOf,
  forgetAttempt,
  forgetFailuresOf,
  keepAttempt,
  lockKeys,
  noteAttempt,
} from './attempts.queries.ts';
import { networkOf } from './network-of.ts';

const failuresAllowed = 10;
const windowMinutes = 15;

/** The key of an existing account. */
export const accountKey = (userId: number): string => `#${userId}`;

/** The key of an unknown account: the hash of the input, which may be a password in the wrong field. */
export const unknownKey = (login: string): string =>
  createHash('sha256').update(login.trim().toLowerCase()).digest('base64url');

/** The result of a check. `undecided` neither counts as a failure nor clears earlier ones. */
export type Verdict = 'right' | 'wrong' | 'undecided';

const tooMany = (waitSeconds: number): AppError =>
  new AppError(
    'too-many-attempts',
    waitSeconds < 60
      ? say('sign-in-wait-seconds', { count: waitSeconds })
      : say('sign-in-wait-minutes', { count: Math.ceil(waitSeconds / 60) }),
    { retryAfter: waitSeconds },
  );

/** Parallel checks for one address on one server; fewer than `failuresAllowed`, so that none waits in vain. */
const atOnce = 5;
const queues = new Map<string, LimitFunction>();

/** All phones of an office share an address: they wait for each other here, not in the database. */
const queued = async <T>(address: string, work: () => Promise<T>): Promise<T> => {
  const queue = queues.get(address) ?? pLimit(atOnce);
  queues.set(address, queue);
  try {
    return await queue(work);
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(address);
  }
};

/** Records an attempt under every key; undefined where attempts under way may still reach the limit. */
const takePlace = (db: Kysely<Tables>, keys: readonly string[]): Promise<number[] | undefined> =>
  db.transaction().execute(async (transaction) => {
    await lockKeys(transaction, keys);
    let isFree = true;
    for (const key of keys) {
      const found = await attemptsOf(transaction, key, windowMinutes, failuresAllowed);
      if (found.failures >= failuresAllowed) throw tooMany(found.waitSeconds);
      if (found.failures + found.pending >= failuresAllowed) isFree = false;
    }
    return isFree ? noteAttempt(transaction, keys) : undefined;
  });

const patienceMs = 15_000;
const lookAgainMs = 60;

const waitForPlace = async (db: Kysely<Tables>, keys: readonly string[]): Promise<number[]> => {
  const until = Date.now() + patienceMs;
  for (;;) {
    const ids = await takePlace(db, keys);
    if (ids) return ids;
    if (Date.now() > until) throw tooMany(Math.ceil(patienceMs / 1000));
    await sleep(lookAgainMs * (0.5 + Math.random()));
  }
};

/**
 * Runs a check of a password or code, and counts its failure.
 * @param account the account concerned: the input, or a user
 * @throws AppError too-many-attempts, before anything is checked
 */
export const throttleLogin = <T extends { verdict: Verdict }>(
  db: Kysely<Tables>,
  { account, address }: { account: string; address: string },
  check: () => Promise<T>,
): Promise<T> => {
  const network = networkOf(address);
  return queued(network, async () => {
    // In one order everywhere, so that two servers cannot deadlock.
    const keys = [`account:${account}`, `address:${network}`];
    const ids = await waitForPlace(db, keys);
    let verdict: Verdict = 'undecided';
    try {
      const found = await check();
      verdict = found.verdict;
      return found;
    } finally {
      if (verdict === 'wrong') await keepAttempt(db, ids, windowMinutes);
      else await forgetAttempt(db, ids);
      if (verdict === 'right') await forgetFailuresOf(db, keys[0] as string);
    }
  });
};
