import { type ApiScope, apiKeyLimits, calls } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { forgetExpiredApiKeys } from '../../plugins/api-keys.ts';
import { newPhotoName } from '../../plugins/photo-store.ts';
import { addTestKey, asBasic } from '../../testing/api-keys.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { insertReports, report } from '../../testing/report-factory.ts';
import { testPassword } from '../../testing/test-server.ts';

const server = setUpTestServer({ KEY_REQUESTS_PER_HOUR: '200' });
const photoName = newPhotoName('jpg');

const get = (url: string, authorization: string) =>
  server.app.inject({ url, headers: { authorization } });
const getWith = (key: string, url = '/api/all-reports') => get(url, `Bearer ${key}`);

const add = (body: Record<string, unknown>, password = testPassword) =>
  server.call(
    calls.addApiKey,
    { body: { ...body, password } as never },
    server.administrator.token,
  );

const lastEntry = async (action: string) =>
  server.database.db
    .selectFrom('audit_entries')
    .select(['subject', 'details', 'actor'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirst();

beforeAll(async () => {
  await insertReports(server.database, [
    report({ circle: 'Model Town', pin: '1', photo_name: photoName, photo_bytes: 5 }),
    report({ circle: 'MODEL TOWN', pin: '2' }),
    report({ circle: 'Johar', pin: '3' }),
  ]);
});

describe('making a key', () => {
  test('is refused without the password, without scopes, for scopes and days that there are not', async () => {
    const given = { name: 'Power BI', scopes: ['reports'] };
    expect((await add(given, 'wrong')).body.errors).toEqual({ password: ['is not correct'] });
    for (const [field, wrong] of [
      ['name', { ...given, name: ' ' }],
      ['scopes', { ...given, scopes: [] }],
      ['scopes.0', { ...given, scopes: ['everything'] }],
      ['days', { ...given, days: apiKeyLimits.mostDays + 1 }],
      ['circles', { ...given, circles: Array.from({ length: 101 }, String) }],
    ] as const) {
      const { status, body } = await add(wrong);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    }
    expect(await lastEntry('add-api-key')).toBeUndefined();
  });

  test('shows it once, stores a hash, and stands in Activity', async () => {
    const { body, status } = await add({ name: 'Power BI', scopes: ['reports', 'photos'] });
    expect(status).toBe(200);
    expect(body.key).toMatch(/^fskey_[0-9A-Za-z]{36}$/);
    const { body: list, text } = await server.call(calls.apiKeys, {}, server.administrator.token);
    expect(text).not.toContain(body.key);
    const [made] = list.keys;
    expect(made).toMatchObject({
      name: 'Power BI',
      begins: body.key.slice(0, 10),
      scopes: ['reports', 'photos'],
      circles: null,
      owner: server.administrator.email,
      last_used: null,
      is_expired: false,
    });
    const days = (Date.parse(made?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(apiKeyLimits.days);
    const { rows } = await sql<{ found: boolean }>`
      select bool_or(api_keys::text like ${`%${body.key.slice(10)}%`}) as found from api_keys`.execute(
      server.database.db,
    );
    expect(rows[0]?.found).toBe(false);
    const entry = await lastEntry('add-api-key');
    expect(entry).toMatchObject({ subject: 'Power BI', actor: 'amina' });
    expect(JSON.stringify(entry)).not.toContain(body.key);
  });
});

describe('a key', () => {
  test('is refused where a character differs, and in an address', async () => {
    const { key } = await addTestKey(server, ['reports']);
    const other = key.endsWith('a') ? `${key.slice(0, -1)}b` : `${key.slice(0, -1)}a`;
    const answer = await getWith(other);
    expect([answer.statusCode, answer.json().said.id]).toEqual([401, 'api-key-ended']);
    for (const name of ['key', 'token', 'access_token', 'apikey']) {
      const inAddress = await server.app.inject({ url: `/api/all-reports?${name}=${key}` });
      expect(inAddress.statusCode).toBe(401);
    }
  });

  test('ends when it expires, is revoked, or its owner is blocked: at the next request', async () => {
    const { id, key } = await addTestKey(server, ['reports']);
    expect((await getWith(key)).statusCode).toBe(200);
    const { db } = server.database;
    await sql`update api_keys set expires_at = now() where id = ${id}`.execute(db);
    expect((await getWith(key)).statusCode).toBe(401);
    await sql`update api_keys set expires_at = now() + interval '1 day' where id = ${id}`.execute(
      db,
    );
    await sql`update users set is_active = false where id = ${server.administrator.id}`.execute(db);
    expect((await getWith(key)).statusCode).toBe(401);
    await sql`update users set is_active = true where id = ${server.administrator.id}`.execute(db);
    expect((await getWith(key)).statusCode).toBe(200);
    const { token } = server.administrator;
    const ended = await server.call(calls.endApiKey, { body: { id } }, token);
    expect(ended.body.message).toBe('API key "Test" is revoked.');
    expect((await getWith(key)).statusCode).toBe(401);
    expect((await lastEntry('end-api-key'))?.details).toMatchObject({ key_id: id });
    const again = await server.call(calls.endApiKey, { body: { id } }, token);
    expect(again.status).toBe(404);
  });

  test('is forgotten long after its end', async () => {
    const { id } = await addTestKey(server, ['reports']);
    const { db } = server.database;
    await sql`update api_keys set expires_at = now() - interval '91 days' where id = ${id}`.execute(
      db,
    );
    await forgetExpiredApiKeys(db);
    const left = await db.selectFrom('api_keys').select('id').where('id', '=', id).execute();
    expect(left).toEqual([]);
  });

  test('works as the password of Basic with any user name, and tells when and from where it was used', async () => {
    const { id, key } = await addTestKey(server, ['reports']);
    for (const login of ['', 'power bi', 'somebody@example.org']) {
      const { statusCode } = await get('/api/all-reports', asBasic(key, login));
      expect(statusCode).toBe(200);
    }
    const { body } = await server.call(calls.apiKeys, {}, server.administrator.token);
    const used = body.keys.find((one) => one.id === id);
    expect(used?.last_address).toBe('127.0.0.1');
    expect(Date.parse(used?.last_used ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  test('has an hourly limit of its own', async () => {
    const { key } = await addTestKey(server, ['reports']);
    const other = await addTestKey(server, ['reports']);
    let answer = await getWith(key);
    for (let at = 0; at < 210 && answer.statusCode === 200; at += 1) answer = await getWith(key);
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await getWith(other.key)).statusCode).toBe(200);
  });

  test('waits in a lane of its own, so that feeds take no connection of people and phones', async () => {
    const { key } = await addTestKey(server, ['reports']);
    const { feeds, longReads } = server.database;
    const taken = await Promise.all(
      Array.from({ length: longReads.options.max }, () => longReads.connect()),
    );
    try {
      expect((await getWith(key, '/api/all-reports-export')).json().data).toHaveLength(3);
      expect(feeds.totalCount).toBeGreaterThan(0);
      expect(feeds.totalCount).toBeLessThanOrEqual(3);
    } finally {
      for (const client of taken) client.release();
    }
  });
});

describe('a key for some circles', () => {
  let key = '';
  beforeAll(async () => {
    key = (await addTestKey(server, ['reports', 'photos'], [' model town'])).key;
  });

  test('is refused another circle by name', async () => {
    for (const circle of ['Johar', 'Model Town,Johar', 'model']) {
      const url = `/api/all-reports?circle=${encodeURIComponent(circle)}`;
      const answer = await getWith(key, url);
      expect([answer.statusCode, answer.json().said.id]).toEqual([403, 'api-key-circle']);
    }
  });

  test('sees those circles only, in lists and in exports', async () => {
    const list = await getWith(key);
    expect(list.json().total).toBe(2);
    const pins = list.json().data.map(({ pin }: { pin: string }) => pin);
    expect(pins.sort()).toEqual(['1', '2']);
    const csv = await server.app.inject({
      url: '/api/all-reports-export?circle=MODEL%20TOWN',
      headers: { authorization: `Bearer ${key}`, accept: 'text/csv' },
    });
    expect(readCsv(csv.body.slice(1))).toHaveLength(3);
  });

  test('opens photos of those circles only', async () => {
    const elsewhere = newPhotoName('jpg');
    await insertReports(server.database, [
      report({ circle: 'Johar', pin: '4', photo_name: elsewhere }),
    ]);
    // Both are 404: the store of this test does not have the key's own photo, and the other is in another circle.
    const own = await getWith(key, `/storage/${photoName}`);
    const others = await getWith(key, `/storage/${elsewhere}`);
    expect([own.statusCode, others.statusCode]).toEqual([404, 404]);
    const other = await addTestKey(server, ['photos'], ['Johar']);
    expect((await getWith(other.key, '/api/all-reports')).statusCode).toBe(403);
  });
});

describe('what a key reads', () => {
  test.each<[ApiScope[]]>([
    [['reports']],
    [['reports', 'photos']],
  ])('has names of photos without signature for %s', async (scopes) => {
    const { key } = await addTestKey(server, scopes, ['Model Town']);
    const list = await getWith(key, '/api/all-reports?pin=1');
    expect(list.json().data[0].picture_path).toBe(photoName);
    const whole = await getWith(key, '/api/all-reports-export?pin=1');
    expect(whole.json().data[0].picture_path).toBe(photoName);
    const { statusCode } = await server.app.inject({ url: `/storage/${photoName}` });
    expect(statusCode).toBe(403);
  });
});
