// Metrics for Prometheus: on a separate port (METRICS_PORT), or at /metrics for holders of METRICS_TOKEN.
import { createHash, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { sql } from 'kysely';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import manifest from '../../../package.json' with { type: 'json' };
import { AppError } from '../app-error.ts';
import { say } from '../say.ts';
import type { Services } from '../services.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The address of the metrics, with METRICS_PORT, which may have been 0. */
    metricsPort?: number;
  }
}

/** Seconds; from an answer in memory to an export. */
const durationBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

const requestMetrics = (registry: Registry) => {
  const labels = ['call', 'status'] as const;
  const durations = new Histogram({
    name: 'survey_request_duration_seconds',
    help: 'Time from the request to the end of its answer, by call.',
    labelNames: labels,
    buckets: durationBuckets,
    registers: [registry],
  });
  const received = new Counter({
    name: 'survey_photo_bytes_received_total',
    help: 'Bytes of bodies of submissions that were stored.',
    registers: [registry],
  });
  return { durations, received };
};

const poolMetrics = (registry: Registry, { readLane, ...database }: Services['database']) => {
  const { requests, ingestion, longReads, feeds, rollupUpdates, uploads } = database;
  const pools = {
    requests,
    arrivals: ingestion,
    long_reads: longReads,
    feeds,
    folding: rollupUpdates,
    uploads,
  };
  const gauge = (name: string, help: string, read: (pool: pg.Pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, made] of Object.entries(pools)) this.set({ pool }, read(made));
      },
    });
  gauge('survey_database_connections', 'Open connections.', (pool) => pool.totalCount);
  gauge('survey_database_connections_idle', 'Connections in no use.', (pool) => pool.idleCount);
  gauge('survey_database_waiting', 'Waiting for a connection.', (pool) => pool.waitingCount);
  new Gauge({
    name: 'survey_reads_waiting',
    help: 'Reads that wait for their turn.',
    registers: [registry],
    collect() {
      this.set(readLane.waitingCount);
    },
  });
};

/** Counts who answers exports and feeds. All 0 without a replica, so that alert rules and panels find the series. */
const replicaMetrics = (registry: Registry, { replica }: Services['database']) => {
  const answered = replica?.answered ?? { replica: 0, primary: 0 };
  new Counter({
    name: 'survey_replica_answers_total',
    help: 'Exports and pages of feeds by who answered them, where there is a replica.',
    labelNames: ['by'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [by, count] of Object.entries(answered)) this.inc({ by }, count);
    },
  });
  new Gauge({
    name: 'survey_replica_lag_seconds',
    help: 'How long the replica needed last to have what the primary had.',
    registers: [registry],
    collect() {
      this.set(replica?.lag ?? 0);
    },
  });
};

/** Deltas that are not applied to the rollups yet: their number grows where applying has stopped. */
const countMetrics = (registry: Registry, { database }: Services) =>
  new Gauge({
    name: 'survey_unfolded_changes',
    help: 'Deltas of reports that are not applied to the rollups yet.',
    registers: [registry],
    async collect() {
      // Without the database the last figure stays; the pools' figures tell that it is away.
      await sql<{ count: number }>`select count(*) as count from report_deltas`
        .execute(database.db)
        .then(({ rows }) => this.set(rows[0]?.count ?? 0))
        .catch(() => undefined);
    },
  });

/** The version of the server. Two versions at once show an upgrade in progress. */
const versionMetric = (registry: Registry) =>
  new Gauge({
    name: 'survey_build_info',
    help: 'Always 1; its label is the version of the server.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: manifest.version }, 1);

/** Compared as hashes, so that neither length nor content shows in the time it takes. */
const isSame = (given: string, expected: string): boolean => {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
};

/** Counts every request by its call; what is no call of the table counts as `other`. */
const countRequests = (app: FastifyInstance, registry: Registry) => {
  const { durations, received } = requestMetrics(registry);
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.call ?? 'other';
    durations.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const isSubmission = call === 'submitReport' || call === 'openRosaSubmission';
    if (isSubmission && reply.statusCode < 300) {
      received.inc(Number(request.headers['content-length'] ?? 0));
    }
  });
};

const servePort = async (app: FastifyInstance, registry: Registry, port: number) => {
  const server = http.createServer(async (request, response) => {
    const isAsked = request.url === '/metrics' && request.method === 'GET';
    if (!isAsked) return response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': registry.contentType,
      'x-content-type-options': 'nosniff',
    });
    return response.end(await registry.metrics());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Loopback only: it has no sign-in.
    server.listen(port, '127.0.0.1', resolve);
  });
  app.addHook('onClose', async () => {
    server.close();
  });
  app.decorate('metricsPort', (server.address() as AddressInfo).port);
};

const serveRoute = (app: FastifyInstance, registry: Registry, token: string) => {
  app.get('/metrics', async (request, reply) => {
    // Any token that an operator chose, unlike those of sessions.
    if (!isSame(/^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '', token)) {
      throw new AppError('unauthenticated', say('metrics-token'));
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
};

/** Off unless one of the two settings asks for it. */
export const metrics = fp<{ services: Services }>(async (app, { services }) => {
  const { METRICS_PORT: port, METRICS_TOKEN: token } = services.config;
  if (port === undefined && token === undefined) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  versionMetric(registry);
  countRequests(app, registry);
  poolMetrics(registry, services.database);
  replicaMetrics(registry, services.database);
  countMetrics(registry, services);
  if (port !== undefined) await servePort(app, registry, port);
  if (token !== undefined) serveRoute(app, registry, token);
});
