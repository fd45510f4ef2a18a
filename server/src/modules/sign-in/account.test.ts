// Changes of an administrator's own account: refusals first.
import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { type TOTP, URI } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operator } from '../../database/audit.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { testPassword } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';
import { waitsForLock } from '../../testing/waits-for-lock.ts';
import { addAdministrator } from './administrators.commands.ts';
import { resetSecondFactor } from './resets.commands.ts';

const server = setUpTestServer();

let person = 0;
let email = '';
let token = '';
const password = 'eleven wells near Sialkot';

const login = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: body,
    remoteAddress: `10.7.${person}.1`,
    headers: { 'user-agent': 'Test browser', ...headers },
  });

const signedIn = async (body: Record<string, unknown> = {}): Promise<string> => {
  const answer = await login({ email, password, ...body });
  expect([answer.statusCode, answer.json().message]).toEqual([200, undefined]);
  return answer.json().token;
};

/** A new account for each test, so that failures of one do not count for the next. */
beforeEach(async () => {
  person += 1;
  email = `admin-${person}@example.org`;
  await addAdministrator(server.database.db, operator, {
    email,
    name: `Admin ${person}`,
    password,
    mustChange: false,
  });
  token = await signedIn();
});
afterEach(() => vi.useRealTimers());

const overview = async (with_ = token) =>
  (await server.call(calls.accountOverview, {}, with_)).body;
const isSignedIn = async (with_: string) =>
  (await server.call(calls.capabilities, {}, with_)).status === 200;
const entriesOf = async (action: string) =>
  server.database.db
    .selectFrom('audit_entries')
    .select(['actor', 'subject', 'details'])
    .where('action', '=', action)
    .where('subject', '=', email)
    .execute();

describe('the own password', () => {
  const change = (current_password: string, new_password: string, with_ = token) =>
    server.call(calls.changeOwnPassword, { body: { current_password, new_password } }, with_);

  test.each([
    ['elevenchars', 'must be at least 12 characters'],
    ['password1234', 'is too easy to guess: This is similar to a commonly used password'],
    ['qwertyuiop12', 'is too easy to guess: This is similar to a commonly used password'],
    ['fieldsurvey1', 'is too easy to guess'],
    [password, 'is the one you have'],
  ])('does not become %s', async (wanted, why) => {
    const answer = await change(password, wanted);
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.new_password?.join()).toContain(why);
    expect(await isSignedIn(token)).toBe(true);
  });

  test('does not become the email with a year', async () => {
    expect((await change(password, `${email}2026`)).body.errors?.new_password).toBeDefined();
  });

  test('is not changed by who knows the token only, and not guessed either', async () => {
    for (let failure = 0; failure < 10; failure += 1) {
      const answer = await change(`guess ${failure}`, 'seven parcels by the canal');
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { current_password: ['is not correct'] },
      ]);
    }
    const answer = await change(password, 'seven parcels by the canal');
    expect([answer.status, answer.body.code]).toEqual([429, 'too-many-attempts']);
    await server.database.db.deleteFrom('sign_in_failures').execute();
  });

  test('is changed: every session ends, and a new one begins', async () => {
    const elsewhere = await signedIn();
    const { status, body } = await change(password, 'seven parcels by the canal');
    expect(status).toBe(200);
    expect([await isSignedIn(token), await isSignedIn(elsewhere)]).toEqual([false, false]);
    expect(await isSignedIn(body.token)).toBe(true);
    expect((await login({ email, password })).statusCode).toBe(401);
    await signedIn({ password: 'seven parcels by the canal' });
    expect(await entriesOf('change-own-password')).toHaveLength(1);
  });

  test('signs in however short it was when it was given', async () => {
    await server.addSurveyor('amina.old');
    const { administrator } = server;
    const answer = await login({ email: administrator.email, password: testPassword });
    expect(answer.statusCode).toBe(200);
  });
});

describe('the own sessions', () => {
  test('are listed with address and browser, the current one marked, of nobody else', async () => {
    const other = await login({ email, password }, { 'user-agent': 'Other browser' });
    expect(other.statusCode).toBe(200);
    const { sessions } = await overview();
    expect(
      sessions.map(({ address, user_agent, is_current }) => [address, user_agent, is_current]),
    ).toEqual([
      [`10.7.${person}.1`, 'Other browser', false],
      [`10.7.${person}.1`, 'Test browser', true],
    ]);
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  test('end one by one; another account’s does not', async () => {
    const elsewhere = await signedIn();
    const [ended] = (await overview()).sessions.filter(({ is_current }) => !is_current);
    const stranger = await server.database.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', server.administrator.id)
      .executeTakeFirstOrThrow();
    for (const id of [stranger.id, ended?.id ?? 0, ended?.id ?? 0]) {
      const { status } = await server.call(calls.endOwnSession, { body: { id } }, token);
      expect(status).toBe(200);
    }
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(token)).toBe(true);
    expect(await isSignedIn(server.administrator.token)).toBe(true);
  });

  test('end everywhere at once, here too', async () => {
    const elsewhere = await signedIn();
    expect((await server.call(calls.endOwnSessions, {}, token)).status).toBe(200);
    expect([await isSignedIn(token), await isSignedIn(elsewhere)]).toEqual([false, false]);
    expect(await isSignedIn(server.administrator.token)).toBe(true);
  });
});

describe('the second factor', () => {
  const start = (given = password) =>
    server.call(calls.startSecondFactor, { body: { password: given } }, token);
  const confirm = (code: string) =>
    server.call(calls.confirmSecondFactor, { body: { code } }, token);

  /** Switches it on; returns the app and the recovery codes. */
  const switchedOn = async () => {
    const { body } = await start();
    const app = URI.parse(body.uri) as TOTP;
    const used = app.generate();
    const confirmed = await confirm(used);
    expect(confirmed.status).toBe(200);
    return { app, used, secret: body.secret, codes: confirmed.body.recovery_codes };
  };
  /** An unused code: of the next half minute, which is valid already. */
  const nextCode = (app: TOTP) => app.generate({ timestamp: Date.now() + 30_000 });

  test('is not begun without the password, and not confirmed with a wrong code', async () => {
    expect((await start('wrong')).body.errors).toEqual({ password: ['is not correct'] });
    expect((await confirm('123456')).body.errors).toEqual({ code: ['is not correct'] });
    const { body } = await start();
    const app = URI.parse(body.uri) as TOTP;
    const wrong = String((Number(app.generate()) + 1) % 1_000_000).padStart(6, '0');
    expect((await confirm(wrong)).status).toBe(422);
    // The secret has no effect before it is confirmed.
    await signedIn();
    expect((await overview()).second_factor).toEqual({
      is_on: false,
      since: null,
      recovery_codes_left: 0,
    });
  });

  test('once on, sign-in without a code is refused, whatever stands in for one', async () => {
    const elsewhere = await signedIn();
    const { app, used } = await switchedOn();
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(token)).toBe(true);
    for (const code of [undefined, ' - ']) {
      const answer = await login({ email, password, code });
      expect([code, answer.statusCode, answer.json().code]).toEqual([
        code,
        401,
        'second-factor-required',
      ]);
    }
    for (const code of ['000000x', 'aaaa-aaaa-aaaa-aaaa', used, '٠٠٠٠٠٠', "' or 1=1"]) {
      const answer = await login({ email, password, code });
      expect([code, answer.statusCode, answer.json().code]).toEqual([
        code,
        401,
        'second-factor-wrong',
      ]);
    }
    // Without the password the answer does not tell whether the code is right.
    const answer = await login({ email, password: 'wrong', code: nextCode(app) });
    expect(answer.json().code).toBe('wrong-credentials');
    await signedIn({ code: nextCode(app) });
    expect(await entriesOf('sign-in-failed')).toHaveLength(6);
    expect(await entriesOf('sign-in-code-asked')).toHaveLength(2);
  });

  test('a code signs in once, also where it is sent ten times at once', async () => {
    const { app } = await switchedOn();
    const code = nextCode(app);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        login({ email, password, code: `${code.slice(0, 3)} ${code.slice(3)}` }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('a recovery code signs in once in its place, however it is written', async () => {
    const { codes } = await switchedOn();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    expect(first).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
    await signedIn({ code: ` ${first.toUpperCase().replaceAll('-', '  ')}` });
    expect((await login({ email, password, code: first })).statusCode).toBe(401);
    await signedIn({ code: second });
    expect((await overview()).second_factor.recovery_codes_left).toBe(8);
  });

  test('codes are guessed ten times at most, and the password alone does not clear the count', async () => {
    const { app } = await switchedOn();
    for (let failure = 0; failure < 5; failure += 1) {
      const code = String(failure).padStart(8, '0');
      expect((await login({ email, password, code })).json().code).toBe('second-factor-wrong');
      expect((await login({ email, password })).json().code).toBe('second-factor-required');
    }
    expect((await login({ email, password, code: nextCode(app) })).statusCode).toBe(429);
  });

  test('new recovery codes end the old ones; off means off; each asks for password and code', async () => {
    const { codes } = await switchedOn();
    const renew = (given: string, code?: string) =>
      server.call(calls.newRecoveryCodes, { body: { password: given, code } }, token);
    const stop = (given: string, code?: string) =>
      server.call(calls.stopSecondFactor, { body: { password: given, code } }, token);
    for (const change of [renew, stop]) {
      expect((await change('wrong', codes[0])).body.errors).toEqual({
        password: ['is not correct'],
      });
      expect((await change(password)).body.errors).toEqual({ code: ['is required'] });
      expect((await change(password, '000000')).body.errors).toEqual({
        code: ['is not correct'],
      });
    }
    expect((await start()).body.code).toBe('conflict');
    const elsewhere = await signedIn({ code: codes[0] });
    const renewed = (await renew(password, codes[1])).body.recovery_codes;
    expect([await isSignedIn(elsewhere), await isSignedIn(token)]).toEqual([false, true]);
    expect((await login({ email, password, code: codes[2] })).statusCode).toBe(401);
    const again = await signedIn({ code: renewed[0] });
    expect((await stop(password, renewed[1])).status).toBe(200);
    expect([await isSignedIn(again), await isSignedIn(token)]).toEqual([false, true]);
    await signedIn();
    expect((await renew(password)).body.code).toBe('conflict');
  });

  test('ends the session of a sign-in that was checked while it was being switched on', async () => {
    await start();
    const late: Promise<number>[] = [];
    const { db } = server.database;
    // The sign-in has looked for a factor when it comes to open its session, which waits here.
    await db.transaction().execute(async (transaction) => {
      await sql`select from users where email = ${email} for update`.execute(transaction);
      late.push(login({ email, password }).then(({ statusCode }) => statusCode));
      await until(() => waitsForLock(db));
      await transaction
        .updateTable('second_factors')
        .set({ confirmed_at: new Date() })
        .where('user_id', '=', sql<number>`(select id from users where email = ${email})`)
        .execute();
    });
    expect((await Promise.all(late))[0]).toBe(401);
  });

  test('the database holds neither the secret nor the codes', async () => {
    const { secret, app, codes } = await switchedOn();
    const { rows } = await sql<{ text: string }>`
      select second_factors::text as text from second_factors
      union all select recovery_codes::text from recovery_codes
      union all select audit_entries::text from audit_entries`.execute(server.database.db);
    const kept = rows.map(({ text }) => text).join('\n');
    const hex = Buffer.from(app.secret.bytes).toString('hex');
    for (const hidden of [
      secret,
      hex,
      ...codes,
      ...codes.map((code) => code.replaceAll('-', '')),
    ]) {
      expect(kept).not.toContain(hidden);
      expect(kept).not.toContain(Buffer.from(hidden).toString('hex'));
    }
  });

  test('a row copied to another account does not open there', async () => {
    const { app } = await switchedOn();
    const victim = server.administrator;
    await sql`insert into second_factors (user_id, secret, confirmed_at)
      select ${victim.id}, secret, now() from second_factors
      where user_id = (select id from users where email = ${email})`.execute(server.database.db);
    const answer = await login({
      email: victim.email,
      password: testPassword,
      code: nextCode(app),
    });
    expect(answer.statusCode).not.toBe(200);
    await resetSecondFactor(server.database.db, victim.email);
  });

  test('is reset by the operator, who ends the sessions too', async () => {
    await switchedOn();
    await resetSecondFactor(server.database.db, email.toUpperCase());
    expect(await isSignedIn(token)).toBe(false);
    await signedIn();
    await expect(resetSecondFactor(server.database.db, email)).rejects.toThrow(
      'has no second factor',
    );
    await expect(resetSecondFactor(server.database.db, 'nobody')).rejects.toThrow('no account');
  });
});
