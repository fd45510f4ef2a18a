// A connection outside the pools that listens to other servers. It is opened again after every loss.
import { type LiveEvent, liveEvent } from '@survey/contract';
import type pg from 'pg';
import { z } from 'zod';
import type { followNumbers } from './live-numbers.ts';

/** The channel of NOTIFY. */
export const channel = 'survey_live';
const retryMs = { first: 200, most: 5000 };
const drawnNumber =
  'select case when is_called then last_value else 0 end as last from live_numbers';

/** What servers send each other: events, and the numbers of what was stored. */
const told = z.object({ event: liveEvent.optional(), numbers: z.array(z.number()).default([]) });
export type Told = z.infer<typeof told>;

const readTold = (payload: string | undefined): Told => {
  try {
    return told.parse(JSON.parse(payload ?? ''));
  } catch {
    // Another version of the server may send other events: something has changed.
    return { event: { kind: 'missed' }, numbers: [] };
  }
};

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

interface Listening {
  /** Opens a connection outside all pools. */
  connect: () => Promise<pg.Client>;
  /** Receives the events of all servers, and `missed` where some may have been lost. */
  tell: (event: LiveEvent) => void;
  /** The numbers that all servers have drawn and sent. */
  others: ReturnType<typeof followNumbers>;
  askEveryMs: number;
}

/** Listens from the call of `begin` to that of `close`. */
export const openListener = ({ connect, tell, others, askEveryMs }: Listening) => {
  let isClosed = false;
  let client: pg.Client | undefined;
  let ready: Promise<void> | undefined;

  /** Runs one connection and resolves when it has ended. `isListening` is called once LISTEN is active. */
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
        askEveryMs / 2,
      );
      lastDrawn()
        .then((drawn) => others.isMissing(drawn, performance.now()) && tell({ kind: 'missed' }))
        .catch(() => undefined)
        .finally(() => clearTimeout(patience));
    }, askEveryMs).unref();
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

  /** Connects again after every loss, and then sends `missed`. */
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
    /** Resolves when it listens for the first time, or after five seconds where the database does not answer. */
    begin: async () => {
      ready ??= new Promise<void>((resolve) => void keepListening(resolve));
      await Promise.race([ready, pause(retryMs.most)]);
    },
    close: async () => {
      isClosed = true;
      await client?.end().catch(() => undefined);
    },
  };
};
