// Readers that stop reading, and readers that only wait; how many exports a session has at a time; and applying
// deltas to the rollups, which exports must not delay.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, messages } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyDeltas } from '../modules/rollups/rollups.commands.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { until } from '../testing/until.ts';
import { openSession } from './sessions.ts';
import { endIfUnread } from './unread-streams.ts';

/** More than the buffers of a socket hold, so that a reader who stops stops the database. */
const rows = 15_000;
const patienceSeconds = 2;

const server = setUpTestServer({ READER_PATIENCE_SECONDS: String(patienceSeconds) });
let port: number;
let token: string;
let otherToken: string;
beforeAll(async () => {
  await sql`
    insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin,
      comments, capture_time)
    select gen_random_uuid(), 'ali.raza', 'Ali', '0300', 'A', 'a', n::text, repeat(md5(n::text), 30),
      timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${rows}::int) as n`.execute(server.database.db);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
beforeEach(async () => {
  const { id } = server.administrator;
  const { password_hash } = await server.database.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  token = (await openSession(server.database.db, { id, password_hash })) as string;
  otherToken = (await openSession(server.database.db, { id, password_hash })) as string;
});

/** Opens a stream and reads nothing of it. */
const open = async (url: string = calls.allReportsExport.path, session = token, method = 'GET') => {
  const headers = { accept: 'text/csv', authorization: `Bearer ${session}` };
  const request = http.request({ port, path: url, method, agent: false, headers }).end();
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  answer.on('error', () => undefined);
  return answer;
};

const copies = async () => {
  const { rows: found } = await sql`select from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'copy (%'`.execute(
    server.database.db,
  );
  return found.length;
};

const isAllDetached = async () => {
  const { totalCount, idleCount, waitingCount } = server.database.longReads;
  return totalCount === idleCount && waitingCount === 0 && (await copies()) === 0;
};

describe('a reader who takes nothing any more', () => {
  test.each([
    calls.allReportsExport.path,
    calls.allReportsNoPagination.path,
  ])('of %s is closed, its query ended and its connection given back', async (url) => {
    const answer = await open(url);
    await until(async () => (await copies()) === 1);
    await until(isAllDetached);
    await expect(text(answer)).rejects.toThrow('aborted');
  });

  test('is told from one who reads slowly', async () => {
    const answer = await open();
    let bytes = 0;
    const until = Date.now() + 2.5 * patienceSeconds * 1000;
    for await (const chunk of answer) {
      bytes += chunk.length;
      if (Date.now() < until) await pause(patienceSeconds * 20);
    }
    expect(answer.complete).toBe(true);
    expect(bytes).toBeGreaterThan(rows * 960);
  });

  test('is told from one who waits for a slow database', async () => {
    const holder = await server.database.uploads.connect();
    await holder.query('begin; lock table reports in access exclusive mode');
    const answer = open(calls.activityExport.path).then(text);
    const waiting = open(calls.allReportsExport.path, otherToken).then(text);
    await pause(2 * patienceSeconds * 1000);
    await holder.query('rollback');
    holder.release();
    expect(await answer).toContain('Time,Who');
    expect((await waiting).split('\r\n')).toHaveLength(rows + 2);
  });

  test('is written to the log', async () => {
    const lines: unknown[][] = [];
    const log = { warn: (...line: unknown[]) => lines.push(line) };
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536);
      })(),
    );
    const bare = http.createServer((_, raw) => {
      endIfUnread({ raw, request: { method: 'GET', log } } as never, endless, 1).pipe(raw);
    });
    await once(bare.listen(0, '127.0.0.1'), 'listening');
    const { port: barePort } = bare.address() as AddressInfo;
    const request = http.get({ port: barePort, agent: false });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    answer.on('error', () => undefined);
    await until(() => lines.length === 1);
    expect(lines).toEqual([[{ seconds: 1 }, 'nobody reads the answer: it was ended']]);
    answer.destroy();
    bare.close();
  });
});

describe('exports', () => {
  test('are two at a time for a session, and others have theirs', async () => {
    const first = await open();
    const second = await open(calls.allReportsNoPagination.path);
    const third = await open();
    expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '10']);
    expect(JSON.parse(await text(third)).message).toBe(messages['too-many-exports']);
    const selection = await server.call(
      calls.exportSelection,
      { body: { filters: {}, expected_count: rows } },
      token,
    );
    expect(selection.status).toBe(429);
    const photos = await server.call(calls.reportPhotosZip, { query: {} }, token);
    expect(photos.status).toBe(429);
    const others = await open(calls.activityExport.path, otherToken);
    expect(others.statusCode).toBe(200);
    await text(others);
    first.destroy();
    await until(async () => (await copies()) === 1);
    const again = await open();
    expect((await text(again)).split('\r\n')).toHaveLength(rows + 2);
    second.destroy();
    await until(isAllDetached);
  });

  test('that were refused or failed do not count', async () => {
    for (let round = 0; round < 3; round += 1) {
      const refused = await server.call(
        calls.exportSelection,
        { body: { filters: {}, expected_count: 1 } },
        token,
      );
      expect(refused.status).toBe(409);
    }
    expect((await text(await open())).split('\r\n')).toHaveLength(rows + 2);
  });

  test('of which only the head is asked for read nothing', async () => {
    for (let round = 0; round < 3; round += 1) {
      const answer = await open(calls.allReportsExport.path, token, 'HEAD');
      expect([answer.statusCode, answer.headers['x-total-rows']]).toEqual([200, String(rows)]);
    }
    await until(isAllDetached);
  });

  test('do not hold up applying deltas, however many are under way', async () => {
    const { longReads } = server.database;
    const taken = Array.from({ length: longReads.options.max }, () => longReads.connect());
    const held = await Promise.all(taken);
    try {
      const change = server.database.db.updateTable('reports').set({ land: 'Applied' });
      await change.where('pin', '=', '1').execute();
      expect(await applyDeltas(server.database)).toBeGreaterThan(0);
    } finally {
      for (const client of held) client.release();
    }
  });
});
