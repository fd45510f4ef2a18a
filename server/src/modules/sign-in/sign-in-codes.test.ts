// Sign-in on the surveyor's page with a code from the office: once, within 24 hours, and not by guessing.
import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import type { Person } from '../../testing/test-server.ts';
import { forgetOldSignInCodes } from './sign-in-codes.commands.ts';

const server = setUpTestServer();
let ali: Person;
beforeAll(async () => {
  ali = await server.addSurveyor('ali');
});

const make = (people: readonly Pick<Person, 'id'>[], token = server.administrator.token) =>
  server.call(calls.makeSignInCodes, { body: { user_ids: people.map(({ id }) => id) } }, token);

const codeFor = async (person: Person): Promise<string> =>
  (await make([person])).body.codes[0]?.code ?? '';

const signIn = async (code: string, remoteAddress = '10.30.0.1') => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/device/sign-in-code',
    payload: { code },
    remoteAddress,
  });
  return { status: answer.statusCode, ...answer.json() };
};

const listOf = async (token: string) =>
  (await server.call(calls.devicePins, { query: {} }, token)).status;

const entries = async () =>
  (
    await sql`select action, actor, subject from audit_entries
      where action in ('make-sign-in-code', 'device-sign-in', 'sign-in-failed') order by id`.execute(
      server.database.db,
    )
  ).rows;

describe('a code is refused', () => {
  test('to be made by a surveyor, for an administrator, for a blocked surveyor among others', async () => {
    const blocked = await server.addSurveyor('dost', { is_active: false });
    expect((await make([ali], ali.token)).status).toBe(403);
    expect((await make([server.administrator])).status).toBe(404);
    expect((await make([ali, blocked])).status).toBe(403);
    const { rows } = await sql`select from sign_in_codes`.execute(server.database.db);
    expect(rows).toEqual([]);
  });

  test('that was never made, that is empty, that is a password', async () => {
    for (const code of ['lamp-river-orange-table-music-cloud', 'one', 'surveyor-secret']) {
      expect(await signIn(code)).toMatchObject({ status: 401, code: 'wrong-credentials' });
    }
    expect((await signIn(' ')).status).toBe(422);
  });

  test('once it was used, replaced, or is a day old', async () => {
    const first = await codeFor(ali);
    const code = await codeFor(ali);
    expect((await signIn(first)).status).toBe(401);
    expect((await signIn(code)).status).toBe(200);
    expect((await signIn(code)).status).toBe(401);
    const old = await codeFor(ali);
    const age = (hours: number) =>
      sql`update sign_in_codes set created_at = now() - make_interval(hours => ${hours})`.execute(
        server.database.db,
      );
    await age(25);
    expect((await signIn(old)).status).toBe(401);
    await age(23);
    await forgetOldSignInCodes(server.database.db);
    expect((await signIn(old)).status).toBe(200);
  });

  test('after its surveyor was blocked, got another password, or was deleted', async () => {
    const sana = await server.addSurveyor('sana');
    const office = server.administrator.token;
    const status = (active: boolean) => ({ body: { user_id: sana.id, status: active } });
    const blocked = await codeFor(sana);
    await server.call(calls.changeUserStatus, status(false), office);
    await server.call(calls.changeUserStatus, status(true), office);
    expect((await signIn(blocked)).status).toBe(401);
    const reset = await codeFor(sana);
    const body = { user_id: sana.id, password: 'another-secret' };
    await server.call(calls.resetUserPassword, { body }, office);
    expect((await signIn(reset)).status).toBe(401);
    const deleted = await codeFor(sana);
    await server.call(calls.deleteUser, { body: { user_id: sana.id } }, office);
    expect((await signIn(deleted)).status).toBe(401);
  });

  test('after thirty wrong ones from one network in a quarter of an hour', async () => {
    const code = await codeFor(ali);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 31; attempt += 1) {
      statuses.push((await signIn(`lamp-${attempt}-a`, '10.30.0.2')).status);
    }
    expect(statuses).toEqual([...Array(30).fill(401), 429]);
    expect((await signIn(code, '10.30.0.2')).status).toBe(429);
    expect((await signIn(code, '10.30.0.3')).status).toBe(200);
  });
});

describe('a code signs in', () => {
  test('its surveyor, however it is typed, and both sides are in Activity', async () => {
    const before = (await entries()).length;
    const { body } = await make([ali]);
    const [{ code, username } = { code: '', username: '' }] = body.codes;
    expect(code).toMatch(/^[a-z]{3,8}(-[a-z]{3,8}){5}$/);
    expect(username).toBe('ali');
    expect(body.address).toMatch(/^http:\/\/[^/]+\/survey\/$/);
    const { status, token, user } = await signIn(` ${code.toUpperCase().replaceAll('-', ' , ')} `);
    expect([status, user.username]).toEqual([200, 'ali']);
    expect(await listOf(token)).toBe(200);
    expect((await entries()).slice(before)).toEqual([
      { action: 'make-sign-in-code', actor: 'amina', subject: 'ali' },
      { action: 'device-sign-in', actor: 'ali', subject: 'ali' },
    ]);
  });

  test('one of two phones that have it at the same time', async () => {
    const code = await codeFor(ali);
    const both = await Promise.all([signIn(code), signIn(code), signIn(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test('and is nowhere in the database', async () => {
    const code = await codeFor(ali);
    const { rows } = await sql<{ all: string }>`
      select string_agg(sign_in_codes::text, ' ') || (select string_agg(details::text, ' ') from audit_entries)
        as all from sign_in_codes`.execute(server.database.db);
    expect(rows[0]?.all).toContain('user_id');
    const words = code.split('-');
    for (const [at, word] of words.slice(1).entries())
      expect(rows[0]?.all).not.toContain(`${words[at]}-${word}`);
  });
});
