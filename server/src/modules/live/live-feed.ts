// Events between the servers of one database: LISTEN on a separate connection, NOTIFY after the commit.
// Not within the transaction: PostgreSQL commits transactions with NOTIFY one at a time, so submissions would queue
// (ADR 19).
import type { LiveEvent } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../../database/tables.ts';
import { channel, openListener, type Told } from './live-listener.ts';
import { followNumbers, ownNumbers } from './live-numbers.ts';
import { type Ingestion, pendingEvents } from './pending-events.ts';

/** Least time between two notifications of a server, in milliseconds. */
const tellEveryMs = 400;
/**
 * How often a server asks which numbers were drawn, which also shows whether its connection works; and how long a
 * number may stay without a notification. In milliseconds. Where storing takes longer, open consoles reload once in
 * vain.
 */
const usualTimes = { askEveryMs: 5_000, overdueMs: 10_000 };

export interface LiveFeed {
  /**
   * Stores a report by `work` and notifies the listeners of all servers after its commit, unless `of` returns
   * undefined. Throws as `work`.
   */
  notifyReport<T>(work: () => Promise<T>, of: (done: T) => Ingestion | undefined): Promise<T>;
  /** The same for flags: `of` returns the circles whose reports have changed flags, or none. */
  notifyFlags<T>(work: () => Promise<T>, of: (done: T) => readonly string[]): Promise<T>;
  /** The same for changes by administrators that make other reports current. */
  notifyChange<T>(work: () => Promise<T>): Promise<T>;
  /** Calls back for each event. Resolves when the subscription is active, with a function that ends it. */
  subscribe(listener: (event: LiveEvent) => void): Promise<() => void>;
  close(): Promise<void>;
}

/**
 * The feed of this server. It connects at the first subscription.
 * @param connect opens a connection outside all pools
 */
export const openLiveFeed = (
  db: Kysely<Tables>,
  connect: () => Promise<pg.Client>,
  times: typeof usualTimes = usualTimes,
): LiveFeed => {
  const listeners = new Set<(event: LiveEvent) => void>();
  const pending = pendingEvents();
  const own = ownNumbers(async () => {
    const { rows } = await sql<{ number: number }>`
      select nextval('live_numbers') as number`.execute(db);
    return rows[0]?.number as number;
  });
  const listener = openListener({
    connect,
    tell: (event) => {
      for (const hear of listeners) hear(event);
    },
    others: followNumbers(times.overdueMs),
    askEveryMs: times.askEveryMs,
  });
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const notify = (told: Partial<Told>) =>
    sql`select pg_notify(${channel}, ${JSON.stringify(told)})`.execute(db);

  const flush = async () => {
    const events = pending.take();
    // Only after `pending.take()`: the event of each of these numbers has then been taken now or sent earlier.
    const numbers = await own.take();
    let isAllTold = pending.isEmpty();
    for (const { event, putBack } of events) {
      await notify({ event }).catch(() => {
        isAllTold = false;
        putBack();
      });
    }
    try {
      if (numbers.length > 0 && isAllTold) await notify({ numbers });
      else own.putBack(numbers);
    } catch {
      own.putBack(numbers);
    }
    timer = undefined;
    if (!pending.isEmpty() || !own.isIdle()) schedule();
  };
  const schedule = () => {
    if (isClosed) return;
    timer ??= setTimeout(() => void flush(), tellEveryMs).unref();
  };

  /** Runs `work` under a number and notes its events. The number is sent even where nothing was stored. */
  const storeAndNotify = async <T>(work: () => Promise<T>, note: (done: T) => void): Promise<T> => {
    try {
      return await own.under(async () => {
        const done = await work();
        note(done);
        return done;
      });
    } finally {
      schedule();
    }
  };

  return {
    notifyReport: (work, of) =>
      storeAndNotify(work, (done) => {
        const stored = of(done);
        if (stored) pending.addReport(stored);
      }),
    notifyFlags: (work, of) => storeAndNotify(work, (done) => pending.addFlags(of(done))),
    notifyChange: (work) => storeAndNotify(work, pending.addChange),
    subscribe: async (hear) => {
      await listener.begin();
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      listeners.clear();
      await listener.close();
    },
  };
};
