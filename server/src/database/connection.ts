// The way to the database: pools, types, and the two kinds of access that functions ask for.
import net from 'node:net';
import { type Kysely as Db, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { preparing } from './prepared-statements.ts';
import { openReadLane, type ReadLane } from './read-lane.ts';
import { type Asker, readingPool } from './reading-pool.ts';
import type { Tables } from './tables.ts';

/** What a command needs: it cannot be called outside a transaction. */
export type Writer = Transaction<Tables>;

/** What a query needs: it cannot write. */
export type Reader = Pick<Db<Tables>, 'selectFrom'>;

export interface Database {
  db: Kysely<Tables>;
  /**
   * For what somebody asks to see: in the lane of reads, which leaves connections free for everything else, and
   * cancelled when the asker leaves.
   */
  readerFor(asker: Asker): Reader;
  /** Whose turn it is among reads. */
  readLane: ReadLane;
  /** The connections behind `db`, for whoever watches how many are in use. */
  requests: pg.Pool;
  /** For reports from phones, which come at once and are stored together. */
  ingestion: pg.Pool;
  /** For exports and other long reads, so that they never take the requests' connections. */
  longReads: pg.Pool;
  /** For long lists of pins that phones read, so that exports never keep phones waiting, nor slow phones the requests. */
  phoneLists: pg.Pool;
  /** One connection for folding the kept counts, which nobody else can take. */
  folding: pg.Pool;
  /** For spreadsheet uploads: COPY needs a connection in hand, and merging takes longer than a request's statement may. */
  uploads: pg.Pool;
  /** Opens a connection that no pool shares, for LISTEN; whoever asks for it ends it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

const bigint = 20;
// Ids and counts stay far below 2^53.
pg.types.setTypeParser(bigint, Number);

/** How long a long read's statement may run, and an upload's, in milliseconds. */
const longReadLimitMs = 4 * 3600 * 1000;
const uploadLimitMs = 15 * 60 * 1000;
/** Long lists that phones read at once, and how long one may take, in milliseconds. */
const phoneListConnections = 4;
const phoneListLimitMs = 10 * 60 * 1000;
/** Statements that store reports under way at once: while they run, the next ones gather. */
const ingestionConnections = 2;
/**
 * One plan for all reports. Whose list somebody else holds for longer than so many milliseconds is stored alone and
 * waits there, so that nobody else does.
 */
const ingestionSettings = '-c plan_cache_mode=force_generic_plan -c lock_timeout=200';
/** Of the connections for requests so many in ten are kept from reads: for sign-in, sessions, phones and writers. */
const keptFromReads = 3;
/** Reads of one person at work at once; where the lane is narrow half of it. */
const readsOfOne = 4;
/** How long a read waits for its turn, in milliseconds. */
const readWaitMs = 10_000;
/** Uploads at work at once; more wait their turn, for so many milliseconds. */
const uploadConnections = 3;
const uploadWaitMs = 60_000;
/** A connection stays so long without work, in milliseconds: a new one reads the schema and plans every statement anew. */
const idleMs = 30_000;
/** The database ends a statement that takes too long; one that does not even do that is given up so much later, at most. */
const silenceMs = 5_000;

export interface ConnectionSettings {
  url: string;
  /** Connections for requests; long reads have half as many of their own. */
  connections: number;
  /** Longest time for one statement of a request, in seconds; 30 if not given. */
  querySeconds?: number;
  /** Reads that may wait for their turn; 200 if not given. Half of them may be one person's. */
  queue?: number;
  /** The operation's time zone: every session's, so that SQL writes and groups days as the operation does. */
  timeZone: string;
}

/**
 * A socket that is closed when nothing comes over it for so long: a database whose machine is frozen or
 * unplugged says nothing at all, and would keep its connections for ever.
 */
const impatientSocket = (limitMs: number) => (): net.Socket => {
  const socket = new net.Socket();
  socket.setTimeout(limitMs, () => {
    socket.destroy(new Error('Connection terminated: the database does not answer'));
  });
  return socket;
};

/**
 * A request's statements are short and many at once: compiling one, or starting processes that help with it,
 * costs more than it saves and takes processors from the others.
 */
const shortStatements = '-c jit=off -c max_parallel_workers_per_gather=0';

interface PoolExtras {
  /** How long to wait for a connection, in milliseconds. */
  waitMs?: number;
  /** Further settings of its sessions. */
  settings?: string;
}

/** Opens the pools. Nothing is connected until the first query. */
export const openDatabase = ({
  url,
  connections,
  querySeconds = 30,
  queue = 200,
  timeZone,
}: ConnectionSettings): Database => {
  const pool = (
    max: number,
    limitMs: number,
    { waitMs = 10_000, settings = '', ...more }: pg.PoolConfig & PoolExtras = {},
  ) => {
    const made = new pg.Pool({
      ...more,
      connectionString: url,
      max,
      connectionTimeoutMillis: waitMs,
      idleTimeoutMillis: idleMs,
      options: `-c timezone=${timeZone} -c statement_timeout=${limitMs} ${settings}`,
    });
    // A connection lost while idle is replaced at the next query; one lost while in use fails its query.
    // Beyond that nobody has to know, and without a listener the process would end.
    made.on('error', () => undefined);
    made.on('connect', (client) => client.on('error', () => undefined));
    return made;
  };
  const requestLimitMs = querySeconds * 1000;
  const forRequests = {
    waitMs: Math.min(10_000, requestLimitMs),
    settings: shortStatements,
    stream: impatientSocket(requestLimitMs + Math.min(silenceMs, requestLimitMs)),
  };
  const requests = pool(connections, requestLimitMs, forRequests);
  const ingestion = pool(ingestionConnections, requestLimitMs, {
    ...forRequests,
    settings: `${shortStatements} ${ingestionSettings}`,
  });
  const longReads = pool(Math.max(2, Math.ceil(connections / 2)), longReadLimitMs);
  const phoneLists = pool(phoneListConnections, phoneListLimitMs);
  const uploads = pool(uploadConnections, uploadLimitMs, { waitMs: uploadWaitMs });
  const folding = pool(1, longReadLimitMs);
  const prepared = preparing(requests);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: prepared }) });
  const places = connections - Math.ceil((connections * keptFromReads) / 10);
  const readLane = openReadLane({
    places,
    placesOfOne: Math.min(readsOfOne, Math.ceil(places / 2)),
    waiting: queue,
    waitingOfOne: Math.ceil(queue / 2),
    waitMs: Math.min(readWaitMs, requestLimitMs),
  });
  return {
    db,
    readerFor: (asker) =>
      new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: readingPool(prepared, readLane, asker) }),
      }),
    readLane,
    requests,
    ingestion,
    longReads,
    phoneLists,
    folding,
    uploads,
    connect: async () => {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'survey live',
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
      });
      // Whoever holds it hears of its loss by its end.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    close: async () => {
      const others = [ingestion, longReads, phoneLists, folding, uploads];
      await Promise.all([db.destroy(), ...others.map((each) => each.end())]);
    },
  };
};
