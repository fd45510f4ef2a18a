// Administrators for each other, what must be done before the first call, and who is told. Refusals come first.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Call, calls } from '@survey/contract';
import { type TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, operator } from '../../database/audit.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { startTestServer, type TestServer, testPassword } from '../../testing/test-server.ts';
import {
  addAdministrator,
  changeAdministratorStatus,
  limitAdministrator,
  removeAdministrator,
} from './administrators.commands.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';
import { handOver, removeHandOver } from './hand-over.ts';
import { resetPassword } from './resets.commands.ts';

const server = setUpTestServer();
const password = 'eleven wells near Sialkot';

const add = async (email: string, mustChange = false, on: TestServer = server) => {
  await addAdministrator(on.database.db, operator, { email, name: 'Saba', password, mustChange });
  const found = await on.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return found.id;
};

const login = async (email: string, address = '10.11.0.1', on: TestServer = server, more = {}) => {
  const answer = await on.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password, ...more },
    remoteAddress: address,
  });
  return { status: answer.statusCode, ...answer.json() };
};

const actionsOf = async (subject: string) => {
  const found = await server.database.db
    .selectFrom('audit_entries')
    .select(['action', 'actor'])
    .where('subject', '=', subject)
    .where('action', 'like', '%administrator%')
    .orderBy('id')
    .execute();
  return found.map(({ action, actor }) => [action, actor]);
};

describe('an administrator', () => {
  const me = () => server.administrator;
  const confirmed = { password: testPassword };

  test('is not added, blocked or removed by who has a token only', async () => {
    const id = await add('kept@example.org');
    const { token } = me();
    const wrong = { password: 'a guess' };
    const answers = [
      await server.call(
        calls.addAdministrator,
        { body: { ...wrong, email: 'thief@example.org', name: 'Thief' } },
        token,
      ),
      await server.call(
        calls.changeAdministratorStatus,
        { body: { ...wrong, user_id: id, status: false } },
        token,
      ),
      await server.call(calls.removeAdministrator, { body: { ...wrong, user_id: id } }, token),
    ];
    for (const { status, body } of answers) {
      expect([status, body.errors]).toEqual([422, { password: ['is not correct'] }]);
    }
    const { body } = await server.call(calls.administrators, {}, token);
    expect(body.administrators.map(({ email, status }) => [email, status])).toEqual([
      [me().email, true],
      ['kept@example.org', true],
    ]);
  });

  test('is added with a made password, blocked, unblocked and removed, each with its entry', async () => {
    const { token, username } = me();
    const added = await server.call(
      calls.addAdministrator,
      { body: { ...confirmed, email: 'new@example.org', name: 'Nadia' } },
      token,
    );
    expect(added.status).toBe(200);
    expect(added.body.made_password).toHaveLength(24);
    const again = await server.call(
      calls.addAdministrator,
      { body: { ...confirmed, email: 'NEW@example.org', name: 'Nadia' } },
      token,
    );
    expect(again.body.errors).toEqual({ email: ['The email has already been taken.'] });
    const listed = (await server.call(calls.administrators, {}, token)).body.administrators;
    const nadia = listed.find(({ email }) => email === 'new@example.org');
    expect(nadia).toMatchObject({
      name: 'Nadia',
      second_factor: false,
      must_change_password: true,
      last_seen: null,
      is_me: false,
    });
    const user_id = nadia?.id ?? 0;
    const session = await login('new@example.org', '10.11.0.2', server, {
      password: added.body.made_password,
    });
    expect(session.status).toBe(200);
    const change = (status: boolean) =>
      server.call(
        calls.changeAdministratorStatus,
        { body: { ...confirmed, user_id, status } },
        token,
      );
    expect((await change(false)).status).toBe(200);
    expect((await server.call(calls.capabilities, {}, session.token)).status).toBe(401);
    expect((await change(true)).status).toBe(200);
    const removed = await server.call(
      calls.removeAdministrator,
      { body: { ...confirmed, user_id } },
      token,
    );
    expect(removed.status).toBe(200);
    expect(await actionsOf('new@example.org')).toEqual([
      ['add-administrator', username],
      ['change-administrator-status', username],
      ['change-administrator-status', username],
      ['remove-administrator', username],
    ]);
  });

  test('does not remove themselves, nor a surveyor', async () => {
    const { id } = await server.addSurveyor('omar');
    for (const [user_id, code] of [
      [me().id, 'conflict'],
      [id, 'not-found'],
    ] as const) {
      const answer = await server.call(
        calls.removeAdministrator,
        { body: { ...confirmed, user_id } },
        me().token,
      );
      expect(answer.body.code).toBe(code);
    }
  });

  test('who is the last active one cannot go, also where two remove each other at once', async () => {
    const own = await startTestServer();
    try {
      const { db } = own.database;
      const first = { ...operator, id: own.administrator.id, username: 'amina' };
      await expect(removeAdministrator(db, operator, { user_id: first.id })).rejects.toThrow(
        'last active',
      );
      const second = { ...operator, id: await add('second@example.org', false, own) };
      const outcomes = await Promise.allSettled([
        removeAdministrator(db, first, { user_id: second.id }),
        removeAdministrator(db, second, { user_id: first.id }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const [left] = await db.selectFrom('users').select('id').where('role_id', '=', 1).execute();
      await expect(
        changeAdministratorStatus(db, operator, { user_id: left?.id ?? 0, status: false }),
      ).rejects.toThrow('last active');
    } finally {
      await own.close();
    }
  });
});

describe('one administrator without limits', () => {
  test('stays, whoever limits whom, also where two limit, block and remove each other at once', async () => {
    const own = await startTestServer();
    try {
      const { db } = own.database;
      const first = { ...operator, id: own.administrator.id, username: 'amina' };
      const limits = { circles: ['Model Town'], read_only: false };
      const onlyReading = { circles: null, read_only: true };
      const last = 'last active';
      for (const some of [limits, onlyReading]) {
        await expect(
          limitAdministrator(db, operator, { user_id: first.id, ...some }),
        ).rejects.toThrow(last);
        const body = { ...some, user_id: first.id, password: testPassword };
        const { token } = own.administrator;
        const byThemselves = await own.call(calls.limitAdministrator, { body }, token);
        expect(byThemselves.body.code).toBe('conflict');
      }
      // A limited administrator does not count as the remaining one, whichever limit it is.
      const [byCircle, byReading] = [
        await add('circle@example.org', false, own),
        await add('reading@example.org', false, own),
      ];
      await limitAdministrator(db, first, { user_id: byCircle, ...limits });
      await limitAdministrator(db, first, { user_id: byReading, ...onlyReading });
      await expect(removeAdministrator(db, operator, { user_id: first.id })).rejects.toThrow(last);
      await expect(
        changeAdministratorStatus(db, operator, { user_id: first.id, status: false }),
      ).rejects.toThrow(last);
      for (const id of [byCircle, byReading]) {
        await expect(
          limitAdministrator(db, { ...operator, id }, { user_id: first.id, ...limits }),
        ).rejects.toThrow('Access not allowed');
      }

      const unlimited = async () => {
        const rows = await db
          .selectFrom('users')
          .select('id')
          .where('role_id', '=', 1)
          .where('is_active', '=', true)
          .where('limited_to', 'is', null)
          .where('is_read_only', '=', false)
          .execute();
        return rows.map(({ id }) => id);
      };
      const ways = [
        (actor: Actor, user_id: number) => limitAdministrator(db, actor, { user_id, ...limits }),
        (actor: Actor, user_id: number) =>
          limitAdministrator(db, actor, { user_id, ...onlyReading }),
        (actor: Actor, user_id: number) =>
          changeAdministratorStatus(db, actor, { user_id, status: false }),
        (actor: Actor, user_id: number) => removeAdministrator(db, actor, { user_id }),
      ];
      for (const [at, way] of ways.entries()) {
        const [one] = await unlimited();
        const other = await add(`peer-${at}@example.org`, false, own);
        const pair = [one as number, other].map((id) => ({ ...operator, id }));
        const outcomes = await Promise.allSettled([
          way(pair[0] as Actor, other),
          // Each way runs at the same time as itself or as the first one.
          (at % 2 === 0 ? way : ways[0])?.(pair[1] as Actor, one as number),
        ]);
        expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
        expect(await unlimited()).toHaveLength(1);
      }
    } finally {
      await own.close();
    }
  });
});

/** Every call of administrators that a token may make, with the codes of the others. */
const codesOf = async (on: TestServer, token: string) => {
  const anything = {
    username: 'x',
    id: '1',
    check: 'photo-same',
    x: '1',
    y: '1',
    z: '1',
    '*': 'x',
  };
  const found = { open: [] as string[], refused: new Set<string>() };
  const table: Call[] = Object.values(calls);
  // The call that ends this very session comes last.
  const asked = table
    .filter(({ access }) => access === 'administrator')
    .toSorted((a, b) => Number(a === calls.endOwnSessions) - Number(b === calls.endOwnSessions));
  for (const call of asked) {
    const answer = await on.call(call as Call, { body: {}, params: anything } as never, token);
    const { code = '' } = answer.body as { code?: string };
    if (code.endsWith('-required')) found.refused.add(code);
    else found.open.push(call.name);
  }
  return { open: found.open.toSorted(), refused: [...found.refused] };
};
const duringSetup = [
  'accountOverview',
  'capabilities',
  'changeOwnPassword',
  'confirmSecondFactor',
  'endOwnSession',
  'endOwnSessions',
  'startSecondFactor',
];

describe('a made password', () => {
  test('opens nothing but the account, until it is changed', async () => {
    await add('made@example.org', true);
    const { token } = await login('made@example.org');
    const before = await server.call(calls.capabilities, {}, token);
    expect(before.body.setup).toBe('password');
    const changed = await server.call(
      calls.changeOwnPassword,
      { body: { current_password: password, new_password: 'seven parcels by the canal' } },
      token,
    );
    expect(changed.status).toBe(200);
    const after = await server.call(calls.administrators, {}, changed.body.token);
    expect(after.status).toBe(200);
    await resetPassword(server.database.db, { login: 'made@example.org', password, isMade: true });
    const again = (await login('made@example.org')).token;
    expect(await codesOf(server, again)).toEqual({
      open: duringSetup,
      refused: ['password-change-required'],
    });
  });

  test('comes to a terminal, or into a file of its owner that goes once it was changed', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'survey-hand-over-'));
    const made = { email: 'first@example.org', password: 'k7WqPm2fA9xtRc4pnVd3' };
    const { db } = server.database;
    try {
      expect(await handOver(made, { dataDir, isTerminal: true })).toContain(made.password);
      const line = await handOver(made, { dataDir, isTerminal: false });
      expect(line).not.toContain(made.password);
      const file = path.join(dataDir, 'first-administrator.txt');
      expect(line).toContain(file);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readFile(file, 'utf8')).toBe(`${made.email}\n${made.password}\n`);
      await db.updateTable('users').set({ must_change_password: true }).execute();
      await removeHandOver(db, dataDir);
      expect((await stat(file)).isFile()).toBe(true);
      await db.updateTable('users').set({ must_change_password: false }).execute();
      await removeHandOver(db, dataDir);
      await expect(stat(file)).rejects.toThrow('ENOENT');
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  test('is not one that ADMIN_PASSWORD set', async () => {
    const own = await startTestServer();
    try {
      const { db } = own.database;
      for (const ADMIN_PASSWORD of [password, undefined]) {
        await db.deleteFrom('users').execute();
        await ensureFirstAdministrator(db, { ADMIN_EMAIL: undefined, ADMIN_PASSWORD });
        const { must_change_password } = await db
          .selectFrom('users')
          .select('must_change_password')
          .executeTakeFirstOrThrow();
        expect(must_change_password).toBe(ADMIN_PASSWORD === undefined);
      }
    } finally {
      await own.close();
    }
  });
});

describe('REQUIRE_SECOND_FACTOR', () => {
  let strict: TestServer;
  beforeAll(async () => {
    strict = await startTestServer({ REQUIRE_SECOND_FACTOR: 'true' });
  });
  afterAll(() => strict.close());

  test('opens nothing but the account before there is one, and phones go on', async () => {
    const { token } = strict.administrator;
    const started = await strict.call(
      calls.startSecondFactor,
      { body: { password: testPassword } },
      token,
    );
    const refused = await strict.call(calls.administrators, {}, token);
    expect(refused.body.code).toBe('second-factor-setup-required');
    expect((await strict.call(calls.capabilities, {}, token)).body.setup).toBe('second-factor');
    const code = (URI.parse(started.body.uri) as TOTP).generate();
    expect((await strict.call(calls.confirmSecondFactor, { body: { code } }, token)).status).toBe(
      200,
    );
    expect((await strict.call(calls.administrators, {}, token)).status).toBe(200);
    const { token: phone } = await strict.addSurveyor('rashid');
    expect((await strict.call(calls.devicePins, { query: {} }, phone)).status).toBe(200);
  });
});

describe('the owner of an account', () => {
  const noticesOf = async (token: string) =>
    (await server.call(calls.capabilities, {}, token)).body.notices;

  test('hears of a right password without a code from elsewhere, until they say they know', async () => {
    const email = 'told@example.org';
    await add(email);
    const { token } = await login(email);
    const started = await server.call(calls.startSecondFactor, { body: { password } }, token);
    const app = URI.parse(started.body.uri) as TOTP;
    await server.call(calls.confirmSecondFactor, { body: { code: app.generate() } }, token);
    const next = app.generate({ timestamp: Date.now() + 30_000 });
    expect((await login(email)).code).toBe('second-factor-required');
    const own = (await login(email, '10.11.0.1', server, { code: next })).token;
    await server.call(calls.seenAccountEvents, {}, own);
    expect(await noticesOf(own)).toEqual([]);
    expect((await login(email, '10.66.0.6')).code).toBe('second-factor-required');
    expect(await noticesOf(own)).toEqual(['account-events']);
    const { events } = (await server.call(calls.accountOverview, {}, own)).body;
    expect(events[0]).toMatchObject({
      action: 'sign-in-code-asked',
      address: '10.66.0.6',
      is_new: true,
    });
    await server.call(calls.seenAccountEvents, {}, own);
    expect(await noticesOf(own)).toEqual([]);
  });

  test('hears of forwarded addresses that are not believed', async () => {
    const { token } = server.administrator;
    expect(await noticesOf(token)).not.toContain('forwarded-addresses');
    await server.app.inject({ url: '/health/live', headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(await noticesOf(token)).toContain('forwarded-addresses');
  });
});
