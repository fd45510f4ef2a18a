// Guessing is slow, also in parallel and over several servers, and no stranger locks anybody out (R5).
import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openFolderStore } from '../../plugins/photo-store-folder.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { type TestServer, testPassword } from '../../testing/test-server.ts';
import { forgetOldNetworks } from './known-networks.queries.ts';
import { signInCounters } from './login-throttle.ts';
import { networkOf } from './network-of.ts';
import { resetPassword } from './resets.commands.ts';

const server = setUpTestServer();
/** A second server on the same database. */
let other: TestServer['app'];
beforeAll(async () => {
  other = await buildApp(server.config, server.database, await openFolderStore(server.photoFolder));
});
afterAll(async () => {
  await other.close();
});

const login = async (email: string, password: string, address: string, app = server.app) =>
  (
    await app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email, password },
      remoteAddress: address,
    })
  ).statusCode;

/** Failures under a key, some hours old. */
const fill = async (key: string, failures: number, hoursAgo = 0) => {
  const at = new Date(Date.now() - hoursAgo * 3_600_000);
  await server.database.db
    .insertInto('sign_in_failures')
    .values(Array.from({ length: failures }, () => ({ key, at })))
    .execute();
};

/** The key of an account's failures from everywhere, as a failure made it. */
const strangersKeyOf = async (login: string): Promise<string> => {
  const { counters } = await signInCounters(server.database.db, { login, address: '10.99.0.1' });
  return counters.at(-1)?.key ?? '';
};

const count = (statuses: number[], status: number) =>
  statuses.filter((found) => found === status).length;

describe('passwords are looked at', () => {
  test('ten times for an account from one network, of 40 at once on two servers', async () => {
    await server.addSurveyor('ehsan');
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        login('ehsan@example.org', 'wrong', '10.1.0.1', index % 2 ? other : server.app),
      ),
    );
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 30]);
  });

  test('a hundred times for a network, whatever the accounts', async () => {
    await fill('network:10.2.0.1', 95);
    const statuses = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        login(`nobody-${index}@example.org`, 'wrong', '10.2.0.1', index % 2 ? other : server.app),
      ),
    );
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([5, 10]);
    expect(await login('nobody@example.org', 'wrong', '10.2.0.2')).toBe(401);
  });

  test('a hundred times a day for an account from networks that it has not signed in from', async () => {
    await server.addSurveyor('hina');
    expect(await login('hina', testPassword, '10.3.0.1')).toBe(200);
    for (let failure = 0; failure < 12; failure += 1) {
      expect(await login('hina', 'wrong', `10.3.1.${failure}`)).toBe(401);
    }
    // The others came hours ago.
    await fill(await strangersKeyOf('hina'), 88, 20);
    expect(await login('hina', testPassword, '10.3.2.1')).toBe(429);
    // Where it has signed in from nobody notices; a month later that is forgotten.
    expect(await login('hina', testPassword, '10.3.0.1')).toBe(200);
    const { db } = server.database;
    await sql`update sign_in_networks set last_at = now() - interval '31 days'`.execute(db);
    expect(await login('hina', testPassword, '10.3.0.1')).toBe(429);
    await forgetOldNetworks(db);
    expect(await db.selectFrom('sign_in_networks').select('network').execute()).toEqual([]);
  });

  test('ten times of one customer of IPv6, who has addresses without number', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 14; index += 1) {
      const address = `2001:db8:7:${index % 2 ? '9' : '0009'}::${(index + 1).toString(16)}:1`;
      statuses.push(await login('nobody-six@example.org', 'wrong', address));
    }
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 4]);
    expect(await login('nobody-six@example.org', 'wrong', '2001:db8:7:a::1')).toBe(401);
  });

  test.each([
    ['10.4.0.1', '10.4.0.1'],
    ['::ffff:10.4.0.1', '10.4.0.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:1:ffff:0:0:1', '2001:db8:0:1::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('as often under name and email of one account as under those of two unknown ones', async () => {
    await server.addSurveyor('farah');
    const statusesOf = async (names: string[], address: string) => {
      const found: number[] = [];
      for (const name of names) {
        for (let failure = 0; failure < 11; failure += 1) {
          found.push(await login(name, 'wrong', address));
        }
      }
      return found;
    };
    const known = await statusesOf(['farah@example.org', ' FARAH '], '10.3.3.1');
    const unknown = await statusesOf(['fareed@example.org', ' FAREED '], '10.3.3.2');
    expect(known).toEqual(unknown);
    expect(count(known, 401)).toBe(20);
  });
});

describe('nobody is kept out', () => {
  test('where thirty phones behind one address sign in at once, one of them wrongly', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `phone-${index}`);
    await Promise.all(names.map((name) => server.addSurveyor(name)));
    const statuses = await Promise.all(
      names.map((name, index) =>
        login(
          name,
          index === 15 ? 'wrong' : testPassword,
          '10.4.0.1',
          index % 2 ? other : server.app,
        ),
      ),
    );
    expect([count(statuses, 200), count(statuses, 401)]).toEqual([29, 1]);
  });

  test('where nine failures are followed by the right password, which clears them for the account', async () => {
    await server.addSurveyor('gul');
    for (let round = 0; round < 2; round += 1) {
      for (let failure = 0; failure < 9; failure += 1) {
        expect(await login('gul', 'wrong', '10.5.0.1')).toBe(401);
      }
      expect(await login('gul', testPassword, '10.5.0.1')).toBe(200);
    }
  });

  test('by strangers who guess: neither at sign-in, nor in the open session', async () => {
    const { email, token } = server.administrator;
    for (let failure = 0; failure < 12; failure += 1) await login(email, 'wrong', '10.5.1.1');
    expect(await login(email, testPassword, '10.5.1.2')).toBe(200);
    const started = await server.call(
      calls.startSecondFactor,
      { body: { password: testPassword } },
      token,
    );
    expect(started.status).toBe(200);
  });

  test('by one phone of the office that goes on trying a wrong password', async () => {
    await server.addSurveyor('ijaz');
    await server.addSurveyor('jamil');
    for (let failure = 0; failure < 30; failure += 1) await login('ijaz', 'wrong', '10.5.2.1');
    expect(await login('jamil', testPassword, '10.5.2.1')).toBe(200);
  });

  test('by a network of guessers that they have signed in from', async () => {
    await server.addSurveyor('kiran');
    expect(await login('kiran', testPassword, '10.5.3.1')).toBe(200);
    await fill('network:10.5.3.1', 100);
    expect(await login('nobody', 'wrong', '10.5.3.1')).toBe(429);
    expect(await login('kiran', testPassword, '10.5.3.1')).toBe(200);
  });

  test('after the command line’s reset, which lifts every limit', async () => {
    await server.addSurveyor('lubna');
    for (let failure = 0; failure < 11; failure += 1) await login('lubna', 'wrong', '10.5.4.1');
    await fill('network:10.5.4.1', 90);
    await fill(await strangersKeyOf('lubna'), 100, 20);
    expect(await login('lubna@example.org', 'wrong', '10.5.4.1')).toBe(429);
    await resetPassword(server.database.db, { login: 'lubna', password: 'another-secret' });
    expect(await login('lubna', 'another-secret', '10.5.4.1')).toBe(200);
  });

  test('by a page of another site, whose sign-ins count nowhere', async () => {
    const fromPage = async (headers: Record<string, string>) =>
      (
        await server.app.inject({
          method: 'POST',
          url: '/api/login',
          headers: { 'content-type': 'text/plain', host: 'survey.example.org', ...headers },
          payload: '{"email":"x@example.org","password":"wrong"}',
          remoteAddress: '10.5.5.1',
        })
      ).json().code;
    for (let failure = 0; failure < 12; failure += 1) {
      expect(await fromPage({ 'sec-fetch-site': 'cross-site' })).toBe('cross-site');
    }
    expect(await fromPage({ origin: 'https://evil.example' })).toBe('cross-site');
    expect(await fromPage({ origin: 'null' })).toBe('cross-site');
    expect(await fromPage({ 'sec-fetch-site': 'same-site' })).toBe('cross-site');
    for (const own of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://survey.example.org' },
    ]) {
      expect(await fromPage(own)).not.toBe('cross-site');
    }
    expect(await login(server.administrator.email, testPassword, '10.5.5.1')).toBe(200);
  });

  test('because of an attempt whose server was killed in the middle', async () => {
    const rows = Array.from({ length: 200 }, () => ({
      key: 'network:10.6.0.1',
      is_pending: true,
      at: new Date(Date.now() - 61_000),
    }));
    await server.database.db.insertInto('sign_in_failures').values(rows).execute();
    expect(await login(server.administrator.email, testPassword, '10.6.0.1')).toBe(200);
  });
});
