// Access to the database: types, and the two kinds of access that functions declare, `Reader` and `Writer`.
import { type Kysely as Db, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Lane } from './lane.ts';
import { openLanes } from './lanes.ts';
import { openPools } from './pools.ts';
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
   * For reads of people: through the read lane, which leaves connections free for everything else, and cancelled when
   * the client disconnects.
   * @param lane `feeds` for programs with an API key, which have their own connections
   */
  readerFor(asker: Asker, lane?: 'people' | 'feeds'): Reader;
  /** The queue of reads. */
  readLane: Lane;
  /** The connections behind `db`, for metrics. */
  requests: pg.Pool;
  /** For reports from phones, which arrive together and are stored by group commit. */
  ingestion: pg.Pool;
  /** A standby for exports and feeds, if the operation has one. */
  replica: Replica | undefined;
  /** For exports and other long reads, so that they never take the requests' connections. */
  longReads: pg.Pool;
  /** For programs with an API key, so that feeds never use connections of phones, consoles or exports. */
  feeds: pg.Pool;
  /** The queue for the connections of feeds. */
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

export interface ConnectionSettings {
  url: string;
  /** Connections for requests; long reads have half as many of their own. */
  connections: number;
  /** Statement timeout of requests, in seconds; 30 if not given. */
  querySeconds?: number;
  /** Most waiting reads; 200 if not given. Half of them may be one person's. */
  queue?: number;
  /** Address of a standby, and how long requests wait for it to catch up, in seconds; 2 if not given. */
  replicaUrl?: string | undefined;
  replicaLagSeconds?: number;
  /** Logs what the operator should know of the replica. */
  tellOperator?: (sentence: string) => void;
  /** The operation's time zone, set in every session, so that SQL formats times and groups days in it. */
  timeZone: string;
}

/** Creates pools and queues. The first query connects. */
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
  const requestLimitMs = querySeconds * 1000;
  const { replica: ofReplica, ...pools } = openPools({
    url,
    connections,
    requestLimitMs,
    replicaUrl,
    timeZone,
  });
  const { requests, feeds, uploads, ...others } = pools;
  const replica =
    ofReplica &&
    openReplica({
      ...ofReplica,
      primary: requests,
      mostLagMs: replicaLagSeconds * 1000,
      tell: tellOperator,
    });
  const lanes = openLanes({
    connections: {
      requests: connections,
      feeds: feeds.options.max,
      uploads: uploads.options.max,
    },
    requestLimitMs,
    queue,
  });
  const prepared = preparing(requests);
  const preparedFeeds = preparing(feeds);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: prepared }) });
  return {
    ...pools,
    ...lanes,
    db,
    replica,
    readerFor: (asker, lane = 'people') =>
      new Kysely<Tables>({
        dialect: new PostgresDialect({
          pool:
            lane === 'feeds'
              ? readingPool(preparedFeeds, lanes.feedLane, asker)
              : readingPool(prepared, lanes.readLane, asker),
        }),
      }),
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
      const all = [feeds, uploads, ...Object.values(others), ...Object.values(ofReplica ?? {})];
      // `db.destroy()` ends the pool of requests.
      await Promise.all([db.destroy(), ...all.map((each) => each.end())]);
    },
  };
};
