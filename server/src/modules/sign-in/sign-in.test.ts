import { calls, messages, roles } from '@survey/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { operator } from '../../database/audit.ts';
import { forgetEndedSessions } from '../../plugins/sessions.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { testPassword } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { waitsForLock } from '../../testing/waits-for-lock.ts';
import { changeUserStatus } from '../users/users.commands.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';
import { resetPassword } from './resets.commands.ts';

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
      const answer = await login('dania@example.org', 'wrong', '10.0.0.1');
      expect(answer.statusCode).toBe(401);
    }
    const answer = await login('dania@example.org', testPassword, '10.0.0.1');
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800);
    expect(answer.json().error).toBe('Too many failed sign-ins. Please try again in 15 minutes.');
  });

  test('a name signs in as it was written, whatever its lower case is', async () => {
    await server.addSurveyor('VELİ');
    expect((await login('VELİ', testPassword)).statusCode).toBe(200);
    await server.addSurveyor('zoé'.normalize('NFD'));
    expect((await login('ZOÉ'.normalize('NFC'), testPassword)).statusCode).toBe(401);
    expect((await login('ZOÉ'.normalize('NFD'), testPassword)).statusCode).toBe(200);
  });

  test('a device sign-in that is refused for the role is a failed one', async () => {
    const { username, email } = server.administrator;
    const refused = () =>
      server.call(calls.deviceSignIn, { body: { login: email, password: testPassword } });
    expect((await refused()).body.code).toBe('access-not-allowed');
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('subject', '=', username)
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(entries).toEqual([
      { action: 'sign-in-failed', details: { reason: 'access-not-allowed' } },
    ]);
  });

  test('a blocked account with its right password is refused ten times, then not looked at', async () => {
    await server.addSurveyor('chand', { is_active: false });
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) {
      statuses.push((await login('chand', testPassword, '10.0.3.1')).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429, 429]);
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

  test('is not opened while its user is being blocked', async () => {
    const ghazala = await server.addSurveyor('ghazala');
    const { db } = server.database;
    const signingIn: Promise<number>[] = [];
    await db.transaction().execute(async (transaction) => {
      await changeUserStatus(transaction, operator, { user_id: ghazala.id, status: false });
      signingIn.push(login('ghazala', testPassword).then(({ statusCode }) => statusCode));
      // The password is right and the account still active: the session waits for the block.
      await until(() => waitsForLock(db));
    });
    expect(await Promise.all(signingIn)).toEqual([401]);
    const sessions = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', ghazala.id)
      .execute();
    expect(sessions).toEqual([]);
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
