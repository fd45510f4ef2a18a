// Rollups against counts of all rows: after any changes of reports and units, from several connections at once,
// and whenever deltas are applied.
import { randomUUID } from 'node:crypto';
import { calls, type ReportFilters, reportFilters, reviewStates } from '@survey/contract';
import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Reader } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { randomFrom } from '../../testing/random.ts';
import { insertReports, report, variedReports, variety } from '../../testing/report-factory.ts';
import { submissionFields, submit } from '../../testing/submissions.ts';
import { forgetUserOfReports } from '../reports/forget-user.commands.ts';
import { countRows } from '../reports/report-counts.queries.ts';
import { reportList } from '../reports/report-pages.queries.ts';
import { applyDeltas, checkRollups, rebuildRollups, rebuildWhereDue } from './rollups.commands.ts';
import { dayCounts, monthCounts } from './rollups.queries.ts';

const server = setUpTestServer();

const database = () => server.database;

type Random = ReturnType<typeof randomFrom>;

/** Random filters that rollups serve. */
const randomFilters = (random: Random): ReportFilters => {
  const lists = {
    username: () => random.some(variety.usernames, 3),
    name: () => random.some(variety.names, 3),
    circle: () => random.some(variety.circles, 3),
    land: () => random.some(variety.lands.filter(Boolean), 3),
    resubmission: () => random.some(['No', '0', '1'], 2),
    list: () => random.some(['on', 'off'], 2),
    second: () => random.some(['yes', 'no'], 2),
    photo: () => random.some(['yes', 'no'], 2),
    place: () => random.some(['yes', 'no'], 2),
    review: () => random.some(reviewStates, 3),
    floors: () => random.some(['0', '1', '2', '10'], 2),
    basement: () => random.some(['true', 'false'], 1),
    land_area: () => random.some(['0-200', '200-400', '800-1000', '400-1000'], 2),
    covered_area: () => random.some(['0-200', '600-800', '0-600'], 2),
    date_from: () => [random.pick(variety.days)],
    date_to: () => [random.pick(variety.days)],
  };
  const kinds = random.pick([
    ['username', 'name', 'circle', 'land', 'resubmission', 'date_from', 'date_to'],
    ['land', 'resubmission', 'floors', 'basement', 'land_area', 'covered_area', 'date_to'],
    ['land', 'resubmission', 'date_from'],
    ['list', 'second', 'photo', 'place', 'date_from', 'date_to'],
    ['review', 'username', 'name', 'circle', 'land', 'date_from', 'date_to'],
  ] as const) as readonly (keyof typeof lists)[];
  const chosen = random.some(kinds, 3).map((name) => [name, lists[name]().join()]);
  const pin = random.chance(0.2)
    ? { pin: random.pick(['0', '00', 'ab-', '%', '۲', 'B', '0001', 'Ab-7', '00012']) }
    : undefined;
  return reportFilters.parse(pin ?? Object.fromEntries(chosen));
};

const sum = (counts: readonly { n: number }[] | undefined) =>
  counts?.reduce((total, { n }) => total + n, 0);

/** Counts by testing every report's PIN: the normal search would itself use a rollup. */
const countByPin = async (db: Reader, text: string): Promise<number> => {
  const { n } = await db
    .selectFrom('reports')
    .select((where) => where.fn.countAll<number>().as('n'))
    .where('replaced_by', 'is', null)
    .where(sql<boolean>`position(lower(${text}) in lower(pin)) > 0`)
    .executeTakeFirstOrThrow();
  return n;
};

/** Rollups by month, rollups by day, listed, and counted reports, all in one snapshot. */
const compared = (filters: ReportFilters) =>
  database()
    .db.transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db: Reader) => {
      const [pin] = filters.pin ?? [];
      const counted = await (pin ? countByPin(db, pin) : countRows(db, filters));
      const { total, rows } = await reportList(db, filters, { page: 1, per_page: 200 });
      return {
        // N-grams of four characters have no rollup by day, longer ones none at all.
        months: pin && pin.length > 4 ? counted : sum(await monthCounts(db, filters)),
        days: pin && pin.length > 3 ? counted : sum(await dayCounts(db, filters)),
        total,
        rows: rows.length,
        counted,
      };
    });

const expectSame = async (filters: ReportFilters): Promise<number> => {
  const { counted, ...others } = await compared(filters);
  expect({ filters, ...others }).toEqual({
    filters,
    months: counted,
    days: counted,
    total: counted,
    rows: Math.min(200, counted),
  });
  return counted;
};

/** A user's reports remain after the user is deleted, whether the reference was cleared first or not. */
const deleteUser = async (db: Kysely<Tables>, random: Random, ids: readonly number[]) => {
  const login = `gone-${randomUUID()}`;
  const { id } = await db
    .insertInto('users')
    .values({
      role_id: 2,
      username: login,
      name: 'Gone',
      email: `${login}@example.org`,
      phonenumber: '0300-0000000',
      cnic: login,
      designation: 'Surveyor',
      password_hash: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('reports').set({ user_id: id }).where('id', 'in', ids).execute();
  await db.transaction().execute(async (writer) => {
    if (random.chance(0.5)) await forgetUserOfReports(writer, id);
    await writer.deleteFrom('users').where('id', '=', id).execute();
  });
};

const changeAnything = async (db: Kysely<Tables>, random: Random, ids: readonly number[]) => {
  const some = random.some(ids, 5);
  const change = random.number(8);
  if (change === 0) {
    await insertReports({ db }, variedReports(1 + random.number(5), random.number(1_000_000)));
  } else if (change === 1) {
    await db
      .deleteFrom('reports')
      .where('id', 'in', some)
      .where('id', 'not in', ids.slice(0, 3))
      .execute();
  } else if (change === 6) {
    await deleteUser(db, random, some);
  } else if (change === 7) {
    await sql`update reports set replaced_by = id, set_aside_at = now(), set_aside_by = 'amina'
      where id = any(${some}::bigint[])`.execute(db);
  } else {
    const current = { set_aside_at: null, set_aside_by: null };
    const sets = [
      { ...current, replaced_by: ids[random.number(3)] as number },
      { ...current, replaced_by: null },
      { land: random.pick(variety.lands), land_area: random.pick(variety.areas) },
      random.chance(0.5)
        ? {
            resubmission: random.pick([null, 0, 1] as const),
            review: null,
            pin: random.pick(variety.pins),
          }
        : {
            resubmission: null,
            review: random.pick([null, 'in_question', 'accepted', 'accepted_unseen'] as const),
          },
    ] as const;
    await db
      .updateTable('reports')
      .set(sets[change - 2] ?? {})
      .where('id', 'in', some)
      // It replaces none except those that were set aside.
      .where('id', 'not in', change === 2 ? ids.slice(0, 3) : [0])
      .execute();
  }
};

describe('rollups', () => {
  test('are right before and after deltas are applied, in another zone, and with other buckets', async () => {
    expect(await applyDeltas(database())).toBe(0);
    const stored = await insertReports(database(), variedReports(400, 5));
    expect(await checkRollups(database())).toEqual([]);
    expect(await applyDeltas(database())).toBe(400);
    expect(await checkRollups(database())).toEqual([]);
    await insertReports(database(), [report({ land_area: 4321, covered_area: 1.5 })]);
    expect(await applyDeltas(database())).toBe(1);
    expect(await checkRollups(database())).toEqual([]);
    await database().db.deleteFrom('reports').where('land_area', '=', 4321).execute();
    expect(await checkRollups(database())).toEqual([]);
    await applyDeltas(database());
    const lines: string[] = [];
    await rebuildWhereDue(database(), 'Asia/Tokyo', (line) => lines.push(line));
    expect(lines.join()).toContain('TIME_ZONE was');
    expect(await checkRollups(database())).toEqual([]);
    await rebuildRollups(database(), 'Asia/Karachi');
    expect(stored).toHaveLength(400);
  });

  test('a transaction that is undone leaves none', async () => {
    const before = sum(await monthCounts(database().db, {}));
    await database()
      .db.transaction()
      .execute(async (db) => {
        await insertReports({ db }, [report(), report()]);
        expect(sum(await monthCounts(db, {}))).toBe((before ?? 0) + 2);
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(sum(await monthCounts(database().db, {}))).toBe(before);
  });

  test('are equal to counted ones for random filters, while several writers change reports and deltas are applied', async () => {
    const stored = await insertReports(database(), variedReports(200, 6));
    const ids = stored.map(({ id }) => id);
    let isOver = false;
    const applying = (async () => {
      while (!isOver) await applyDeltas(database());
    })();
    const changing = Promise.all(
      [11, 12, 13].map(async (seed) => {
        const random = randomFrom(seed);
        for (let round = 0; round < 60; round += 1) {
          await changeAnything(database().db, random, ids).catch((error: { code?: string }) => {
            // Two transactions that update the same rows in different orders: one is rolled back.
            if (error.code !== '40P01') throw error;
          });
        }
      }),
    );
    const random = randomFrom(7);
    let found = 0;
    let asked = 0;
    let isChanging = true;
    void changing.finally(() => {
      isChanging = false;
    });
    while (isChanging || asked < 80) {
      found += (await expectSame(randomFilters(random))) > 0 ? 1 : 0;
      asked += 1;
    }
    await changing;
    isOver = true;
    await applying;
    expect(found).toBeGreaterThan(asked / 3);
    await applyDeltas(database());
    expect(await checkRollups(database())).toEqual([]);
  });
});

test('phones and administrators at work keep them right', async () => {
  const surveyors = await Promise.all(
    ['one', 'two', 'three'].map((name) => server.addSurveyor(name)),
  );
  const pins = Array.from({ length: 12 }, (_, index) => `77${index}`);
  await addParcels(server, 'Counted', pins);
  const { token } = server.administrator;
  const fields = (pin: string) => submissionFields({ circle: 'Counted', pin });
  await Promise.all(
    surveyors.map(async (surveyor) => {
      for (const pin of pins) {
        const { status } = await submit(server, surveyor.token, fields(pin));
        expect(status).toBe(200);
        await server.call(
          calls.changePinStatus,
          { body: { username: surveyor.username, circle: 'Counted', pin, status: 0 } },
          token,
        );
        if (pin.endsWith('5')) await applyDeltas(database());
        await submit(server, surveyor.token, fields(pin));
      }
    }),
  );
  expect(await checkRollups(database())).toEqual([]);
  await applyDeltas(database());
  expect(await checkRollups(database())).toEqual([]);
  const { body } = await server.call(calls.dashboardOverview, {}, token);
  expect(body.circles).toContainEqual({ circle: 'Counted', units: 12, surveyed: 12 });
});

test('a wrong count is found, and a rebuild mends it', async () => {
  await sql`update rollup_days set n = n + 1 where ctid = (select ctid from rollup_days limit 1)`.execute(
    database().db,
  );
  const [difference] = await checkRollups(database());
  expect(difference).toMatchObject({ table: 'rollup_days' });
  expect(difference?.stored).toBe((difference?.counted ?? 0) + 1);
  await rebuildRollups(database(), 'Asia/Karachi');
  expect(await checkRollups(database())).toEqual([]);
});
