// Ten failures in fifteen minutes, for an account and for an address, also for parallel attempts and
// over several servers (R5).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { openFolderStore } from '../../plugins/photo-store-folder.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { type TestServer, testPassword } from '../../testing/test-server.ts';
import { networkOf } from './network-of.ts';

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

const count = (statuses: number[], status: number) =>
  statuses.filter((found) => found === status).length;

describe('at most ten passwords are looked at', () => {
  test('of 40 for one account at once, from 40 addresses, on two servers', async () => {
    await server.addSurveyor('ehsan');
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        login('ehsan@example.org', 'wrong', `10.1.0.${index}`, index % 2 ? other : server.app),
      ),
    );
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 30]);
  });

  test('of 40 from one address at once, for 40 accounts, on two servers', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        login(`nobody-${index}@example.org`, 'wrong', '10.2.0.1', index % 2 ? other : server.app),
      ),
    );
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 30]);
  });

  test('of 20 from one customer of IPv6, who has addresses without number', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const address = `2001:db8:7:${index % 2 ? '9' : '0009'}::${(index + 1).toString(16)}:1`;
      statuses.push(await login(`nobody-six-${index}@example.org`, 'wrong', address));
    }
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 10]);
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

  test('of one account under email and username together', async () => {
    await server.addSurveyor('farah');
    for (let failure = 0; failure < 5; failure += 1) {
      expect(await login('farah@example.org', 'wrong', `10.3.0.${failure}`)).toBe(401);
      expect(await login('FARAH ', 'wrong', `10.3.1.${failure}`)).toBe(401);
    }
    expect(await login('farah', testPassword, '10.3.2.1')).toBe(429);
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
    for (const round of [0, 1]) {
      for (let failure = 0; failure < 9; failure += 1) {
        expect(await login('gul', 'wrong', `10.5.${round}.${failure}`)).toBe(401);
      }
      expect(await login('gul', testPassword, '10.5.9.9')).toBe(200);
    }
  });

  test('because of an attempt whose server was killed in the middle', async () => {
    const rows = Array.from({ length: 20 }, () => ({
      key: 'address:10.6.0.1',
      is_pending: true,
      at: new Date(Date.now() - 61_000),
    }));
    await server.database.db.insertInto('sign_in_failures').values(rows).execute();
    expect(await login(server.administrator.email, testPassword, '10.6.0.1')).toBe(200);
  });
});
