// The review queue: orders and places, open reports, samples that can be drawn again, and a surveyor's work.
import { type CheckName, calls } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { insertReports, type Report, report } from '../../testing/report-factory.ts';
import { countNightlyValues } from '../checks/nightly.commands.ts';

const server = setUpTestServer();
let token: string;
let reports: Report[];

const minute = (minutes: number) => new Date(Date.UTC(2026, 2, 10, 4) + minutes * 60_000);

const flag = async (given: Report, check: CheckName, severity: 1 | 2 | 3) =>
  server.database.db
    .insertInto('flags')
    .values({
      report_id: given.id,
      check_name: check,
      version: 0,
      severity,
      found: '{}',
      counterpart_id: null,
      capture_time: given.capture_time,
      in_queue: true,
    })
    .execute();

beforeAll(async () => {
  token = server.administrator.token;
  reports = await insertReports(
    server.database,
    Array.from({ length: 12 }, (_, index) =>
      report({
        pin: `${index}`,
        username: index % 3 === 0 ? 'sana' : 'ali.raza',
        capture_time: minute(index * 10),
        latitude: 31.52 + index / 1000,
        land_area: index % 2 === 0 ? 250 : 251,
      }),
    ),
  );
  await flag(reports[2] as Report, 'area-zero', 1);
  await flag(reports[3] as Report, 'photo-same', 3);
  await flag(reports[3] as Report, 'area-zero', 1);
  await flag(reports[5] as Report, 'travel', 2);
  await flag(reports[7] as Report, 'travel', 2);
});

const queue = async (query: object) => {
  const { status, body } = await server.call(calls.reviewQueue, { query }, token);
  expect(status, body.message).toBe(200);
  return { ...body, pins: body.reports.map(({ report: { pin } }) => pin) };
};
const review = (index: number, state: 'accepted' | 'new' = 'accepted', version = 0) =>
  server.call(
    calls.reviewReport,
    { params: { id: reports[index]?.id ?? 0 }, body: { state, version } },
    token,
  );

describe('the queue', () => {
  test('has the worst first, each report once, and goes on behind a place', async () => {
    const first = await queue({ order: 'worst', limit: 2 });
    expect(first.pins).toEqual(['3', '7']);
    expect(first.remaining).toBe(4);
    expect(first.reports[0]?.flags.map(({ check }) => check)).toEqual(['photo-same', 'area-zero']);
    expect(first.reports[0]?.review).toEqual({ state: 'new', by: null, at: null, version: 0 });
    const second = await queue({ order: 'worst', limit: 3, after: first.next });
    expect(second.pins).toEqual(['5', '2']);
    expect(second.next).toBeNull();
  });

  test('has the newest first', async () => {
    const first = await queue({ order: 'newest', limit: 3 });
    expect(first.pins).toEqual(['11', '10', '9']);
    expect((await queue({ order: 'newest', limit: 1, after: first.next })).pins).toEqual(['8']);
    expect(first.remaining).toBe(12);
  });

  test('leaves out what was reviewed, and has it again when that is taken back', async () => {
    expect((await review(3)).status).toBe(200);
    const without = await queue({ order: 'worst' });
    expect(without.pins).toEqual(['7', '5', '2']);
    expect(without.reviewed_today).toBe(1);
    expect(without.reviewed_hour).toBe(1);
    await review(3, 'new', 1);
    expect((await queue({ order: 'worst' })).pins).toEqual(['3', '7', '5', '2']);
  });

  test('takes a place that is none for the beginning, and refuses a sample that is none', async () => {
    expect((await queue({ order: 'worst', after: 'x' })).pins).toHaveLength(4);
    const { status } = await server.call(
      calls.reviewQueue,
      { query: { order: 'sample', sample: 999 } },
      token,
    );
    expect(status).toBe(404);
  });
});

describe('a report that somebody has open', () => {
  test('says so to colleagues, until it is closed', async () => {
    const params = { id: reports[7]?.id ?? 0 };
    const other = await server.addSurveyor('colleague', { name: 'Bilal Review' });
    await server.database.db
      .updateTable('users')
      .set({ role_id: 1 })
      .where('id', '=', other.id)
      .execute();
    const open = (is_open: boolean, as: string) =>
      server.call(calls.openReport, { params, body: { is_open } }, as);
    expect((await open(true, other.token)).body.open_by).toBeNull();
    expect((await open(true, token)).body.open_by).toBe('Bilal Review');
    const [, seen] = (await queue({ order: 'worst' })).reports;
    expect(seen?.open_by).toBe('Bilal Review');
    await open(false, other.token);
    expect((await open(true, token)).body.open_by).toBeNull();
    const unknown = await server.call(
      calls.openReport,
      { params: { id: 999_999 }, body: { is_open: true } },
      token,
    );
    expect(unknown.status).toBe(404);
  });
});

describe('a sample', () => {
  const draw = (body: object) =>
    server.call(
      calls.drawSample,
      { body: { percent: 20, date_from: '10/03/2026', date_to: '10/03/2026', ...body } },
      token,
    );

  test('of days without reports is refused', async () => {
    expect((await draw({ date_from: '01/01/2020', date_to: '02/01/2020' })).status).toBe(409);
    const { body } = await server.call(calls.reviewSamples, {}, token);
    expect(body.samples).toEqual([]);
  });

  test('has a share of each surveyor, is written down, and is the same for the same seed', async () => {
    const { body } = await draw({ seed: 'monday' });
    // One of 4 reports of one surveyor, and two of 8 of the other.
    expect(body.sample).toMatchObject({ reports: 3, surveyors: 2, seed: 'monday', reviewed: 0 });
    const again = await draw({ seed: 'monday' });
    const other = await draw({ seed: 'tuesday' });
    const pins = async (id: number) => (await queue({ order: 'sample', sample: id })).pins;
    expect(await pins(again.body.sample.id)).toEqual(await pins(body.sample.id));
    expect(await pins(other.body.sample.id)).not.toEqual(await pins(body.sample.id));
    const [pin = ''] = await pins(body.sample.id);
    await review(Number(pin), 'accepted', Number(pin) === 3 ? 2 : 0);
    const listed = await server.call(calls.reviewSamples, {}, token);
    expect(listed.body.samples.find(({ id }) => id === body.sample.id)?.reviewed).toBe(1);
    expect(await pins(body.sample.id)).toHaveLength(2);
  });
});

describe("a surveyor's work", () => {
  test('of nobody is refused', async () => {
    const { status } = await server.call(
      calls.surveyorWork,
      { params: { username: 'nobody' }, query: {} },
      token,
    );
    expect(status).toBe(404);
  });

  test('has counts, flags, pace, hours and days', async () => {
    const { body } = await server.call(
      calls.surveyorWork,
      {
        params: { username: 'ali.raza' },
        query: { date_from: '01/03/2026', date_to: '31/03/2026' },
      },
      token,
    );
    expect(body).toMatchObject({
      name: 'Ali Raza',
      reports: 8,
      flagged: 3,
      // Captures are 10 and 20 minutes apart in turn.
      median_minutes: 10,
      flags: [
        { check: 'travel', severity: 'warning', flags: 2 },
        { check: 'area-zero', severity: 'hint', flags: 1 },
      ],
      days: [{ day: '10/03/2026', reports: 8, flagged: 3 }],
    });
    // From 9:00 to 10:59 in Karachi.
    expect(body.hours.slice(8, 12)).toEqual([0, 4, 4, 0]);
  });

  test('of a day has the visits in their order, with the way between', async () => {
    const { body } = await server.call(
      calls.surveyorDay,
      { params: { username: 'ali.raza' }, query: { date: '10/03/2026' } },
      token,
    );
    expect(body.total).toBe(8);
    expect(body.visits.map(({ pin }) => pin)).toEqual(['1', '2', '4', '5', '7', '8', '10', '11']);
    expect(body.visits[0]).toMatchObject({ seconds: null, metres: null, severity: null });
    expect(body.visits[1]).toMatchObject({ seconds: 600, metres: 111, severity: 'hint' });
  });

  test('is unusual where a share is far from those of the team', async () => {
    const recent = Date.now() - 86_400_000;
    await insertReports(
      server.database,
      Array.from({ length: 7 * 30 }, (_, index) =>
        report({
          pin: `t${index}`,
          username: `team ${index % 7}`,
          capture_time: new Date(recent + index * 1000),
          land_area: index % 7 === 0 ? 250 : 251 + (index % 3),
        }),
      ),
    );
    expect(await countNightlyValues(server.database)).toBe(true);
    // Neither another server nor this one after a restart counts again.
    expect(await countNightlyValues(server.database)).toBe(false);
    const shares = async (username: string) => {
      const { body } = await server.call(
        calls.surveyorWork,
        { params: { username }, query: {} },
        token,
      );
      return body.shares.find(({ name }) => name === 'round_areas');
    };
    expect(await shares('team 0')).toMatchObject({ value: 1, is_unusual: true });
    expect(await shares('team 1')).toMatchObject({ value: 0, is_unusual: false });
  });
});
