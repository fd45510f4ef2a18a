// Events between the servers of one database: LISTEN on a separate connection, NOTIFY after the commit.
// Not within the transaction: PostgreSQL commits transactions with NOTIFY one at a time, so submissions would queue
// (ADR 19).
import { type LiveEvent, liveEvent, livePlacesNamed } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../../database/tables.ts';

const channel = 'survey_live';
/** Least time between two notifications of a server, in milliseconds. */
const tellEveryMs = 400;
/** Longest payload; PostgreSQL takes less than 8000 bytes. */
const payloadBytes = 7000;
/** Longest time until a silently lost connection is noticed, in milliseconds. */
const pingEveryMs = 10_000;
const retryMs = { first: 200, most: 5000 };

export interface Ingestion {
  circle: string;
  username: string;
}

export interface LiveFeed {
  /** Notifies the listeners of all servers of a committed report. Never throws, never waits. */
  announce(stored: Ingestion): void;
  /** The same for administrators' changes of which reports are current. */
  announceChange(): void;
  /** Calls back for each event. Resolves when the subscription is active, with a function that ends it. */
  subscribe(listener: (event: LiveEvent) => void): Promise<() => void>;
  close(): Promise<void>;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/** Everything stored since the last event, as one event. */
const asPayload = (ingestion: readonly Ingestion[]): string => {
  const circles = [...new Set(ingestion.map(({ circle }) => circle))];
  const usernames = [...new Set(ingestion.map(({ username }) => username))];
  const event = (named: boolean): string =>
    JSON.stringify({
      kind: 'reports',
      count: ingestion.length,
      circles: named ? circles : null,
      usernames: named ? usernames : null,
    } satisfies LiveEvent);
  const isShort = Math.max(circles.length, usernames.length) <= livePlacesNamed;
  const whole = event(isShort);
  return Buffer.byteLength(whole) <= payloadBytes ? whole : event(false);
};

const readEvent = (payload: string | undefined): LiveEvent => {
  try {
    return liveEvent.parse(JSON.parse(payload ?? ''));
  } catch {
    // An event of another server version: something changed.
    return { kind: 'missed' };
  }
};

/**
 * The feed of this server. It connects at the first subscription.
 * @param connect opens a connection outside all pools
 */
export const openLiveFeed = (db: Kysely<Tables>, connect: () => Promise<pg.Client>): LiveFeed => {
  const listeners = new Set<(event: LiveEvent) => void>();
  let waiting: Ingestion[] = [];
  let isChanged = false;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let client: pg.Client | undefined;
  let ready: Promise<void> | undefined;

  const tell = (event: LiveEvent) => {
    for (const listener of listeners) listener(event);
  };

  const notify = (payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(db);

  const flush = async () => {
    const ingestion = waiting;
    const changes = isChanged;
    waiting = [];
    isChanged = false;
    try {
      if (ingestion.length > 0) await notify(asPayload(ingestion));
    } catch {
      waiting = [...ingestion, ...waiting];
    }
    try {
      if (changes) await notify(JSON.stringify({ kind: 'changed' } satisfies LiveEvent));
    } catch {
      isChanged = true;
    }
    timer = undefined;
    if (waiting.length > 0 || isChanged) schedule();
  };
  const schedule = () => {
    if (isClosed) return;
    timer ??= setTimeout(() => void flush(), tellEveryMs).unref();
  };

  /** Runs one connection; resolves when it has ended. `isListening` is called once LISTEN is active. */
  const listen = async (isListening: () => void) => {
    const own = await connect();
    client = own;
    const ended = new Promise<void>((resolve) => {
      own.once('end', resolve);
      own.on('error', () => void own.end().catch(() => undefined));
    });
    own.on('notification', ({ payload }) => tell(readEvent(payload)));
    const ping = setInterval(() => {
      const patience = setTimeout(() => own.emit('error', new Error('no answer')), pingEveryMs / 2);
      own
        .query('select 1')
        .catch(() => undefined)
        .finally(() => clearTimeout(patience));
    }, pingEveryMs).unref();
    try {
      await own.query(`listen ${channel}`);
      isListening();
      await ended;
    } finally {
      clearInterval(ping);
      await own.end().catch(() => undefined);
    }
  };

  /** Listens again after every loss, and then reports that events may have been missed. */
  const keepListening = async (isListening: () => void) => {
    let wait = retryMs.first;
    let isFirst = true;
    while (!isClosed) {
      await listen(() => {
        if (!isFirst) tell({ kind: 'missed' });
        isFirst = false;
        wait = retryMs.first;
        isListening();
      }).catch(() => undefined);
      if (isClosed) return;
      await pause(wait);
      wait = Math.min(wait * 2, retryMs.most);
    }
  };

  return {
    announce: (stored) => {
      waiting.push(stored);
      schedule();
    },
    announceChange: () => {
      isChanged = true;
      schedule();
    },
    subscribe: async (listener) => {
      ready ??= new Promise<void>((resolve) => void keepListening(resolve));
      await Promise.race([ready, pause(retryMs.most)]);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      listeners.clear();
      await client?.end().catch(() => undefined);
    },
  };
};
