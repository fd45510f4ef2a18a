// What a request means is stored, or refused: never something else.
import { type AddressInfo, connect } from 'node:net';
import { calls, limits, unusedHeader } from '@survey/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { setUpTestServer } from '../testing/fixture.ts';
import { readPairs } from './lenient-parsing.ts';

const server = setUpTestServer();

const post = async (
  url: string,
  payload: string | Buffer,
  type = 'application/json',
  headers: Record<string, string> = {},
) => {
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': type,
      authorization: `Bearer ${server.administrator.token}`,
      ...headers,
    },
  });
  return { status: answer.statusCode, ...answer.json() };
};

const view = (name: string) => ({ name, filters: {}, table: null, is_shared: false });
const latin1 = Buffer.from(
  '{"name":"Stra\u00dfe","filters":{},"table":null,"is_shared":false}',
  'latin1',
);

describe('text', () => {
  test('in another charset is refused where the request does not say so, and read where it does', async () => {
    const path = calls.saveReportView.path;
    expect(await post(path, latin1)).toMatchObject({ status: 400, code: 'malformed-request' });
    expect(await post(path, latin1, 'application/json; charset=klingon')).toMatchObject({
      status: 400,
    });
    const read = await post(path, latin1, 'application/json; charset=ISO-8859-1');
    expect(read.view.name).toBe('Stra\u00dfe');
    const form = Buffer.from('user_id=1&name=Stra\u00dfe', 'latin1');
    expect(
      (await post(calls.editUser.path, form, 'application/x-www-form-urlencoded')).status,
    ).toBe(400);
    const sheet = Buffer.from('{"records":[{"Circle":"Stra\u00dfe","Pin":"1"}]}', 'latin1');
    expect((await post(calls.storeRecords.path, sheet)).status).toBe(400);
  });

  test.each([
    [calls.saveReportView.path, view('half \ud83d'), 'name'],
    [calls.addPin.path, { username: 'x', circle: 'North', pin: '\udc00' }, 'pin'],
    [calls.savePreferences.path, { reportTable: { order: ['\ud800'] } }, 'reportTable.order.0'],
  ])('with half a character is refused by its field: %s', async (path, body, field) => {
    const answer = await post(path, JSON.stringify(body));
    expect([answer.status, Object.keys(answer.errors)]).toEqual([422, [field]]);
  });

  test.each([
    { Road: 'a\ud83d' },
    { Note: '\ude00b' },
    { 'h\ud83d': 'x' },
  ])('with half a character in a sheet is refused by its row: %j', async (cell) => {
    const row = { Circle: 'Halves', Pin: '1', ...cell };
    const answer = await post(calls.storeRecords.path, JSON.stringify({ records: [row] }));
    expect([answer.status, answer.said.id]).toEqual([422, 'row-half-character']);
  });
});

describe('a number of a sheet', () => {
  test.each([
    ['Circle', '35202123456712345'],
    ['OwnerName', '35202123456712345'],
    ['CNIC', '35202123456712345'],
    ['Area', '1e400'],
  ])('in %s that no number keeps is refused by its row', async (column, value) => {
    const given = { Circle: '"North"', Pin: '"1"', [column]: value };
    const row = Object.entries(given).map(([name, cell]) => `"${name}":${cell}`);
    const answer = await post(calls.storeRecords.path, `{"records":[{${row}}]}`);
    expect(answer.status).toBe(422);
    expect(answer.message).toContain(column);
  });
});

describe('a query', () => {
  test('is read to its end, so that no filter is dropped', () => {
    const many = Array.from({ length: 1500 }, (_, at) => `x${at}=1`).join('&');
    expect(readPairs(`${many}&username=ali`).username).toBe('ali');
  });

  test('of the last day of all is refused, and of the day before taken', async () => {
    const found = async (date_to: string) =>
      (await server.call(calls.allReports, { query: { date_to } }, server.administrator.token))
        .status;
    expect([await found('31/12/9999'), await found('31/12/9998')]).toEqual([422, 200]);
  });

  test('of forms has an end', async () => {
    const many = 'a=1&'.repeat(10_001);
    const answer = await post(calls.editUser.path, many, 'application/x-www-form-urlencoded');
    expect(answer.status).toBe(400);
    expect(many.length).toBeLessThan(limits.bodyBytes);
  });
});

describe('an open page', () => {
  test('that refreshes by itself does not keep its session open; who uses it does', async () => {
    const lastUse = async (headers: Record<string, string>) => {
      const { db } = server.database;
      await sql`update sessions set last_used_at = now() - interval '2 hours'`.execute(db);
      await server.app.inject({
        url: calls.countReports.path,
        headers: { authorization: `Bearer ${server.administrator.token}`, ...headers },
      });
      const { rows } = await sql<{ is_noted: boolean }>`
        select max(last_used_at) > now() - interval '1 hour' as is_noted from sessions`.execute(db);
      return rows[0]?.is_noted;
    };
    expect(await lastUse({ [unusedHeader]: '1' })).toBe(false);
    expect(await lastUse({})).toBe(true);
  });

  test('of who signs out forgets what it cached, and strangers learn no usernames', async () => {
    const { token } = await server.addSurveyor('signs.out');
    const answer = await server.app.inject({
      method: 'POST',
      url: '/logout',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    const config = (await server.app.inject({ url: '/config.json' })).json();
    expect(Object.keys(config).sort()).toEqual(['apiBaseUrl', 'mapsUrl']);
  });
});

describe('what is no request', () => {
  test('is answered in the product’s words, with an id: by the router and by the parser', async () => {
    const routed = await server.app.inject({ url: '/%zz' });
    expect([routed.statusCode, routed.json().code]).toEqual([400, 'malformed-request']);
    expect(routed.json().request_id).toBe(routed.headers['x-request-id']);
    const usual = (await server.app.inject({ url: '/health/live' })).headers;
    for (const name of ['content-security-policy', 'x-content-type-options', 'permissions-policy'])
      expect(routed.headers[name]).toBe(usual[name]);

    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const answerTo = (bytes: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
        socket.on('data', (chunk) => {
          answer += String(chunk);
        });
        socket.on('close', () => resolve(answer));
        socket.on('error', reject);
      });
    const parsed = await answerTo('HELLO\r\n\r\n');
    expect(parsed).toMatch(/^HTTP\/1.1 400 /);
    expect(parsed).toContain(
      `\r\ncontent-security-policy: ${usual['content-security-policy']}\r\n`,
    );
    expect(parsed).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(parsed).toContain('\r\ncache-control: no-store\r\n');
    expect(JSON.parse(parsed.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      code: 'malformed-request',
      request_id: expect.any(String),
    });
    expect(await answerTo(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    );
  });
});
