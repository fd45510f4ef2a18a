// Login throttle (R5): guessing is slow, and no stranger locks anybody out. It holds for parallel attempts on several
// servers too, because an attempt is recorded before the password is checked.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import { AppError } from '../../app-error.ts';
import type { Tables } from '../../database/tables.ts';
import { say } from '../../say.ts';
import {
  attemptsOf,
  forgetAttempts,
  forgetFailuresOf,
  forgetFailuresOfLogins,
  keepAttempts,
  lockKeys,
  type NotedAttempt,
  noteAttempt,
} from './attempts.queries.ts';
import { signInKeys } from './known-networks.queries.ts';
import { networkOf } from './network-of.ts';

/** Failures with a key that are allowed within a number of minutes. */
interface Counter {
  key: string;
  most: number;
  minutes: number;
}

const quarterHour = 15;
const day = 24 * 60;
/** By one network for one account, by one session, and by one network for all accounts. */
const mostOfOne = 10;
const mostOfNetwork = 100;
/** For one account by all networks that it has not signed in from. */
const mostOfStrangers = 100;

/** What was typed may be a password in the wrong field: only its hash is kept. */
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');

const pairKey = (login: string, network: string): string => `login:${hashed(login)}|${network}`;
const strangersKey = (login: string): string => `strangers:${hashed(login)}`;
const networkKey = (network: string): string => `network:${network}`;

/** What is throttled: its counters, and the network whose attempts wait for each other. */
export interface Throttled {
  /** The first is the attempt's own: a right one clears it, and an unfinished one counts under it alone. */
  counters: readonly [Counter, ...Counter[]];
  network: string;
}

/**
 * The counters of a sign-in. They go by what was typed, never by the account that it names: the limits of one account
 * under name and email answer as those of two unknown ones do.
 */
export const signInCounters = async (
  db: Kysely<Tables>,
  { login, address }: { login: string; address: string },
): Promise<Throttled> => {
  const network = networkOf(address);
  const { key, isKnown } = await signInKeys(db, login, network);
  const own = { key: pairKey(key, network), most: mostOfOne, minutes: quarterHour };
  if (isKnown) return { network, counters: [own] };
  return {
    network,
    counters: [
      own,
      { key: networkKey(network), most: mostOfNetwork, minutes: quarterHour },
      { key: strangersKey(key), most: mostOfStrangers, minutes: day },
    ],
  };
};

/** Failed codes of one network: an office may hand the wrong card to thirty phones. */
const mostCodes = 30;

/** The counters of a sign-in by code. No account is named, so only the network counts. */
export const codeCounters = (address: string): Throttled => {
  const network = networkOf(address);
  return {
    network,
    counters: [
      { key: `sign-in-code:${network}`, most: mostCodes, minutes: quarterHour },
      { key: networkKey(network), most: mostOfNetwork, minutes: quarterHour },
    ],
  };
};

/** The counter of an open session that confirms its password or a code: nobody else's failures count for it. */
export const sessionCounters = (token: string, address: string): Throttled => ({
  network: networkOf(address),
  counters: [{ key: `session:${hashed(token)}`, most: mostOfOne, minutes: quarterHour }],
});

/** Lifts every limit on these logins, and on the networks that failed to sign in with them. */
export const liftLimits = async (db: Kysely<Tables>, logins: readonly string[]): Promise<void> => {
  const keys = await Promise.all(logins.map((login) => signInKeys(db, login, '')));
  await forgetFailuresOfLogins(db, {
    pairs: keys.map(({ key }) => pairKey(key, '')),
    strangers: keys.map(({ key }) => strangersKey(key)),
    ofNetwork: networkKey(''),
  });
};

/**
 * The result of a check. `unfinished` (the password is right, and something is missing) counts for the attempt's own
 * counter only. `undecided` counts nowhere.
 */
export type Verdict = 'right' | 'wrong' | 'unfinished' | 'undecided';

const waitMessage = (seconds: number) => {
  if (seconds < 60) return say('sign-in-wait-seconds', { count: seconds });
  if (seconds <= 90 * 60) return say('sign-in-wait-minutes', { count: Math.ceil(seconds / 60) });
  return say('sign-in-wait-hours', { count: Math.ceil(seconds / 3600) });
};

const tooMany = (waitSeconds: number): AppError =>
  new AppError('too-many-attempts', waitMessage(waitSeconds), { retryAfter: waitSeconds });

/** Parallel checks for one network on one server; fewer than `mostOfOne`, so that none waits in vain. */
const atOnce = 5;
const queues = new Map<string, LimitFunction>();

/** All phones of an office share a network: they wait for each other here, not in the database. */
const queued = async <T>(network: string, work: () => Promise<T>): Promise<T> => {
  const queue = queues.get(network) ?? pLimit(atOnce);
  queues.set(network, queue);
  try {
    return await queue(work);
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(network);
  }
};

/** Records an attempt under every key; undefined where attempts under way may still reach the limit. */
const takePlace = (
  db: Kysely<Tables>,
  counters: readonly Counter[],
): Promise<NotedAttempt[] | undefined> =>
  db.transaction().execute(async (transaction) => {
    await lockKeys(
      transaction,
      counters.map(({ key }) => key),
    );
    let isFree = true;
    for (const { key, most, minutes } of counters) {
      const found = await attemptsOf(transaction, key, minutes, most);
      if (found.failures >= most) throw tooMany(found.waitSeconds);
      if (found.failures + found.pending >= most) isFree = false;
    }
    return isFree ? noteAttempt(transaction, counters) : undefined;
  });

const patienceMs = 15_000;
const lookAgainMs = 60;

const waitForPlace = async (
  db: Kysely<Tables>,
  counters: readonly Counter[],
): Promise<NotedAttempt[]> => {
  const until = Date.now() + patienceMs;
  for (;;) {
    const noted = await takePlace(db, counters);
    if (noted) return noted;
    if (Date.now() > until) throw tooMany(Math.ceil(patienceMs / 1000));
    await sleep(lookAgainMs * (0.5 + Math.random()));
  }
};

/**
 * Runs a check of a password or code, and counts its failure.
 * @throws AppError too-many-attempts, before anything is checked
 */
export const throttleLogin = <T extends { verdict: Verdict }>(
  db: Kysely<Tables>,
  { counters, network }: Throttled,
  check: () => Promise<T>,
): Promise<T> =>
  queued(network, async () => {
    const noted = await waitForPlace(db, counters);
    const own = counters[0].key;
    let verdict: Verdict = 'undecided';
    try {
      const found = await check();
      verdict = found.verdict;
      return found;
    } finally {
      const isKept = ({ key }: NotedAttempt) =>
        verdict === 'wrong' || (verdict === 'unfinished' && key === own);
      await keepAttempts(db, noted.filter(isKept));
      await forgetAttempts(
        db,
        noted.filter((attempt) => !isKept(attempt)),
      );
      if (verdict === 'right') await forgetFailuresOf(db, own);
    }
  });
