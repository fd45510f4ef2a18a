// One order of locks: enforced by the module that records them, and no code takes locks past it.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { calls, messages } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Writer } from '../../database/connection.ts';
import { withRetry, withRetryFromHere } from '../../database/deadlocks.ts';
import { toAppError } from '../../plugins/errors.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { until } from '../../testing/until.ts';
import { waitsForLock } from '../../testing/waits-for-lock.ts';
import { addUnit } from '../units/add-unit.commands.ts';
import { assignCircle } from './assignments.commands.ts';
import { lockCircles, lockUnitsOf } from './lock-circles.commands.ts';
import { nextListVersions, nextVersionsOfListsLeft } from './pin-lists.commands.ts';

const server = setUpTestServer();
let circles: number[];
let users: number[];
beforeAll(async () => {
  for (const name of ['North', 'South']) await addParcels(server, name, 3);
  const found = await server.database.db.selectFrom('circles').select('id').orderBy('id').execute();
  circles = found.map(({ id }) => id);
  const people = [await server.addSurveyor('one'), await server.addSurveyor('two')];
  users = people.map(({ id }) => id);
});

const inTransaction = <Result>(work: (db: Writer) => Promise<Result>): Promise<Result> =>
  server.database.db.transaction().execute(work);
const outOfOrder = /Locks out of order/;

describe('a transaction', () => {
  test.each<[string, (db: Writer) => Promise<unknown>]>([
    [
      'locks a circle after a list',
      async (db) => {
        await nextListVersions(db, users.slice(0, 1));
        await lockCircles(db, circles, 'new holders');
      },
    ],
    [
      'locks circles one by one from the last',
      async (db) => {
        for (const id of circles.toReversed()) await lockCircles(db, [id], 'same holders');
      },
    ],
    [
      'locks lists one by one from the last',
      async (db) => {
        for (const id of users.toReversed()) await nextListVersions(db, [id]);
      },
    ],
    [
      'wants more of a circle than it holds',
      async (db) => {
        await lockCircles(db, circles, 'same holders');
        await lockCircles(db, circles, 'new holders');
      },
    ],
    [
      'holds the units of circles after circles',
      async (db) => {
        await lockCircles(db, circles, 'new holders');
        await lockUnitsOf(db, circles, 'together');
      },
    ],
    [
      'adds a unit to a circle whose units it does not hold',
      async (db) => {
        await lockCircles(db, circles, 'new holders');
        const unit = { ratingarea: '', Locality: '', Block: '', Street_Address: '' };
        const circleId = circles[0] as number;
        await addUnit(db, { ...unit, OwnerName: '', Road: '', pin: 'new', circleId }, 1);
      },
    ],
    [
      'gives a circle that it does not hold',
      async (db) => {
        await nextListVersions(db, users);
        await assignCircle(db, users, circles[0] as number);
      },
    ],
    [
      'gives a circle that it holds too weakly',
      async (db) => {
        await lockCircles(db, circles, 'same holders');
        await assignCircle(db, users, circles[0] as number);
      },
    ],
  ])('is refused that %s', async (_, work) => {
    await expect(inTransaction(work)).rejects.toThrow(outOfOrder);
  });

  test('takes circles and lists in their order, however they are given, and each list one version', async () => {
    await inTransaction(async (db) => {
      await lockCircles(db, circles.toReversed(), 'new holders');
      const versions = await nextListVersions(db, users.toReversed());
      expect(await nextListVersions(db, users)).toEqual(new Map([...versions].sort()));
      expect(await lockCircles(db, [...circles, 999_999], 'new holders').catch(String)).toMatch(
        outOfOrder,
      );
    });
  });

  test('hears of a user who is gone each time that it asks, also behind other lists', async () => {
    await inTransaction(async (db) => {
      const gone = 0;
      const left = await nextVersionsOfListsLeft(db, [gone, ...users]);
      expect([...left.keys()]).toEqual(users);
      await expect(nextListVersions(db, [gone])).rejects.toMatchObject({ code: 'not-found' });
    });
  });

  test('is told which circles are gone', async () => {
    await inTransaction(async (db) => {
      expect(await lockCircles(db, [...circles, 999_999], 'same holders')).toEqual(circles);
    });
  });
});

/** A deadlock: two transactions that each hold a list and wait for the other's. */
const makeRing = async (
  run: (db: Writer, part: () => Promise<void>) => Promise<void>,
  retry: typeof withRetry,
) => {
  let runs = 0;
  let holding = 0;
  let meet = () => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const one = async (first: number, second: number) =>
    retry(() =>
      inTransaction((db) =>
        run(db, async () => {
          runs += 1;
          // On a busy machine the second try may come before the other transaction continues.
          if (runs > 2) await ended;
          const lock = (id: number) =>
            db.selectFrom('pin_lists').selectAll().where('user_id', '=', id).forUpdate().execute();
          await lock(first);
          holding += 1;
          if (holding === 2) meet();
          await met;
          await lock(second);
        }),
      ),
    );
  const [low, high] = users as [number, number];
  await inTransaction((db) => nextListVersions(db, users));
  await Promise.all([one(low, high).finally(end), one(high, low).finally(end)]);
  return runs;
};

describe('a deadlock', () => {
  test('breaks one transaction, which is run again', async () => {
    expect(await makeRing((_, part) => part(), withRetry)).toBe(3);
  });

  test('with a call that changes something is not seen by who made it', async () => {
    const [circle, user] = [circles[0] as number, users[0] as number];
    await inTransaction((db) => nextListVersions(db, [user]));
    // On a busy machine the call may have waited too long to be the one that is broken: then once more.
    const given = withRetry(
      () =>
        inTransaction(async (db) => {
          // The wrong order, bypassing the check: the list first.
          await sql`select from pin_lists where user_id = ${user} for update`.execute(db);
          const answer = server.call(
            calls.storeCirclePins,
            { body: { username: 'one', circle: 'North' } },
            server.administrator.token,
          );
          await until(() => waitsForLock(server.database.db));
          // PostgreSQL aborts the one whose deadlock check runs first: the call.
          await sql`select from circles where id = ${circle} for update`.execute(db);
          return { answer };
        }),
      5,
    );
    expect((await (await given).answer).status).toBe(200);
  });

  test('breaks the part that takes locks, which is run again behind what came before', async () => {
    expect(await makeRing(withRetryFromHere, (work) => work())).toBe(3);
  });

  test('that comes again is the answer 503', async () => {
    let tries = 0;
    const broken = () => {
      tries += 1;
      return Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }));
    };
    await expect(withRetry(broken)).rejects.toMatchObject({ code: '40P01' });
    expect(tries).toBe(2);
  });
});

test('nobody locks circles or lists past the two functions that note it', async () => {
  const root = path.join(import.meta.dirname, '../..');
  const past: string[] = [];
  for (const file of await readdir(root, { recursive: true })) {
    if (!/\.(commands|queries)\.ts$/.test(file)) continue;
    const source = await readFile(path.join(root, file), 'utf8');
    const locksCircle =
      /(from|selectFrom)\W{1,3}circles\b[^;]*\bfor\s*(no key |key )?(update|share)\b/i;
    const touchesList = /(insert\s+into|insertInto|update|updateTable)\W{1,3}pin_lists\b/i;
    if (locksCircle.test(source) || touchesList.test(source)) past.push(path.basename(file));
  }
  expect(past.sort()).toEqual([
    'forget-removed-pins.commands.ts', // One list in a transaction.
    'list-epochs.commands.ts', // Runs during a restore, when nobody else is connected.
    'mark-surveyed.commands.ts', // One statement, in the same order.
    'pin-lists.commands.ts',
  ]);
});

test('what refers to something that was removed meanwhile is a conflict in words, not an error of the server', async () => {
  const refused = await inTransaction(async (db) => {
    await db.insertInto('circle_assignments').values({ user_id: 1, circle_id: 999_999 }).execute();
  }).catch((error: Error) => toAppError(error));
  expect(refused).toMatchObject({ status: 409, message: messages['gone-meanwhile'] });
});
