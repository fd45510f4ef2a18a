// Checks over stored reports: flags after arrival in any order; rules, preview, re-evaluation, and what became of
// flags.
import { createHash, randomUUID } from 'node:crypto';
import { calls } from '@survey/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { randomFrom } from '../../testing/random.ts';
import { insertReports, type NewReport, report } from '../../testing/report-factory.ts';
import { picture, submissionFields, submit } from '../../testing/submissions.ts';
import { workOnRun } from './check-runs.commands.ts';
import { evaluateDue } from './due-checks.commands.ts';
import { countNightlyValues } from './nightly.commands.ts';

const server = setUpTestServer();
const database = () => server.database;
const asAdministrator = () => server.administrator.token;

const settle = async () => {
  while ((await evaluateDue(database(), server.app.live.notifyFlags)) > 0);
};

/** Stores each report in a batch of its own, as ingestion does, and evaluates it. */
const arrive = async (...reports: NewReport[]) => {
  const stored = await insertReports(database(), reports);
  await database()
    .db.insertInto('checks_due')
    .values(stored.map(({ id }) => ({ report_id: id })))
    .execute();
  await settle();
  return stored;
};

/** All flags, keyed by the ids that phones chose: those are equal in every run. */
const flagsFound = async () => {
  const rows = await database()
    .db.selectFrom('flags')
    .innerJoin('reports', 'reports.id', 'flags.report_id')
    .leftJoin('reports as other', 'other.id', 'flags.counterpart_id')
    .select(['reports.submission_id', 'check_name', 'found', 'other.submission_id as counterpart'])
    .orderBy('reports.submission_id')
    .orderBy('check_name')
    .execute();
  return rows.map(({ submission_id, check_name, found, counterpart }) =>
    [submission_id, check_name, JSON.stringify(found), counterpart].join(' '),
  );
};

const namesOf = async (id: number) => {
  const { body } = await server.call(calls.reportDetails, { params: { id } }, asAdministrator());
  return body.flags.map(({ check }) => check);
};

const emptied = async () => {
  for (const table of ['flags', 'checks_due', 'photo_facts_due', 'check_runs'] as const) {
    await database().db.deleteFrom(table).execute();
  }
  await database().db.deleteFrom('notes').execute();
  await database().db.deleteFrom('reports').execute();
  await database().db.deleteFrom('check_rules').execute();
};

beforeEach(emptied);

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 10, 5) + seconds * 1000);
const sha = (text: string) => createHash('sha256').update(text).digest();
/** A report that no check flags. */
const good = (given: Partial<NewReport>): NewReport =>
  report({
    photo_name: `aa/${randomUUID().replaceAll('-', '')}.jpg`,
    photo_sha256: sha(randomUUID()),
    submission_time: new Date((given.capture_time ?? at(0)).getTime() + 60_000),
    capture_time: at(0),
    latitude: 31.52041,
    longitude: 74.35871,
    ...given,
  });

describe('a report that arrives', () => {
  test('is looked at after the answer, and its flag says why with its counterpart', async () => {
    const surveyor = await server.addSurveyor('on.arrival');
    const photo = { bytes: await picture() };
    const send = (pin: string, given: Record<string, string> = {}) =>
      submit(server, surveyor.token, submissionFields({ pin, ...given }), photo);
    const first = await send('0001');
    const second = await send('0002', { capture_time: '2026-03-10T14:15:06+05:00' });
    expect([first.status, second.status]).toEqual([200, 200]);
    await settle();
    const { body } = await server.call(
      calls.reportDetails,
      { params: { id: second.body.id } },
      asAdministrator(),
    );
    const [worst] = body.flags;
    expect(worst).toMatchObject({
      check: 'photo-same',
      severity: 'critical',
      version: 0,
      message: 'Same photo as PIN 0001, 10/03/2026 14:05.',
      outcome: 'open',
      counterpart: { id: first.body.id, pin: '0001' },
    });
    expect(worst?.counterpart?.picture_path).toMatch(/signature=/);
    expect(await namesOf(first.body.id)).not.toContain('photo-same');
  });

  test('a capture that comes late has the later one looked at again', async () => {
    const far = { latitude: 31.55, capture_time: at(100) };
    const [later] = await arrive(good({ pin: '2', ...far }));
    expect(await namesOf(Number(later?.id))).toEqual([]);
    await arrive(good({ pin: '1', capture_time: at(30) }));
    expect(await namesOf(Number(later?.id))).toEqual(['travel']);
  });

  test('the same due twice changes nothing', async () => {
    await arrive(good({ pin: '1' }), good({ pin: '2', land_area: 0, capture_time: at(600) }));
    const found = await flagsFound();
    const ids = await database().db.selectFrom('reports').select('id').execute();
    await database()
      .db.insertInto('checks_due')
      .values(ids.map(({ id }) => ({ report_id: id })))
      .execute();
    await settle();
    expect(found.length).toBeGreaterThan(0);
    expect(await flagsFound()).toEqual(found);
  });

  test('two servers at once find what one finds', async () => {
    const stored = await insertReports(
      database(),
      Array.from({ length: 40 }, (_, index) =>
        good({ pin: `${index}`, capture_time: at(index * 30), photo_sha256: sha(`${index % 3}`) }),
      ),
    );
    await database()
      .db.insertInto('checks_due')
      .values(stored.map(({ id }) => ({ report_id: id })))
      .execute();
    await Promise.all([settle(), settle(), settle()]);
    const flags = await database()
      .db.selectFrom('flags')
      .select('report_id')
      .where('check_name', '=', 'photo-same')
      .execute();
    expect(flags).toHaveLength(37);
  });

  test('what was replaced has its neighbours looked at again', async () => {
    const [first, second] = await arrive(
      good({ pin: '1', latitude: 31.55 }),
      good({ pin: '2', capture_time: at(60) }),
    );
    expect(await namesOf(Number(second?.id))).toEqual(['travel']);
    await server.call(
      calls.setAsideSelection,
      { body: { ids: [Number(first?.id)], expected_count: 1 } },
      asAdministrator(),
    );
    await settle();
    expect(await namesOf(Number(second?.id))).toEqual([]);
  });
});

describe('flags', () => {
  /** A day of three surveyors with something to find for each check of new reports. */
  const someDay = (seed: number): NewReport[] => {
    const random = randomFrom(seed);
    return Array.from({ length: 60 }, (_, index) =>
      good({
        submission_id: randomUUID(),
        username: random.pick(['ali', 'sana', 'tariq']),
        pin: `${random.number(25)}`,
        capture_time: at(random.number(20) * 45 + (index % 2) * 30_000),
        latitude: random.chance(0.1) ? null : 31.52041 + random.number(4) / 100,
        land: random.pick(['Residential', 'Commercial']),
        land_area: random.pick([0, 250]),
        floors_num: random.pick([0, 1, 2]),
        photo_sha256: random.chance(0.5) ? sha(`${random.number(6)}`) : sha(randomUUID()),
        was_unassigned: random.chance(0.2),
      }),
    );
  };

  test.each([1, 2, 3, 4])('do not depend on the order of arrival (seed %i)', async (seed) => {
    const day = someDay(seed);
    const random = randomFrom(seed + 100);
    await arrive(...day);
    const together = await flagsFound();
    expect(new Set(together.map((line) => line.split(' ')[1])).size).toBeGreaterThan(8);
    await emptied();
    const shuffled = day
      .map((one) => ({ one, place: random.number(1_000_000) }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
    while (shuffled.length > 0) await arrive(...shuffled.splice(0, 1 + random.number(6)));
    expect(await flagsFound()).toEqual(together);
  });

  test('are filters, fields and cells of lists', async () => {
    const [bad] = await arrive(
      good({ pin: '1', land_area: 0, was_unassigned: true }),
      good({ pin: '2', latitude: 31.52081, capture_time: at(600) }),
    );
    const list = async (query: Record<string, string>) => {
      const { body } = await server.call(
        calls.allReports,
        { query: { extra: 'flags', ...query } },
        asAdministrator(),
      );
      return body.data.map(({ pin, flags }) => [pin, flags?.map(({ check }) => check)]);
    };
    const flagged = [['1', ['area-zero', 'not-assigned']]];
    expect(await list({ flag: 'area-zero,travel' })).toEqual(flagged);
    expect(await list({ severity: 'hint' })).toEqual(flagged);
    expect(await list({ severity: 'none' })).toEqual([['2', []]]);
    expect(await list({ severity: 'critical' })).toEqual([]);
    const csv = await server.app.inject({
      url: '/api/all-reports-export?extra=flags',
      headers: { authorization: `Bearer ${asAdministrator()}`, accept: 'text/csv' },
    });
    expect(csv.body).toContain('"area-zero, not-assigned"');
    const dismiss = (reason: string | null) =>
      server.call(
        calls.dismissFlag,
        { params: { id: Number(bad?.id), check: 'area-zero' }, body: { reason } },
        asAdministrator(),
      );
    await dismiss('A plot of the park.');
    expect(await list({ flag: 'area-zero' })).toEqual([]);
  });
});

describe('a dismissed flag', () => {
  test('is refused without a reason, and where there is none', async () => {
    const [stored] = await arrive(good({ land_area: 0 }));
    const dismiss = (check: 'area-zero' | 'travel', reason: string) =>
      server.call(
        calls.dismissFlag,
        { params: { id: Number(stored?.id), check }, body: { reason } },
        asAdministrator(),
      );
    expect((await dismiss('area-zero', ' ')).status).toBe(422);
    expect((await dismiss('travel', 'none')).status).toBe(404);
  });

  test('stays dismissed when its report is looked at again, and can be opened again', async () => {
    const [stored] = await arrive(good({ land_area: 0 }));
    const params = { id: Number(stored?.id), check: 'area-zero' as const };
    const dismiss = (reason: string | null) =>
      server.call(calls.dismissFlag, { params, body: { reason } }, asAdministrator());
    const dismissed = await dismiss('A plot of the park.');
    expect(dismissed.body.flags).toMatchObject([
      { outcome: 'dismissed', dismissed: { by: 'amina', reason: 'A plot of the park.' } },
    ]);
    await database()
      .db.insertInto('checks_due')
      .values({ report_id: Number(stored?.id) })
      .execute();
    await settle();
    const rules = await server.call(calls.checks, {}, asAdministrator());
    const precision = rules.body.rules.find(({ check }) => check === 'area-zero')?.precision;
    expect(precision).toEqual({ flags: 1, open: 0, confirmed: 0, accepted: 0, dismissed: 1 });
    expect((await dismiss(null)).body.flags).toMatchObject([{ outcome: 'open', dismissed: null }]);
  });
});

describe('accepting in bulk', () => {
  test('leaves out what has a critical flag, unless told', async () => {
    const photo_sha256 = sha('copied');
    await arrive(
      good({ pin: '1', photo_sha256 }),
      good({ pin: '2', photo_sha256, capture_time: at(600) }),
    );
    const accept = async (accept_critical?: boolean) => {
      const { text } = await server.call(
        calls.reviewSelection,
        {
          body: {
            expected_count: 2,
            state: 'accepted_unseen',
            ...(accept_critical && { accept_critical }),
          },
        },
        asAdministrator(),
      );
      return JSON.parse(text.trim().split('\n').at(-1) ?? '');
    };
    const { body } = await server.call(calls.countSelection, { body: {} }, asAdministrator());
    expect(body.critical).toBe(1);
    expect(await accept()).toMatchObject({ reviewed: 1, critical: 1, ended: 'complete' });
    expect(await accept(true)).toMatchObject({ reviewed: 1, already: 1, critical: 0 });
  });
});

describe('a rule', () => {
  const travel = {
    is_on: true,
    severity: 'critical' as const,
    parameters: { speed: 10, metres: 100 },
    exceptions: [],
  };
  const save = (body: object) =>
    server.call(
      calls.saveCheck,
      { params: { check: 'travel' }, body: { ...travel, version: 0, ...body } },
      asAdministrator(),
    );

  test('is refused with parameters that are out of bounds or of another check', async () => {
    expect((await save({ parameters: { speed: 0 } })).status).toBe(422);
    expect((await save({ parameters: { floors: 2 } })).status).toBe(422);
    expect((await save({ exceptions: [{ is_on: true, parameters: {} }] })).status).toBe(422);
  });

  test('is refused to the second of two administrators', async () => {
    expect((await save({})).body.rule.version).toBe(1);
    const second = await save({});
    expect(second.status).toBe(409);
    expect(second.body.message).toContain('amina has changed this rule');
  });

  test('flags by its newest version; older flags keep theirs until they are looked at again', async () => {
    const [, before] = await arrive(
      good({ pin: '1' }),
      good({ pin: '2', latitude: 31.55, capture_time: at(60) }),
    );
    await save({});
    const flags = async (id: number) => {
      const { body } = await server.call(
        calls.reportDetails,
        { params: { id } },
        asAdministrator(),
      );
      return body.flags.map(({ version, severity }) => [version, severity]);
    };
    expect(await flags(Number(before?.id))).toEqual([[0, 'warning']]);
    const started = await server.call(calls.startCheckRun, { body: {} }, asAdministrator());
    expect(started.body.run).toMatchObject({ state: 'running', done: 0, by: 'amina' });
    const again = await server.call(calls.startCheckRun, { body: {} }, asAdministrator());
    expect(again.status).toBe(409);
    await workOnRun(database(), server.app.live.notifyFlags, new AbortController().signal);
    expect(await flags(Number(before?.id))).toEqual([[1, 'critical']]);
    const { body } = await server.call(calls.latestCheckRun, {}, asAdministrator());
    expect(body.run).toMatchObject({ state: 'complete', total: 2, done: 2 });
  });

  test('has exceptions by circle and land type, and can be off', async () => {
    const pair = () => [
      good({ pin: '1', land: 'Agricultural' }),
      good({ pin: '2', land: 'Agricultural', latitude: 31.55, capture_time: at(60) }),
    ];
    await save({ exceptions: [{ land: 'Agricultural', is_on: false, parameters: {} }] });
    await arrive(...pair());
    expect(await flagsFound()).toEqual([]);
    await save({ version: 1, is_on: false });
    await arrive(...pair().map((one) => ({ ...one, pin: `x${one.pin}`, land: 'Residential' })));
    expect((await flagsFound()).filter((line) => line.includes(' travel '))).toEqual([]);
  });

  test('is previewed with its examples; nothing is stored', async () => {
    const now = Date.now();
    const recent = (pin: string, seconds: number, latitude: number) =>
      good({ pin, latitude, capture_time: new Date(now - 86_400_000 + seconds * 1000) });
    // 3.3 km in 10 minutes are 20 km/h.
    await arrive(recent('1', 0, 31.52041), recent('2', 600, 31.55001));
    const preview = await server.call(
      calls.previewCheck,
      { params: { check: 'travel' }, body: travel },
      asAdministrator(),
    );
    expect(preview.body).toMatchObject({
      days: 30,
      reports: 2,
      looked_at: 2,
      flagged: 1,
      flagged_now: 0,
    });
    expect(preview.body.examples).toMatchObject([{ pin: '2', said: { id: 'flag-travel' } }]);
    expect((await flagsFound()).filter((line) => line.includes(' travel '))).toEqual([]);
  });

  test('that runs over all reports can be cancelled', async () => {
    await arrive(good({}));
    const { body } = await server.call(calls.startCheckRun, { body: {} }, asAdministrator());
    const cancel = (id: number) =>
      server.call(calls.cancelCheckRun, { params: { id } }, asAdministrator());
    expect((await cancel(999_999)).status).toBe(404);
    expect((await cancel(body.run.id)).body.run.state).toBe('cancelled');
    await workOnRun(database(), server.app.live.notifyFlags, new AbortController().signal);
    const latest = await server.call(calls.latestCheckRun, {}, asAdministrator());
    expect(latest.body.run).toMatchObject({ state: 'cancelled', done: 0 });
  });
});

describe('every night', () => {
  test('middles and quartiles are counted, and flag what is far out', async () => {
    const usual = Array.from({ length: 40 }, (_, index) =>
      good({
        pin: `${index}`,
        username: `surveyor ${index}`,
        land_area: 200 + index * 2.5,
        latitude: 31.52041 + (index % 7) / 10_000,
      }),
    );
    await insertReports(database(), usual);
    const [early] = await arrive(
      good({
        pin: 'early',
        username: 'somebody',
        land_area: 9000,
        latitude: 31.6,
        submission_time: new Date(),
      }),
    );
    expect(await namesOf(Number(early?.id))).toEqual(['capture-old']);
    await countNightlyValues(database());
    // The nightly count made the reports of the last day due.
    while ((await evaluateDue(database(), server.app.live.notifyFlags)) > 0);
    expect(await namesOf(Number(early?.id))).toEqual(
      expect.arrayContaining(['place-far', 'value-extreme']),
    );
    const [odd] = await arrive(
      good({ pin: 'odd', username: 'nobody', land_area: 9000, latitude: 31.6 }),
    );
    expect(await namesOf(Number(odd?.id))).toEqual(['place-far', 'value-extreme']);
  });
});
