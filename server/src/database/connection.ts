// Access to the database: pools, types, and the two kinds of access that functions declare.
import net from 'node:net';
import { type Kysely as Db, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { type Lane, openLane } from './lane.ts';
import { preparing } from './prepared-statements.ts';
import { type Asker, readingPool } from './reading-pool.ts';
import { openReplica, type Replica } from './replica.ts';
import type { Tables } from './tables.ts';

/** For commands: they cannot be called outside a transaction. */
export type Writer = Transaction<Tables>;

/** For queries: they cannot write. */
export type Reader = Pick<Db<Tables>, 'selectFrom'>;

export interface Database {
  db: Kysely<Tables>;
  /**
   * For reads of people: through the read lane, which leaves connections free for everything else, and
   * cancelled when the client disconnects.
   * @param lane `feeds` for programs with an API key, which have connections of their own
   */
  readerFor(asker: Asker, lane?: 'people' | 'feeds'): Reader;
  /** The queue of reads. */
  readLane: Lane;
  /** The connections behind `db`, for metrics. */
  requests: pg.Pool;
  /** For reports from phones, which arrive together and are stored by group commit. */
  ingestion: pg.Pool;
  /** A standby for exports and feeds, where there is one. */
  replica: Replica | undefined;
  /** For exports and other long reads, so that they never take the requests' connections. */
  longReads: pg.Pool;
  /** For programs with an API key, so that a feed never takes connections of phones, consoles or exports. */
  feeds: pg.Pool;
  /** The queue of feeds. */
  feedLane: Lane;
  /** For long lists of phones, so that exports never delay phones, nor slow phones the requests. */
  phoneLists: pg.Pool;
  /** One connection reserved for applying deltas to the rollups. */
  rollupUpdates: pg.Pool;
  /**
   * For spreadsheet uploads: COPY needs a dedicated connection, and merging exceeds the statement timeout of requests.
   */
  uploads: pg.Pool;
  /** The queue of uploads: a slow one never keeps others from their connections. */
  uploadLane: Lane;
  /** Opens a connection outside all pools, for LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

const bigint = 20;
// Ids and counts stay far below 2^53.
pg.types.setTypeParser(bigint, Number);

/** Statement timeouts of long reads and of uploads, in milliseconds. */
const longReadLimitMs = 4 * 3600 * 1000;
const uploadLimitMs = 15 * 60 * 1000;
/** Number of parallel long lists for phones, and their timeout, in milliseconds. */
const mostPhoneLists = 4;
const phoneListLimitMs = 10 * 60 * 1000;
/** Parallel reads of programs with API keys, of all and with one key; more wait, for this many milliseconds. */
const mostFeeds = 3;
const feedsOfOne = 2;
const feedWaitMs = 30_000;
/**
 * Longest wait for a connection to a replica, and for its answer to how far it is, in milliseconds: a frozen one answers
 * nothing and closes nothing. The primary answers in its place.
 */
const replicaMs = 2_000;
/** Parallel statements that store reports: while they run, the next group collects. */
const ingestionConnections = 2;
/**
 * Plan and lock settings for storing reports. Where somebody holds a list's lock for longer than this many
 * milliseconds,
 * its report is stored alone and waits there, so that the others do not.
 */
const ingestionSettings = '-c plan_cache_mode=force_generic_plan -c lock_timeout=200';
/** Share of the request connections, in tenths, that reads may not use: for sign-in, sessions, phones and writers. */
const keptFromReads = 3;
/** Parallel reads of one person; half of it where there are few connections. */
const readsOfOne = 4;
/** Longest wait of a read in the lane, in milliseconds. */
const readWaitMs = 10_000;
/** Parallel uploads, of all and of one person; more wait, for this many milliseconds. */
const mostUploads = 3;
const uploadsOfOne = 2;
const uploadWaitMs = 60_000;
/**
 * Idle timeout of a connection, in milliseconds: a new one has to read the schema and to plan every statement again.
 */
const idleMs = 30_000;
/** The database ends statements after their timeout. Sockets silent for this much longer are destroyed. */
const silenceMs = 5_000;

export interface ConnectionSettings {
  url: string;
  /** Connections for requests; long reads have half as many of their own. */
  connections: number;
  /** Statement timeout of requests, in seconds; 30 if not given. */
  querySeconds?: number;
  /** Most waiting reads; 200 if not given. Half of them may be one person's. */
  queue?: number;
  /** A standby of it, and the longest wait for it to catch up, in seconds; 2 if not given. */
  replicaUrl?: string | undefined;
  replicaLagSeconds?: number;
  /** Takes what the operator should know of the replica. */
  tellOperator?: (sentence: string) => void;
  /** The operation's time zone, set in every session, so that SQL formats times and groups days in it. */
  timeZone: string;
}

/**
 * Socket timeout: a database whose machine is frozen or unplugged closes no connection, and would hold them
 * for ever.
 */
const impatientSocket = (limitMs: number) => (): net.Socket => {
  const socket = new net.Socket();
  socket.setTimeout(limitMs, () => {
    socket.destroy(new Error('Connection terminated: the database does not answer'));
  });
  return socket;
};

/**
 * Statements of requests are short and many run in parallel: JIT compilation or parallel workers
 * cost more than they save and take processors from other requests.
 */
const shortStatements = '-c jit=off -c max_parallel_workers_per_gather=0';

interface PoolExtras {
  /** Longest wait for a connection, in milliseconds. */
  waitMs?: number;
  /** Further settings of its sessions. */
  settings?: string;
  /** Of another server than the primary. */
  address?: string;
}

/** Creates the pools. Nothing is connected until the first query. */
export const openDatabase = ({
  url,
  connections,
  querySeconds = 30,
  queue = 200,
  replicaUrl,
  replicaLagSeconds = 2,
  tellOperator = () => undefined,
  timeZone,
}: ConnectionSettings): Database => {
  const pool = (
    max: number,
    limitMs: number,
    { waitMs = 10_000, settings = '', address = url, ...more }: pg.PoolConfig & PoolExtras = {},
  ) => {
    const made = new pg.Pool({
      ...more,
      connectionString: address,
      max,
      connectionTimeoutMillis: waitMs,
      idleTimeoutMillis: idleMs,
      options: `-c timezone=${timeZone} -c statement_timeout=${limitMs} ${settings}`,
    });
    // A connection lost while idle is replaced at the next query; one lost while in use fails its query. Without a
    // listener
    // the process would end.
    made.on('error', () => undefined);
    made.on('connect', (client) => client.on('error', () => undefined));
    return made;
  };
  const requestLimitMs = querySeconds * 1000;
  /** Servers with few connections have few of each kind: many of them share one database. */
  const share = (most: number, part: number) => Math.min(most, Math.ceil(connections * part));
  const phoneListConnections = share(mostPhoneLists, 1 / 2);
  const feedConnections = share(mostFeeds, 1 / 3);
  const uploadConnections = share(mostUploads, 1 / 2);
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
  const longReadConnections = Math.max(2, Math.ceil(connections / 2));
  const longReads = pool(longReadConnections, longReadLimitMs);
  const feeds = pool(feedConnections, longReadLimitMs, { settings: shortStatements });
  const phoneLists = pool(phoneListConnections, phoneListLimitMs);
  const uploads = pool(uploadConnections, uploadLimitMs, { waitMs: uploadWaitMs });
  const rollupUpdates = pool(1, longReadLimitMs);
  const ofReplica = (max: number, answerMs?: number) =>
    pool(max, longReadLimitMs, {
      waitMs: replicaMs,
      address: replicaUrl as string,
      ...(answerMs && { query_timeout: answerMs }),
    });
  const replica = replicaUrl
    ? openReplica({
        reads: ofReplica(longReadConnections + feedConnections),
        control: ofReplica(1, replicaMs),
        primary: requests,
        mostLagMs: replicaLagSeconds * 1000,
        tell: tellOperator,
      })
    : undefined;
  const prepared = preparing(requests);
  const preparedFeeds = preparing(feeds);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: prepared }) });
  const places = connections - Math.ceil((connections * keptFromReads) / 10);
  const waiting = { waiting: queue, waitingOfOne: Math.ceil(queue / 2) };
  const readLane = openLane({
    places,
    placesOfOne: Math.min(readsOfOne, Math.ceil(places / 2)),
    ...waiting,
    waitMs: Math.min(readWaitMs, requestLimitMs),
  });
  const feedLane = openLane({
    places: feedConnections,
    placesOfOne: Math.min(feedsOfOne, feedConnections),
    ...waiting,
    waitMs: feedWaitMs,
  });
  const uploadLane = openLane({
    places: uploadConnections,
    placesOfOne: Math.min(uploadsOfOne, uploadConnections),
    ...waiting,
    waitMs: uploadWaitMs,
  });
  return {
    db,
    readerFor: (asker, lane = 'people') =>
      new Kysely<Tables>({
        dialect: new PostgresDialect({
          pool:
            lane === 'feeds'
              ? readingPool(preparedFeeds, feedLane, asker)
              : readingPool(prepared, readLane, asker),
        }),
      }),
    readLane,
    requests,
    ingestion,
    replica,
    longReads,
    feeds,
    feedLane,
    phoneLists,
    rollupUpdates,
    uploads,
    uploadLane,
    connect: async () => {
      const client = new pg.Client({
        connectionString: url,
        application_name: 'survey live',
        connectionTimeoutMillis: 10_000,
        keepAlive: true,
      });
      // The holder notices its loss when it ends.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    close: async () => {
      const others = [ingestion, longReads, feeds, phoneLists, rollupUpdates, uploads];
      if (replica) others.push(replica.reads, replica.control);
      await Promise.all([db.destroy(), ...others.map((each) => each.end())]);
    },
  };
};
