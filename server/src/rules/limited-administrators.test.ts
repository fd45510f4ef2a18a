// Every call of the table is made by an administrator who is limited to one circle, and by one who is limited to
// reading (ADR 98). No answer may contain anything of the other circle, neither text nor numbers.
import { type Call, calls, changes, circleKey, refusedBy } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { addTestKey } from '../testing/api-keys.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { addLimited } from '../testing/limited-administrators.ts';
import { addParcels } from '../testing/parcels.ts';
import { insertReports, report } from '../testing/report-factory.ts';
import { testPassword } from '../testing/test-server.ts';

const server = setUpTestServer();
const own = 'Model Town';
const other = 'Farfield';
let limited: string;
let elsewhere: string;
let reader: string;
let ownReport: number;
let otherReport: number;

/** Two supervisors; `foreign` matches words that appear everywhere in the other's circle, and nowhere else. */
const supervisors = [
  {
    who: 'the supervisor of the one circle',
    circle: own,
    token: () => limited,
    params: () => ({ ...anything, id: String(ownReport) }),
    foreign: /farfield|zulfi|ZZ9/i,
  },
  {
    who: 'the supervisor of the other circle',
    circle: other,
    token: () => elsewhere,
    params: () => ({ ...anything, username: 'zulfi', id: String(otherReport) }),
    foreign: /model town|ali\.raza|Ali Raza|MM1/i,
  },
];

beforeAll(async () => {
  const { token } = server.administrator;
  await server.addSurveyor('ali.raza', { name: 'Ali Raza' });
  await server.addSurveyor('zulfi', { name: 'Zulfi' });
  // This surveyor has both circles, so both supervisors may see the name.
  await server.addSurveyor('sana', { name: 'Sana' });
  await addParcels(server, own, ['MM11', 'MM12', 'MM13']);
  await addParcels(server, other, ['ZZ91', 'ZZ92', 'ZZ93', 'ZZ94']);
  for (const [username, circle] of [
    ['ali.raza', own],
    ['zulfi', other],
    ['sana', own],
    ['sana', other],
  ] as const) {
    await server.call(calls.storeCirclePins, { body: { username, circle } }, token);
  }
  const today = { capture_time: new Date(Date.now() - 1000), submission_time: new Date() };
  const near = { ...today, circle: own };
  const far = { ...today, username: 'zulfi', user_name: 'Zulfi', circle: other };
  const [one, , two, three] = await insertReports(server.database, [
    report({ ...near, pin: 'MM11' }),
    report({ ...near, pin: 'MM12' }),
    report({ ...far, pin: 'ZZ91', land: 'Farfield only' }),
    report({ ...far, pin: 'ZZ92', username: 'sana', user_name: 'Sana', was_unassigned: true }),
    report({ ...far, pin: 'ZZ93', is_second: true }),
  ]);
  ownReport = one?.id as number;
  otherReport = two?.id as number;
  await server.database.db
    .insertInto('flags')
    .values(
      [ownReport, otherReport].map((report_id) => ({
        report_id,
        check_name: 'photo-same' as const,
        version: 1,
        severity: 3,
        found: JSON.stringify({ pin: report_id === ownReport ? 'ZZ92' : 'MM12', time: '1' }),
        counterpart_id: report_id === ownReport ? (three?.id as number) : ownReport,
        capture_time: today.capture_time,
        in_queue: true,
      })),
    )
    .execute();
  const day = today.capture_time.toLocaleDateString('en-GB', { timeZone: server.config.TIME_ZONE });
  const drawn = await server.call(
    calls.drawSample,
    { body: { percent: 100, date_from: day, date_to: day } },
    token,
  );
  expect(drawn.status).toBe(200);
  for (const circle of [own, other]) {
    const body = { name: `All of ${circle}`, filters: { circle }, is_shared: true };
    await server.call(calls.saveReportView, { body } as never, token);
  }
  limited = await addLimited(server, 'limited@example.org', { circles: [own.toUpperCase()] });
  elsewhere = await addLimited(server, 'elsewhere@example.org', { circles: [other] });
  reader = await addLimited(server, 'reader@example.org', { circles: null, read_only: true });
  // Audit entries of the other supervisor.
  const reviewed = await server.call(
    calls.reviewReport,
    { params: { id: otherReport }, body: { state: 'accepted', version: 0 } },
    elsewhere,
  );
  const used = await server.call(
    calls.changePinStatus,
    { body: { username: 'zulfi', circle: other, pin: 'ZZ94', status: 1 } },
    elsewhere,
  );
  expect([reviewed.status, used.status]).toEqual([200, 200]);
});

const table: Call[] = Object.values(calls);
const ofAdministrators = table.filter(({ access }) => access === 'administrator');
/** These calls end the session that makes them, or their answer does not end. */
const apart = ['endOwnSessions', 'changeOwnPassword', 'live'];
const anything = { username: 'ali.raza', check: 'photo-same', z: '0', x: '0', y: '0', '*': 'x' };

const ask = async (call: Call, token: string, input: object = {}) => {
  const given = {
    params: { id: String(ownReport), ...anything },
    ...(call.method === 'POST' && { body: {} }),
    ...input,
  };
  const { status, text, body } = await server.call(call, given as never, token);
  const { code } = body as { code?: string };
  return { status, text, body, code };
};

/** Valid requests for calls that do nothing without input. */
const valid = (circle: string): Record<string, object> => ({
  reportMultiple: { body: { usernames: ['ali.raza', 'zulfi', 'sana'] } },
  circlesAssignedToUser: { body: { username: 'sana' } },
  pinsByCircle: { body: { username: 'sana', circle } },
  pinSuggestions: { query: { text: '1' } },
  unitDetails: { query: { circle, pin: circle === own ? 'MM11' : 'ZZ91' } },
  circleGroups: { query: { circle, by: 'street' } },
  exportSelection: { body: { expected_count: circle === own ? 2 : 3 } },
  zipSelection: { body: { expected_count: circle === own ? 2 : 3 } },
  surveyorDays: { query: { from: '2026-01-01', to: '2026-01-02' } },
  surveyorDaysExport: { query: { from: '2026-01-01', to: '2026-01-02' } },
  surveyorDay: { query: { date: '01/01/2026' } },
  mapTile: { params: { z: 0, x: 0, y: 0 }, query: { colour: 'username' } },
});

describe.each(ofAdministrators.filter(({ name }) => !apart.includes(name)))('$name', (call) => {
  const { name } = call;
  test.each(
    supervisors,
  )('is refused to $who, or answers of that circle only', async (supervisor) => {
    const { circle, token, params, foreign } = supervisor;
    const isRefused = refusedBy(call, { circles: [circle], isReadOnly: false }) !== undefined;
    const answer = await ask(call, token(), { params: params(), ...valid(circle)[name] });
    if (isRefused) {
      expect([answer.status, answer.code]).toEqual([403, 'access-not-allowed']);
      expect(call.circles).toBeUndefined();
    } else {
      if (valid(circle)[name] || call.method === 'GET') {
        expect([200, 404, 422]).toContain(answer.status);
      }
      expect(answer.text).not.toMatch(foreign);
    }
  });
  test('is refused to who may only read, where it changes something', async () => {
    const { status, code } = await ask(call, reader, valid(own)[name]);
    expect(status).toBeLessThan(500);
    const isRefused = status === 403 && code === 'access-not-allowed';
    expect(isRefused).toBe(changes(call));
  });
});

test('who may only read changes nothing but the own account, and looks', () => {
  const posts = table.filter((call) => call.method === 'POST' && !changes(call));
  expect(posts.map(({ name }) => name).toSorted()).toMatchInlineSnapshot(`
    [
      "changeOwnPassword",
      "changeReportView",
      "circlesAssignedToUser",
      "confirmSecondFactor",
      "countSelection",
      "deleteReportView",
      "endOwnSession",
      "endOwnSessions",
      "exportSelection",
      "logout",
      "newRecoveryCodes",
      "openReport",
      "pinsByCircle",
      "reportMultiple",
      "savePreferences",
      "saveReportView",
      "seenAccountEvents",
      "startSecondFactor",
      "stopSecondFactor",
      "zipSelection",
    ]
  `);
});

describe('who is limited to a circle', () => {
  const get = (call: Call, input: object = {}) => ask(call, limited, input);

  test('counts the units, surveyed units and surveyors of it', async () => {
    expect((await get(calls.countRecords)).text).toBe('3');
    expect((await get(calls.countReports)).text).toBe('2');
    expect((await get(calls.countMobileUsers)).text).toBe('2');
  });

  test('lists, exports and selects its reports, in each spelling', async () => {
    const ids = (await server.call(calls.allReports, { query: {} }, limited)).body;
    expect(ids.total).toBe(2);
    const spelt = await server.call(calls.allReports, { query: { circle: 'model TOWN' } }, limited);
    expect(spelt.body.total).toBe(2);
    const all = (await get(calls.allReportsNoPagination)).body as { data?: unknown[] };
    expect(JSON.stringify(all)).toContain(own);
    const counted = await server.call(calls.countSelection, { body: {} }, limited);
    expect(counted.body).toMatchObject({ total: 2, surveyors: 1 });
    const byId = await server.call(calls.countSelection, { body: { ids: [otherReport] } }, limited);
    expect(byId.body.total).toBe(0);
    const { options } = (
      await server.call(calls.allReportsNoPagination, { query: { view: 'options' } }, limited)
    ).body as { options: { circle: unknown } };
    expect(options.circle).toEqual([{ value: own, count: 2 }]);
    const { counts } = (await server.call(calls.filterCounts, { query: {} }, limited)).body;
    expect(counts.circle).toEqual([{ value: circleKey(own), count: 2 }]);
    const newest = await server.call(calls.newReports, { query: {} }, limited);
    expect(newest.body.latest_id).toBeLessThan(otherReport);
  });

  test('is refused another circle by name, and learns nothing of its reports', async () => {
    const named = [
      await get(calls.allReports, { query: { circle: other } }),
      await get(calls.unitDetails, { query: { circle: other, pin: 'ZZ91' } }),
      await get(calls.pinsByCircle, { body: { username: 'zulfi', circle: other } }),
      await get(calls.changePinStatus, {
        body: { username: 'zulfi', circle: other, pin: 'ZZ91', status: 0 },
      }),
    ];
    for (const { status } of named) expect(status).toBe(403);
    const params = { ...anything, id: String(otherReport) };
    const byId = [
      await get(calls.reportDetails, { params }),
      await get(calls.makeReportCurrent, { params }),
      await get(calls.reviewReport, { params, body: { state: 'accepted', version: 0 } }),
      await get(calls.addNote, { params, body: { text: 'x', fields: [] } }),
      await get(calls.openReport, { params, body: { is_open: true } }),
      await get(calls.dismissFlag, { params, body: { reason: 'x' } }),
    ];
    for (const { status } of byId) expect(status).toBe(404);
  });

  test('has the dashboard, the map and suggestions of it', async () => {
    const overview = (await server.call(calls.dashboardOverview, {}, limited)).body;
    expect(overview.circles).toEqual([{ circle: own, units: 3, surveyed: 2 }]);
    expect(overview.reports_per_day.at(-1)?.reports).toBe(2);
    expect(overview.most_active).toEqual([{ username: 'ali.raza', name: 'Ali Raza', reports: 2 }]);
    // Sana's only report is in the other circle.
    expect(overview.least_active).toEqual([
      { username: 'sana', name: 'Sana', reports: 0 },
      { username: 'ali.raza', name: 'Ali Raza', reports: 2 },
    ]);
    expect(overview).toMatchObject({ not_on_list: 0, second_reports: 0, photos_awaited: 0 });
    expect(overview.review?.states.new).toBe(2);
    expect(overview.review?.oldest_new?.id).toBe(ownReport);
    const far = (await server.call(calls.dashboardOverview, {}, elsewhere)).body;
    expect(far).toMatchObject({ not_on_list: 1, second_reports: 1 });
    expect(far.review?.states).toMatchObject({ new: 2, accepted: 1 });

    expect((await server.call(calls.mapSummary, { query: {} }, limited)).body.placed).toBe(2);
    const { circles } = (await server.call(calls.mapCircles, { query: {} }, limited)).body;
    expect(circles).toMatchObject([{ circle: own, reports: 2 }]);
    const pinsLike = async (text: string) =>
      (await server.call(calls.pinSuggestions, { query: { text } }, limited)).body.pins;
    expect(await pinsLike('1')).toEqual(['MM11', 'MM12']);
    expect(await pinsLike('mm12')).toEqual(['MM12']);
    expect(await pinsLike('ZZ9')).toEqual([]);
  });

  test('reviews its reports, in each order, without counterparts of elsewhere', async () => {
    const { samples } = (await server.call(calls.reviewSamples, {}, limited)).body;
    expect(samples).toMatchObject([{ reports: 2, surveyors: 1, reviewed: 0 }]);
    const sample = samples[0]?.id as number;
    const queue = async (token: string, query: object) =>
      (await server.call(calls.reviewQueue, { query }, token)).body;
    const worst = await queue(limited, { order: 'worst' });
    expect([worst.reports.map(({ report }) => report.id), worst.remaining]).toEqual([
      [ownReport],
      1,
    ]);
    expect(worst.reports[0]?.flags).toMatchObject([{ counterpart: null }]);
    for (const query of [{ order: 'newest' }, { order: 'sample', sample }]) {
      const found = await queue(limited, query);
      expect([found.remaining, found.reports.map(({ report }) => report.circle)]).toEqual([
        2,
        [own, own],
      ]);
    }
    const first = await queue(limited, { order: 'newest', limit: 1 });
    const second = await queue(limited, { order: 'newest', limit: 1, after: first.next });
    expect(second.reports[0]?.report.id).not.toBe(first.reports[0]?.report.id);
    const behind = await queue(limited, { order: 'newest', after: String(otherReport) });
    expect(behind.reports).toEqual([]);
  });

  test('sees who has one of the circles, with the pins of it', async () => {
    const { users } = (await server.call(calls.mobileUsers, {}, limited)).body;
    expect(users.map(({ username, pins_total }) => [username, pins_total])).toEqual([
      ['ali.raza', 3],
      ['sana', 3],
    ]);
    const lists = (await server.call(calls.userCircles, {}, limited)).body.users;
    expect(lists.map(({ username, circles }) => [username, circles.length])).toEqual([
      ['ali.raza', 1],
      ['sana', 1],
    ]);
    const dayIn = (locale: string) =>
      new Date().toLocaleDateString(locale, { timeZone: server.config.TIME_ZONE });
    const today = { from: dayIn('sv-SE'), to: dayIn('sv-SE') };
    const days = (await server.call(calls.surveyorDays, { query: today }, limited)).body;
    expect(days.surveyors.map(({ username, reports }) => [username, ...reports])).toEqual([
      ['ali.raza', 2],
      ['sana', 0],
    ]);
    const workOf = (username: string) =>
      server.call(calls.surveyorWork, { params: { username }, query: {} }, limited);
    expect((await workOf('sana')).body).toMatchObject({ name: 'Sana', reports: 0, shares: [] });
    expect((await workOf('ali.raza')).body).toMatchObject({ reports: 2, flagged: 1 });
    expect((await workOf('zulfi')).status).toBe(404);
    const visits = await server.call(
      calls.surveyorDay,
      { params: { username: 'sana' }, query: { date: dayIn('en-GB') } },
      limited,
    );
    expect(visits.body).toEqual({ visits: [], total: 0 });
    const linesOf = async (call: Call) =>
      (await get(call)).text
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(',')[0]);
    expect(await linesOf(calls.exportUsers)).toEqual([expect.anything(), 'ali.raza', 'sana']);
    expect(await linesOf(calls.exportCircles)).toEqual([expect.anything(), own, own]);
  });

  test('sees and undoes the own actions since the limits were set, and no others', async () => {
    const { body } = await server.call(
      calls.changePinStatus,
      { body: { username: 'ali.raza', circle: own, pin: 'MM13', status: 1 } },
      limited,
    );
    expect(body.success).toBe(true);
    const entriesOf = async (token: string) =>
      (await server.call(calls.activityList, { query: {} }, token)).body.entries;
    const mine = await entriesOf(limited);
    expect(new Set(mine.map(({ actor }) => actor))).toEqual(new Set(['limited@example.org']));
    const id = mine.find(({ action }) => action === 'change-pin-status')?.id as number;
    const theirs = (await entriesOf(elsewhere)).find(({ undo }) => undo === 'possible')?.id;
    const admins = (await entriesOf(server.administrator.token)).filter(
      ({ actor }) => actor === 'amina',
    );
    expect(theirs).toBeDefined();
    for (const foreignId of [theirs as number, admins[0]?.id as number]) {
      const asked = { body: { id: foreignId } };
      const params = { id: foreignId };
      expect((await server.call(calls.undoActivity, asked, limited)).status).toBe(404);
      expect((await server.call(calls.previewUndo, asked, limited)).status).toBe(404);
      expect((await server.call(calls.activityDetails, { params }, limited)).status).toBe(404);
    }
    expect((await server.call(calls.undoActivity, { body: { id } }, limited)).status).toBe(200);
    const { actors } = (await server.call(calls.activityOptions, {}, limited)).body;
    expect(actors).toEqual(['limited@example.org']);
  });

  test('is told the limits and which calls are refused', async () => {
    const { limits, calls: listed } = (await server.call(calls.capabilities, {}, limited)).body;
    expect(limits).toMatchObject({ circles: [own.toUpperCase()], read_only: false });
    expect(limits?.refused).toContain('checks');
    expect(listed).not.toContain('checks');
  });
});

test('a key reaches no further than its owner, who may be limited later', async () => {
  const owner = { database: server.database, administrator: { ...server.administrator } };
  const account = await server.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'limited@example.org')
    .executeTakeFirstOrThrow();
  owner.administrator.id = account.id;
  const totalWith = async (circles: string[] | null) => {
    const { key } = await addTestKey(owner, ['reports'], circles);
    return server.call(calls.allReports, { query: {} }, key);
  };
  expect((await totalWith(null)).body.total).toBe(2);
  expect((await totalWith([other])).status).toBe(403);
  expect((await totalWith([other, own])).body.total).toBe(2);
});

test('no circles at all are refused as a limit, and limits end the sessions', async () => {
  const { db } = server.database;
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('email', '=', 'reader@example.org')
    .executeTakeFirstOrThrow();
  const { administrators } = (
    await server.call(calls.administrators, {}, server.administrator.token)
  ).body;
  const user_id = administrators.find((one) => one.email === email)?.id as number;
  const limit = (circles: string[] | null) => ({
    body: { user_id, circles, read_only: false, password: testPassword },
  });
  const { token } = server.administrator;
  expect((await server.call(calls.limitAdministrator, limit([]), token)).status).toBe(422);
  expect((await server.call(calls.limitAdministrator, limit([own]), token)).status).toBe(200);
  expect((await server.call(calls.capabilities, {}, reader)).status).toBe(401);
});
