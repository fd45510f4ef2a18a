// The connections to the database, in one pool for each purpose.
import net from 'node:net';
import pg from 'pg';
import { uploadWaitMs } from './lanes.ts';

const bigint = 20;
// Ids and counts stay far below 2^53.
pg.types.setTypeParser(bigint, Number);

/** Statement timeouts of long reads and of uploads, in milliseconds. */
const longReadLimitMs = 4 * 3600 * 1000;
const uploadLimitMs = 15 * 60 * 1000;
/** Number of parallel long lists for phones, and their timeout, in milliseconds. */
const mostPhoneLists = 4;
const phoneListLimitMs = 10 * 60 * 1000;
/** Parallel reads with API keys. */
const mostFeeds = 3;
/**
 * Longest wait for a connection to a replica, and for the answer that says how far it has replayed, in milliseconds. A
 * frozen replica neither answers nor closes connections; the primary answers instead.
 */
const replicaMs = 2_000;
/** Parallel statements that store reports. While they run, the next group is collected. */
const ingestionConnections = 2;
/**
 * Plan and lock settings for storing reports. Where another transaction holds the lock of a list for more than 200 ms,
 * its report is stored alone and waits there, so that the others of the group do not.
 */
const ingestionSettings = '-c plan_cache_mode=force_generic_plan -c lock_timeout=200';
/** Parallel uploads. */
const mostUploads = 3;
/**
 * Idle timeout of a connection, in milliseconds. A new connection must read the schema and plan every statement again.
 */
const idleMs = 30_000;
/** The database ends statements after their timeout. Sockets silent for this much longer are destroyed. */
const silenceMs = 5_000;

/**
 * Socket timeout: a database on a frozen or unplugged machine closes no connection, so requests would wait for ever.
 */
const impatientSocket = (limitMs: number) => (): net.Socket => {
  const socket = new net.Socket();
  socket.setTimeout(limitMs, () => {
    socket.destroy(new Error('Connection terminated: the database does not answer'));
  });
  return socket;
};

/**
 * Statements of requests are short and many run in parallel: JIT compilation or parallel workers would cost more than
 * they save and take processors from other requests.
 */
const shortStatements = '-c jit=off -c max_parallel_workers_per_gather=0';

interface PoolExtras {
  /** Longest wait for a connection, in milliseconds. */
  waitMs?: number;
  /** Further settings of the sessions. */
  settings?: string;
  /** Address of another server than the primary. */
  address?: string;
}

interface PoolSettings {
  url: string;
  /** Connections for requests; long reads get half as many more. */
  connections: number;
  /** Statement timeout of requests, in milliseconds. */
  requestLimitMs: number;
  /** Address of a standby. */
  replicaUrl: string | undefined;
  timeZone: string;
}

/** Creates the pools. The first query connects. */
export const openPools = ({
  url,
  connections,
  requestLimitMs,
  replicaUrl,
  timeZone,
}: PoolSettings) => {
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
    // A connection that is lost while idle is replaced at the next query; one that is lost in use fails its query.
    // Without a listener the error would end the process.
    made.on('error', () => undefined);
    made.on('connect', (client) => client.on('error', () => undefined));
    return made;
  };
  /** A part of `connections`: a server with few connections probably shares its database with many others. */
  const share = (most: number, part: number) => Math.min(most, Math.ceil(connections * part));
  const forRequests = {
    waitMs: Math.min(10_000, requestLimitMs),
    settings: shortStatements,
    stream: impatientSocket(requestLimitMs + Math.min(silenceMs, requestLimitMs)),
  };
  const longReadConnections = Math.max(2, Math.ceil(connections / 2));
  const feedConnections = share(mostFeeds, 1 / 3);
  const ofReplica = (address: string, max: number, answerMs?: number) =>
    pool(max, longReadLimitMs, {
      waitMs: replicaMs,
      address,
      ...(answerMs && { query_timeout: answerMs }),
    });
  return {
    requests: pool(connections, requestLimitMs, forRequests),
    ingestion: pool(ingestionConnections, requestLimitMs, {
      ...forRequests,
      settings: `${shortStatements} ${ingestionSettings}`,
    }),
    longReads: pool(longReadConnections, longReadLimitMs),
    feeds: pool(feedConnections, longReadLimitMs, { settings: shortStatements }),
    phoneLists: pool(share(mostPhoneLists, 1 / 2), phoneListLimitMs),
    uploads: pool(share(mostUploads, 1 / 2), uploadLimitMs, { waitMs: uploadWaitMs }),
    rollupUpdates: pool(1, longReadLimitMs),
    /** For reads from a standby, and for asking how far it has replayed. */
    replica: replicaUrl
      ? {
          reads: ofReplica(replicaUrl, longReadConnections + feedConnections),
          control: ofReplica(replicaUrl, 1, replicaMs),
        }
      : undefined,
  };
};
