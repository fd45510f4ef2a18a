// Large, parallel and interrupted uploads, over a real socket where it matters.
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, limits } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';

const server = setUpTestServer();
let url: string;
beforeAll(async () => {
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

const post = (headers: http.OutgoingHttpHeaders = {}) =>
  http.request(`${url}/api/store-records`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${server.administrator.token}`,
      ...headers,
    },
  });

const answerTo = async (request: http.ClientRequest) => {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
};

/** Sends a body and reads the answer, also where it comes before the body is sent. */
const send = (body: string | Buffer, headers?: http.OutgoingHttpHeaders) => {
  const request = post(headers);
  request.end(body);
  return answerTo(request);
};

const rowsText = (count: number, row: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => JSON.stringify(row(index))).join();

const countUnits = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) from units`.execute(
    server.database.db,
  );
  return rows[0]?.count;
};

/** Uploads under way, and temporary tables that they left. */
const leftOvers = async () => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle')
      + (select count(*) from pg_class where relname like 'staged%') as count`.execute(
    server.database.db,
  );
  return rows[0]?.count;
};

describe('limits', () => {
  const limit = 'at most 200,000 rows and 256 MB';

  test('one row too many is refused with the limit', async () => {
    const { status, body } = await send(`{"records":[${'{},'.repeat(limits.uploadRows)}{}]}`);
    expect([status, body.code]).toEqual([413, 'too-large']);
    expect(body.message).toContain(limit);
    expect(await countUnits()).toBe(0);
  });

  test('a body that says it is too large is refused before it is sent', async () => {
    const request = post({ 'content-length': limits.uploadBodyBytes + 1 });
    request.flushHeaders();
    const { status, body } = await answerTo(request);
    request.destroy();
    expect([status, body.code]).toEqual([413, 'too-large']);
    expect(body.message).toContain(limit);
  });

  test('a row of more than 256 kB is refused by its number, cells of 100 kB are not', async () => {
    const row = (length: number) => `{"Circle":"Big","Pin":"1","Note":"${'x'.repeat(length)}"}`;
    const tooLarge = await send(`{"records":[{},${row(257 * 1024)}]}`);
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.body.message).toMatch(/^Row 3: larger than the 256 kB/);
    expect((await send(`{"records":[${row(100 * 1024)}]}`)).body.stored).toBe(1);
  });

  test('200 000 rows are stored in a table known to be empty, and are unchanged when they come again', async () => {
    // Without statistics the planner took it for empty, which once made this quadratic.
    await sql`delete from units`.execute(server.database.db);
    await sql`vacuum analyze units`.execute(server.database.db);
    const row = (index: number) => ({ Circle: `C${index % 50}`, Pin: String(index), Note: 'n' });
    const body = `{"records":[${rowsText(limits.uploadRows, row)}]}`;
    expect((await send(body)).body.stored).toBe(limits.uploadRows);
    expect((await send(body)).body.unchanged).toBe(limits.uploadRows);
  }, 120_000);

  test('who sends a large body without a token, or wrong rows early in it, reads why', async () => {
    const body = `{"records":[${'7,'.repeat(60)}${rowsText(150_000, (index) => ({ Note: `${index}`.padEnd(60) }))}]}`;
    expect((await send(body, { authorization: 'Bearer x' })).status).toBe(401);
    const refused = await send(body);
    expect(refused.status).toBe(422);
    expect(refused.body.message).toMatch(/^Row 2: is not a row with columns/);
  });
});

describe('interruptions', () => {
  test('a connection cut in the middle leaves nothing, and sending again is safe', async () => {
    const before = await countUnits();
    const rows = rowsText(20_000, (index) => ({ Circle: 'Cut', Pin: String(index) }));
    const body = `{"records":[${rows}]}`;
    for (const part of [20, 1000, body.length >> 1, body.length - 1]) {
      const request = post({ 'content-length': body.length });
      request.on('error', () => undefined);
      request.write(body.slice(0, part));
      await pause(part > 1000 ? 300 : 20);
      request.destroy();
    }
    await expect.poll(leftOvers, { timeout: 10_000 }).toBe(0);
    expect(await countUnits()).toBe(before);
    const { rows: circles } = await sql`select from circles where key = 'cut'`.execute(
      server.database.db,
    );
    expect(circles).toEqual([]);
    expect((await send(body)).body.stored).toBe(20_000);
    expect((await send(body)).body.unchanged).toBe(20_000);
  });

  test('a database connection lost in the middle is answered with 503 and leaves nothing', async () => {
    const before = await countUnits();
    const request = post({ 'transfer-encoding': 'chunked' });
    // Enough bytes for the upload to take its place at the database.
    const padding = ' '.repeat(1000);
    const many = Array.from({ length: 1100 }, () => `{"Circle":"Lost","Pin":"1"},${padding}`);
    request.write(`{"records":[${many.join('')}`);
    // Only while the COPY itself runs: just before, other statements of the upload run.
    const cutOff = async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'active'
          and query like 'copy staged_units%'`.execute(server.database.db);
      return rows.length;
    };
    await expect.poll(cutOff, { timeout: 10_000 }).toBe(1);
    request.end(`${rowsText(5000, (index) => ({ Circle: 'Lost', Pin: String(index) }))}]}`);
    const { status, body } = await answerTo(request);
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(await countUnits()).toBe(before);
  });
});

describe('parallel uploads', () => {
  test('of the same new circles and units in any order all succeed, and each unit is stored once', async () => {
    const before = (await countUnits()) ?? 0;
    const units = Array.from({ length: 2000 }, (_, index) => ({
      Circle: `Parallel ${index % 30}`,
      Pin: String(index),
    }));
    const shuffled = (seed: number) =>
      [...units].sort((a, b) => ((Number(a.Pin) * seed) % 2003) - ((Number(b.Pin) * seed) % 2003));
    const uploads = Array.from({ length: 8 }, (_, number) => {
      const rows = shuffled(number * 2 + 1).map((unit) => ({
        ...unit,
        Owner_Name: `Owner ${number}`,
      }));
      const unassignable = [{ Note: 'the same everywhere' }, { Note: `only ${number}` }];
      return server.call(
        calls.storeRecords,
        { body: { records: [...unassignable, ...rows, ...unassignable.reverse()] } },
        server.administrator.token,
      );
    });
    const answers = await Promise.all(uploads);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const total = (name: 'stored' | 'updated' | 'unchanged') =>
      answers.reduce((sum, { body }) => sum + body[name], 0);
    expect(total('stored')).toBe(units.length);
    expect(total('stored') + total('updated') + total('unchanged')).toBe(8 * units.length);
    expect(await countUnits()).toBe(before + units.length + 9);
    const { rows } = await sql<{ owner_name: string }>`
      select distinct owner_name from units join circles on circles.id = circle_id
      where key like 'parallel %'`.execute(server.database.db);
    expect(rows).toHaveLength(1);
  }, 60_000);

  test('and pins added one by one do not wait for each other in a ring', async () => {
    await server.addSurveyor('sana');
    const { token } = server.administrator;
    await server.call(
      calls.storeRecords,
      { body: { records: [{ Circle: 'Ring 0', Pin: 'x' }] } },
      token,
    );
    const rows = Array.from({ length: 400 }, (_, index) => ({
      Circle: `Ring ${index % 10}`,
      Pin: String(index),
    }));
    const uploads = [1, 2, 3].map(() =>
      server.call(calls.storeRecords, { body: { records: rows } }, token),
    );
    const pins = rows.slice(0, 60).map(({ Circle, Pin }) =>
      server.call(
        calls.addPin,
        {
          body: {
            username: 'sana',
            circle: Circle,
            pin: Pin,
            ratingarea: 'A',
            Locality: 'L',
            Street_Address: 'S',
            OwnerName: 'O',
          },
        },
        token,
      ),
    );
    const statuses = (await Promise.all([...uploads, ...pins])).map(({ status }) => status);
    // A new circle is a refusal of add-pin; a deadlock would be a 503.
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
  }, 60_000);
});
