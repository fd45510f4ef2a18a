import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { insertReports, report } from '../../testing/report-factory.ts';

const server = setUpTestServer();

type CountCall =
  | typeof calls.countMobileUsers
  | typeof calls.countReports
  | typeof calls.countRecords;

const count = async (call: CountCall) => {
  const { status, text, headers } = await server.call(call, {}, server.administrator.token);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  return text;
};

const overview = async () => {
  const { status, body } = await server.call(
    calls.dashboardOverview,
    {},
    server.administrator.token,
  );
  expect(status).toBe(200);
  return body;
};

/** Noon in Karachi of a day, as days before the newest day of the overview. */
const noon = (days: readonly { day: string }[], daysAgo: number): Date =>
  new Date(`${days.at(-1 - daysAgo)?.day}T12:00:00+05:00`);

describe('before there is anything', () => {
  test('the counts are 0, as plain text', async () => {
    expect(await count(calls.countMobileUsers)).toBe('0');
    expect(await count(calls.countReports)).toBe('0');
    expect(await count(calls.countRecords)).toBe('0');
  });

  test('the overview has thirty days without reports, and nobody', async () => {
    const body = await overview();
    expect(body.reports_per_day).toHaveLength(30);
    expect(new Set(body.reports_per_day.map(({ reports }) => reports))).toEqual(new Set([0]));
    const days = body.reports_per_day.map(({ day }) => Date.parse(day));
    for (const [index, day] of days.slice(1).entries()) {
      expect(day - (days[index] as number)).toBe(24 * 3600 * 1000);
    }
    expect(body).toMatchObject({
      circles: [],
      most_active: [],
      least_active: [],
      sent_back: 0,
      not_on_list: 0,
      second_reports: 0,
      photos_awaited: 0,
      review: {
        states: { new: 0, in_question: 0, sent_back: 0, accepted: 0, accepted_unseen: 0 },
        oldest_new: null,
      },
    });
  });

  test("the last day is the operation's today", async () => {
    const { rows } = await sql<{ today: string }>`
      select to_char(now() at time zone 'Asia/Karachi', 'YYYY-MM-DD') as today`.execute(
      server.database.db,
    );
    const days = (await overview()).reports_per_day.map(({ day }) => day);
    // Midnight may pass between the two requests.
    expect(days.slice(-2)).toContain(rows[0]?.today);
  });
});

describe('the counts', () => {
  test('Active Users are mobile users who are not blocked; administrators are none', async () => {
    await server.addSurveyor('active.one');
    await server.addSurveyor('active.two');
    await server.addSurveyor('blocked', { is_active: false });
    expect(await count(calls.countMobileUsers)).toBe('2');
  });

  test('Total Units are all uploaded records, those without circle or pin included', async () => {
    await addParcels(server, 'Counted', ['1', '2', '3']);
    await server.database.db
      .insertInto('units')
      .values({ circle_id: null, pin: null, unassignable_hash: 'row 7' })
      .execute();
    expect(await count(calls.countRecords)).toBe('4');
  });

  test('Surveyed Units are units with a current report, as in the progress by circle', async () => {
    const [old, current] = await insertReports(server.database, [
      report({ circle: 'Counted', pin: '1' }),
      report({ circle: 'Counted', pin: '1', username: 'second.surveyor' }),
      report({ circle: 'Counted', pin: '2' }),
      report({ circle: 'Counted', pin: 'on no list' }),
    ]);
    expect(await count(calls.countReports)).toBe('2');
    const progress = (await overview()).circles.reduce((sum, { surveyed }) => sum + surveyed, 0);
    expect(progress).toBe(2);
    await server.database.db
      .updateTable('reports')
      .set({ replaced_by: current?.id as number })
      .where('id', '=', old?.id as number)
      .execute();
    expect(await count(calls.countReports)).toBe('2');
  });
});

describe('the overview', () => {
  test('counts current reports on their day in Karachi', async () => {
    const { reports_per_day: days } = await overview();
    const midnight = (daysAgo: number) =>
      new Date(`${days.at(-1 - daysAgo)?.day}T00:00:00+05:00`).getTime();
    const [, , , , gone] = await insertReports(server.database, [
      report({ circle: 'Days', capture_time: new Date(midnight(3)) }),
      report({ circle: 'Days', capture_time: new Date(midnight(2) - 1) }),
      report({ circle: 'Days', capture_time: new Date(midnight(2)) }),
      report({ circle: 'Days', capture_time: new Date(midnight(29) - 1) }),
      report({ circle: 'Days', capture_time: noon(days, 3) }),
      report({ circle: 'Days', capture_time: new Date(midnight(0) + 40 * 3600 * 1000) }),
    ]);
    await server.database.db
      .updateTable('reports')
      .set({ replaced_by: (gone?.id as number) - 1 })
      .where('id', '=', gone?.id as number)
      .execute();
    const counted = new Map(
      (await overview()).reports_per_day.map((day) => [day.day, day.reports]),
    );
    expect(counted.get(days.at(-4)?.day as string)).toBe(2);
    expect(counted.get(days.at(-3)?.day as string)).toBe(1);
    // Reports before the thirty days or in the future count on no day.
    expect([...counted.values()].reduce((sum, reports) => sum + reports, 0)).toBe(3);
  });

  test('shows units and surveyed units of every circle by name, each unit once', async () => {
    await addParcels(server, 'alpha', ['1', '2', '3', '4']);
    await addParcels(server, 'Beta', []);
    await addParcels(server, 'Gamma', ['1']);
    const [old, current] = await insertReports(server.database, [
      report({ circle: 'ALPHA ', pin: '1' }),
      report({ circle: 'alpha', pin: '1', username: 'other' }),
      report({ circle: 'alpha', pin: '2' }),
      report({ circle: 'alpha', pin: 'not a unit' }),
      report({ circle: 'alpha', pin: '3' }),
    ]);
    const { circles } = await overview();
    const of = (name: string) => circles.find(({ circle }) => circle === name);
    expect(of('alpha')).toEqual({ circle: 'alpha', units: 4, surveyed: 3 });
    expect(of('Beta')).toEqual({ circle: 'Beta', units: 0, surveyed: 0 });
    expect(of('Gamma')).toEqual({ circle: 'Gamma', units: 1, surveyed: 0 });
    expect(circles.map(({ circle }) => circle)).toEqual(['alpha', 'Beta', 'Counted', 'Gamma']);
    // A unit stays surveyed while it has a current report.
    await server.database.db
      .updateTable('reports')
      .set({ replaced_by: current?.id as number })
      .where('id', '=', old?.id as number)
      .execute();
    expect((await overview()).circles[0]).toEqual({ circle: 'alpha', units: 4, surveyed: 3 });
  });

  test('names the most and least active of the last thirty days, five each', async () => {
    const { reports_per_day: days } = await overview();
    const names = ['s1', 's2', 's3', 's4', 's5', 's6', 's7'];
    for (const [index, username] of names.entries()) {
      await server.addSurveyor(username, { name: `Surveyor ${index}` });
      await insertReports(
        server.database,
        Array.from({ length: index }, () => report({ username, capture_time: noon(days, 5) })),
      );
    }
    await server.addSurveyor('gone', { is_active: false });
    await insertReports(server.database, [
      ...Array.from({ length: 9 }, () => report({ username: 'gone', capture_time: noon(days, 5) })),
      ...Array.from({ length: 9 }, () =>
        report({
          username: 's1',
          capture_time: new Date(noon(days, 0).getTime() - 40 * 86_400_000),
        }),
      ),
    ]);
    for (const username of ['boss.idle', 'boss.out']) {
      const { id } = await server.addSurveyor(username);
      await server.database.db
        .updateTable('users')
        .set({ designation: 'Supervisor' })
        .where('id', '=', id)
        .execute();
    }
    await insertReports(server.database, [
      report({ username: 'boss.out', capture_time: noon(days, 1) }),
    ]);
    const { most_active, least_active } = await overview();
    expect(most_active.map(({ username, reports }) => [username, reports])).toEqual([
      ['s7', 6],
      ['s6', 5],
      ['s5', 4],
      ['s4', 3],
      ['s3', 2],
    ]);
    expect(least_active.map(({ username, reports }) => [username, reports])).toEqual([
      ['active.one', 0],
      ['active.two', 0],
      ['s1', 0],
      ['boss.out', 1],
      ['s2', 1],
    ]);
    expect(most_active[0]?.name).toBe('Surveyor 6');
  });

  test("counts what was not on the surveyor's list, as the list under its filter does", async () => {
    const before = (await overview()).not_on_list;
    await insertReports(server.database, [
      report({ was_unassigned: true }),
      report({ was_unassigned: true }),
      report(),
    ]);
    expect((await overview()).not_on_list).toBe(before + 2);
    const query = { list: 'off' };
    const list = await server.call(calls.allReports, { query }, server.administrator.token);
    expect(list.body.total).toBe(before + 2);
  });

  test('counts states of review, as the list under their filter does, and names the oldest new report', async () => {
    const before = (await overview()).review?.states;
    const [oldest] = await insertReports(server.database, [
      report({ capture_time: new Date('2001-01-01T00:00:00Z') }),
      report({ review: 'accepted', capture_time: new Date('2000-06-01T00:00:00Z') }),
      report({ review: 'in_question' }),
    ]);
    const after = (await overview()).review;
    expect(after?.states.new).toBe((before?.new ?? 0) + 1);
    expect(after?.states.accepted).toBe((before?.accepted ?? 0) + 1);
    expect(after?.oldest_new?.id).toBe(oldest?.id);
    for (const review of ['new', 'accepted', 'in_question'] as const) {
      const query = { review };
      const list = await server.call(calls.allReports, { query }, server.administrator.token);
      expect(list.body.total).toBe(after?.states[review]);
    }
  });

  test('counts what was sent back and is not answered yet', async () => {
    const before = (await overview()).sent_back;
    const [waiting] = await insertReports(server.database, [
      report({ resubmission: 1 }),
      report({ resubmission: 1 }),
      report({ resubmission: 0 }),
    ]);
    expect((await overview()).sent_back).toBe(before + 2);
    await server.database.db
      .updateTable('reports')
      .set({ replaced_by: (waiting?.id as number) + 2 })
      .where('id', '=', waiting?.id as number)
      .execute();
    expect((await overview()).sent_back).toBe(before + 1);
  });
});
