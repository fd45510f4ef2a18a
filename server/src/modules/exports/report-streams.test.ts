// Streams over a real socket: the first bytes are sent at once, a client that disconnects ends its query, and a
// truncated export is never taken for a complete one.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { until } from '../../testing/until.ts';

/** More than the buffers of a socket hold (some megabytes), so that a stalled reader stalls the database. */
const rows = 15_000;

const server = setUpTestServer();
let port: number;
beforeAll(async () => {
  await sql`
    insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin,
      comments, capture_time, photo_name)
    select gen_random_uuid(), 'ali.raza', 'Ali', '0300', 'A', 'a', n::text, repeat(md5(n::text), 30),
      timestamptz '2026-01-01' + n * interval '1 minute',
      'ab/abcd' || lpad(n::text, 28, '0') || '.jpg'
    from generate_series(1, ${rows}::int) as n`.execute(server.database.db);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});

const open = (path: string, accept = '*/*') =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .get(
        {
          port,
          path,
          agent: false,
          headers: { accept, authorization: `Bearer ${server.administrator.token}` },
        },
        resolve,
      )
      .on('error', reject);
  });

/** Other active connections of this database. */
const running = async () => {
  const { rows } = await sql<{ pid: number; query: string }>`
    select pid, query from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`.execute(
    server.database.db,
  );
  return rows;
};

const copies = async () => (await running()).filter(({ query }) => query.startsWith('copy ('));
const isAllDetached = () => {
  const { totalCount, idleCount, waitingCount } = server.database.longReads;
  return totalCount === idleCount && waitingCount === 0;
};

const streams = [
  ['CSV', '/api/all-reports-export', 'text/csv'],
  ['JSON', '/api/all-reports-export', 'application/json'],
  ['all records', '/api/all-reports-no-pagination', '*/*'],
  ['GeoJSON', '/api/export/reports?format=geojson', '*/*'],
] as const;

describe.each(streams)('%s', (_, path, accept) => {
  test('of a client that goes away ends its query and gives the connection back', async () => {
    for (let round = 0; round < 8; round += 1) {
      const answer = await open(path, accept);
      answer.once('data', () => answer.destroy());
      await new Promise((resolve) => answer.once('close', resolve));
    }
    await until(async () => isAllDetached() && (await copies()).length === 0);
  });

  test('waits for a slow reader without reading on', async () => {
    const answer = await open(path, accept);
    answer.pause();
    await until(async () => (await copies()).length === 1);
    const sent = async () => {
      const { rows } = await sql<{ wait_event: string }>`
        select wait_event from pg_stat_activity where query like 'copy (%' and state = 'active'
          and datname = current_database()`.execute(server.database.db);
      return rows[0]?.wait_event === 'ClientWrite';
    };
    await until(sent);
    const whole = await text(answer);
    expect(whole.length).toBeGreaterThan(rows * 960);
    await until(isAllDetached);
  });
});

describe('a query that fails half way', () => {
  test.each(streams)('breaks the connection of %s', async (_, path, accept) => {
    const answer = await open(path, accept);
    answer.pause();
    await until(async () => (await copies()).length === 1);
    const [copy] = await copies();
    await sql`select pg_terminate_backend(${copy?.pid})`.execute(server.database.db);
    await expect(text(answer)).rejects.toThrow('aborted');
    expect(answer.complete).toBe(false);
    await until(isAllDetached);
  });

  test('leaves the next export whole', async () => {
    const answer = await open('/api/all-reports-export', 'text/csv');
    expect((await text(answer)).split('\r\n')).toHaveLength(rows + 2);
    expect(answer.headers['x-total-rows']).toBe(String(rows));
  });
});

test('the first bytes come before the first row is read', async () => {
  const began = Date.now();
  const answer = await open('/api/all-reports-export', 'text/csv');
  const first = await new Promise<Buffer>((resolve) => answer.once('data', resolve));
  answer.destroy();
  expect(first.toString()).toContain('id,username,user_name');
  expect(Date.now() - began).toBeLessThan(5_000);
});
