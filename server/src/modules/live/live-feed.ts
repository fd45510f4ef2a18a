// Events between the servers of one database: LISTEN on a separate connection, NOTIFY after the commit.
// Not within the transaction: PostgreSQL commits transactions with NOTIFY one at a time, so submissions would queue
// (ADR 19).
import { type LiveEvent, liveEvent, livePlacesNamed } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import type { Tables } from '../../database/tables.ts';
import { followNumbers, ownNumbers } from './live-numbers.ts';

const channel = 'survey_live';
/** Least time between two notifications of a server, in milliseconds. */
const tellEveryMs = 400;
/** Longest payload; PostgreSQL takes less than 8000 bytes. */
const payloadBytes = 7000;
/**
 * How often a server asks which numbers were drawn, and so whether its connection lives, and how long a number may stay
 * untold; in milliseconds. Where storing takes longer, somebody reloads once too often.
 */
const usualTimes = { askEveryMs: 5_000, overdueMs: 10_000 };
const retryMs = { first: 200, most: 5000 };
const drawnNumber =
  'select case when is_called then last_value else 0 end as last from live_numbers';

export interface Ingestion {
  circle: string;
  username: string;
}

export interface LiveFeed {
  /**
   * Stores a report by `work` and notifies the listeners of all servers after its commit; not where `of` says that there
   * is nothing to tell. Throws as `work`.
   */
  tellingReport<T>(work: () => Promise<T>, of: (done: T) => Ingestion | undefined): Promise<T>;
  /** The same for flags: `of` says of which circles' reports they changed; empty where none did. */
  tellingFlags<T>(work: () => Promise<T>, of: (done: T) => readonly string[]): Promise<T>;
  /** The same for administrators' changes of which reports are current. */
  tellingChange<T>(work: () => Promise<T>): Promise<T>;
  /** Calls back for each event. Resolves when the subscription is active, with a function that ends it. */
  subscribe(listener: (event: LiveEvent) => void): Promise<() => void>;
  close(): Promise<void>;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/** An event with its names, or without them where they are too many or too long for a payload. */
const shortEnough = (names: readonly string[][], event: (named: boolean) => LiveEvent) => {
  const isShort = names.every(({ length }) => length <= livePlacesNamed);
  const whole = event(isShort);
  return Buffer.byteLength(JSON.stringify(whole)) <= payloadBytes ? whole : event(false);
};

/** Everything stored since the last event, as one event. */
const eventOf = (ingestion: readonly Ingestion[]): LiveEvent => {
  const circles = [...new Set(ingestion.map(({ circle }) => circle))];
  const usernames = [...new Set(ingestion.map(({ username }) => username))];
  return shortEnough([circles, usernames], (named) => ({
    kind: 'reports',
    count: ingestion.length,
    circles: named ? circles : null,
    usernames: named ? usernames : null,
  }));
};

const flagsOf = (flagged: ReadonlySet<string>): LiveEvent =>
  shortEnough([[...flagged]], (named) => ({
    kind: 'flags',
    circles: named ? [...flagged] : null,
  }));

/** What servers tell each other: events of clients, and the numbers under which they were stored. */
const told = z.object({ event: liveEvent.optional(), numbers: z.array(z.number()).default([]) });
type Told = z.infer<typeof told>;

const readTold = (payload: string | undefined): Told => {
  try {
    return told.parse(JSON.parse(payload ?? ''));
  } catch {
    // Of another server version: something changed.
    return { event: { kind: 'missed' }, numbers: [] };
  }
};

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
  let waiting: Ingestion[] = [];
  /** Circles whose reports have other flags since the last event. */
  let flagged = new Set<string>();
  let isChanged = false;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let client: pg.Client | undefined;
  let ready: Promise<void> | undefined;

  const tell = (event: LiveEvent) => {
    for (const listener of listeners) listener(event);
  };

  const notify = (news: Partial<Told>) =>
    sql`select pg_notify(${channel}, ${JSON.stringify(news)})`.execute(db);

  const own = ownNumbers(async () => {
    const { rows } = await sql<{ number: number }>`
      select nextval('live_numbers') as number`.execute(db);
    return rows[0]?.number as number;
  });
  const others = followNumbers(times.overdueMs);

  const flush = async () => {
    const ingestion = waiting;
    const flags = flagged;
    const changes = isChanged;
    waiting = [];
    flagged = new Set();
    isChanged = false;
    // After the events were taken: what is stored under a number is among them or was told before.
    const numbers = await own.take();
    let isTold = !isChanged && waiting.length === 0 && flagged.size === 0;
    try {
      if (ingestion.length > 0) await notify({ event: eventOf(ingestion) });
    } catch {
      isTold = false;
      waiting = [...ingestion, ...waiting];
    }
    try {
      if (flags.size > 0) await notify({ event: flagsOf(flags) });
    } catch {
      isTold = false;
      flagged = new Set([...flags, ...flagged]);
    }
    try {
      if (changes) await notify({ event: { kind: 'changed' } });
    } catch {
      isTold = false;
      isChanged = true;
    }
    try {
      if (numbers.length > 0 && isTold) await notify({ numbers });
      else own.putBack(numbers);
    } catch {
      own.putBack(numbers);
    }
    timer = undefined;
    if (waiting.length > 0 || flagged.size > 0 || isChanged || !own.isIdle()) schedule();
  };
  const schedule = () => {
    if (isClosed) return;
    timer ??= setTimeout(() => void flush(), tellEveryMs).unref();
  };

  const numbered = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await own.under(work);
    } finally {
      // Also where nothing was stored: the number is told.
      schedule();
    }
  };

  /** Runs one connection; resolves when it has ended. `isListening` is called once LISTEN is active. */
  const listen = async (isListening: () => void) => {
    const connection = await connect();
    client = connection;
    const ended = new Promise<void>((resolve) => {
      connection.once('end', resolve);
      connection.on('error', () => void connection.end().catch(() => undefined));
    });
    connection.on('notification', ({ payload }) => {
      const { event, numbers } = readTold(payload);
      others.told(numbers);
      if (event) tell(event);
    });
    const lastDrawn = async () => {
      const { rows } = await connection.query<{ last: number }>(drawnNumber);
      return rows[0]?.last ?? 0;
    };
    const ask = setInterval(() => {
      const patience = setTimeout(
        () => connection.emit('error', new Error('no answer')),
        times.askEveryMs / 2,
      );
      lastDrawn()
        .then((drawn) => others.isMissing(drawn, performance.now()) && tell({ kind: 'missed' }))
        .catch(() => undefined)
        .finally(() => clearTimeout(patience));
    }, times.askEveryMs).unref();
    try {
      await connection.query(`listen ${channel}`);
      others.begin(await lastDrawn());
      isListening();
      await ended;
    } finally {
      clearInterval(ask);
      await connection.end().catch(() => undefined);
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
    tellingReport: (work, of) =>
      numbered(async () => {
        const done = await work();
        const stored = of(done);
        if (stored) waiting.push(stored);
        return done;
      }),
    tellingFlags: (work, of) =>
      numbered(async () => {
        const done = await work();
        for (const circle of of(done)) flagged.add(circle);
        return done;
      }),
    tellingChange: (work) =>
      numbered(async () => {
        const done = await work();
        isChanged = true;
        return done;
      }),
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
