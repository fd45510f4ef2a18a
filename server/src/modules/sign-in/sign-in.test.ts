import { calls, messages, roles } from '@survey/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { forgetEndedSessions } from '../../plugins/sessions.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { testPassword } from '../../testing/test-server.ts';
import { resetPassword } from './administrators.commands.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';

const server = setUpTestServer();

const login = (email: string, password: string, address = '127.0.0.1') =>
  server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password },
    remoteAddress: address,
  });

describe('login', () => {
  test('refuses a body without fields with the field map', async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/login', payload: {} });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['email', 'password']);
  });

  test('refuses broken JSON without calling it our fault', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: '{"email":',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('malformed-request');
  });

  test('says the same of an unknown account and of a wrong password', async () => {
    const unknown = await login('nobody@example.org', testPassword);
    const wrong = await login(server.administrator.email, 'not the password');
    expect(unknown.statusCode).toBe(401);
    const plain = ({ request_id, ...body }: Record<string, unknown>) => body;
    expect(plain(unknown.json())).toEqual(plain(wrong.json()));
    expect(unknown.json().error).toBe(messages['wrong-credentials']);
  });

  test('answers token and user, whatever the role, in any case of the email', async () => {
    const ali = await server.addSurveyor('ali');
    const answer = await login('ALI@example.org', testPassword);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().user).toEqual({
      id: ali.id,
      role_id: roles.mobileUser,
      name: ali.name,
      username: 'ali',
      email: 'ali@example.org',
    });
  });

  test('a mobile user gets no further with an administrator call', async () => {
    const { token } = (await login('ali@example.org', testPassword)).json();
    const answer = await server.call(calls.capabilities, {}, token);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('Access not allowed');
  });

  test('a blocked account is refused', async () => {
    await server.addSurveyor('bilal', { is_active: false });
    const answer = await login('bilal@example.org', testPassword);
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe('user-blocked');
  });

  test('ten failures of an account are followed by 429 that says how long', async () => {
    await server.addSurveyor('dania');
    for (let failure = 0; failure < 10; failure += 1) {
      const answer = await login('dania@example.org', 'wrong', `10.0.0.${failure}`);
      expect(answer.statusCode).toBe(401);
    }
    const answer = await login('dania@example.org', testPassword, '10.0.0.99');
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800);
    expect(answer.json().error).toBe('Too many failed sign-ins. Please try again in 15 minutes.');
  });

  test('parallel guesses are counted too', async () => {
    await server.addSurveyor('ehsan');
    const guesses = Array.from({ length: 30 }, (_, index) =>
      login('ehsan@example.org', 'wrong', `10.0.1.${index}`),
    );
    const statuses = (await Promise.all(guesses)).map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
  });

  test('ten failures from an address stop that address only', async () => {
    for (let failure = 0; failure < 10; failure += 1) {
      await login(`guess-${failure}@example.org`, 'wrong', '10.9.9.9');
    }
    const { email } = server.administrator;
    expect((await login(email, testPassword, '10.9.9.9')).statusCode).toBe(429);
    expect((await login(email, testPassword, '10.9.9.8')).statusCode).toBe(200);
  });
});

describe('sessions', () => {
  test('the token is stored only as a hash', async () => {
    const { token } = (await login(server.administrator.email, testPassword)).json();
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from sessions where position(${token} in encode(token_hash, 'escape')) > 0)
        as found`.execute(server.database.db);
    expect(rows[0]?.found).toBe(false);
  });

  test('ends at logout, on both paths', async () => {
    for (const url of ['/logout', '/api/logout']) {
      const { token } = (await login(server.administrator.email, testPassword)).json();
      const headers = { authorization: `Bearer ${token}` };
      expect((await server.app.inject({ method: 'POST', url, headers })).statusCode).toBe(200);
      expect((await server.call(calls.capabilities, {}, token)).status).toBe(401);
    }
  });

  test('ends after twelve hours without use and after seven days', async () => {
    const ageing = async (column: 'last_used_at' | 'created_at', hours: number) => {
      const { token } = (await login(server.administrator.email, testPassword)).json();
      await sql`update sessions set ${sql.ref(column)} = now() - make_interval(hours => ${hours})
        where user_id = ${server.administrator.id} and token_hash = sha256(${token}::bytea)`.execute(
        server.database.db,
      );
      return (await server.call(calls.capabilities, {}, token)).status;
    };
    expect(await ageing('last_used_at', 11)).toBe(200);
    expect(await ageing('last_used_at', 13)).toBe(401);
    expect(await ageing('created_at', 24 * 6)).toBe(200);
    expect(await ageing('created_at', 24 * 7 + 1)).toBe(401);
  });

  test('that has ended by itself is forgotten, one that is open stays', async () => {
    const { db } = server.database;
    await db.deleteFrom('sessions').execute();
    for (const [column, hours] of [
      ['last_used_at', 11],
      ['last_used_at', 13],
      ['created_at', 24 * 7 + 1],
    ] as const) {
      await login(server.administrator.email, testPassword);
      await sql`update sessions set ${sql.ref(column)} = now() - make_interval(hours => ${hours})
        where id = (select max(id) from sessions)`.execute(db);
    }
    expect(await forgetEndedSessions(db, server.config)).toBe(2);
    expect(await forgetEndedSessions(db, server.config)).toBe(0);
    expect(await db.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  });

  test('ends when the password is reset', async () => {
    const farid = await server.addSurveyor('farid');
    await resetPassword(server.database.db, { login: 'farid', password: 'another-secret' });
    expect((await server.call(calls.devicePins, { query: {} }, farid.token)).status).toBe(401);
    expect((await login(farid.email, 'another-secret')).statusCode).toBe(200);
  });
});

describe('the first administrator', () => {
  test('is not made where one exists', async () => {
    const made = await ensureFirstAdministrator(server.database.db, {
      ADMIN_EMAIL: undefined,
      ADMIN_PASSWORD: undefined,
    });
    expect(made).toBeUndefined();
  });

  test('is made once by two servers that start at once, with a password that works', async () => {
    await server.database.db.deleteFrom('users').where('role_id', '=', 1).execute();
    const settings = { ADMIN_EMAIL: 'first@example.org', ADMIN_PASSWORD: undefined };
    const made = await Promise.all([
      ensureFirstAdministrator(server.database.db, settings),
      ensureFirstAdministrator(server.database.db, settings),
    ]);
    const [only, ...others] = made.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    const answer = await login('first@example.org', only?.password ?? '', '10.0.0.200');
    expect(answer.statusCode).toBe(200);
  });
});
