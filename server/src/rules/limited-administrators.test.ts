// Every call of the table, asked by an administrator who is limited to one circle and by one who may only read (ADR 98).
// What is answered must hold nothing of the other circle: neither its words nor its numbers.
import { type Call, calls, changes, circleKey, refusedBy } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { addTestKey } from '../testing/api-keys.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { addParcels } from '../testing/parcels.ts';
import { insertReports, report } from '../testing/report-factory.ts';
import { testPassword } from '../testing/test-server.ts';

const server = setUpTestServer();
const own = 'Model Town';
const other = 'Farfield';
/** What stands in everything of the other circle. */
const foreign = /farfield|zulfi|ZZ9/i;
let limited: string;
let reader: string;
let ownReport: number;
let otherReport: number;

/** An administrator with these limits, signed in. */
const addLimited = async (email: string, circles: string[] | null, read_only: boolean) => {
  const { token } = server.administrator;
  const added = await server.call(
    calls.addAdministrator,
    { body: { email, name: 'Saba', password: testPassword } },
    token,
  );
  expect(added.status).toBe(200);
  const { administrators } = (await server.call(calls.administrators, {}, token)).body;
  const user_id = administrators.find((one) => one.email === email)?.id as number;
  await server.database.db
    .updateTable('users')
    .set({ must_change_password: false })
    .where('id', '=', user_id)
    .execute();
  const body = { user_id, circles, read_only, password: testPassword };
  expect((await server.call(calls.limitAdministrator, { body }, token)).status).toBe(200);
  const signedIn = await server.call(calls.login, {
    body: { email, password: added.body.made_password },
  });
  return signedIn.body.token;
};

beforeAll(async () => {
  const { token } = server.administrator;
  await server.addSurveyor('ali.raza');
  await server.addSurveyor('zulfi');
  await addParcels(server, own, ['0001', '0002', '0003']);
  await addParcels(server, other, ['ZZ91', 'ZZ92']);
  for (const [username, circle] of [
    ['ali.raza', own],
    ['zulfi', other],
  ] as const) {
    await server.call(calls.storeCirclePins, { body: { username, circle } }, token);
  }
  const far = { username: 'zulfi', user_name: 'Zulfi', circle: other };
  const [one, , two] = await insertReports(server.database, [
    report({ circle: own, pin: '0001' }),
    report({ circle: own, pin: '0002' }),
    report({ ...far, pin: 'ZZ91', land: 'Farfield only' }),
  ]);
  ownReport = one?.id as number;
  otherReport = two?.id as number;
  limited = await addLimited('limited@example.org', [own.toUpperCase()], false);
  reader = await addLimited('reader@example.org', null, true);
});

const table: Call[] = Object.values(calls);
const ofAdministrators = table.filter(({ access }) => access === 'administrator');
/** They end the session that asks, or answer without an end. */
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

/** Valid requests of calls that an empty one does not try. */
const valid: Record<string, object> = {
  reportMultiple: { body: { usernames: ['ali.raza', 'zulfi'] } },
  circlesAssignedToUser: { body: { username: 'zulfi' } },
  pinsByCircle: { body: { username: 'ali.raza', circle: own } },
  unitDetails: { query: { circle: own, pin: '0001' } },
  circleGroups: { query: { circle: own, by: 'street' } },
  exportSelection: { body: { expected_count: 2 } },
  zipSelection: { body: { expected_count: 2 } },
};

describe.each(ofAdministrators.filter(({ name }) => !apart.includes(name)))('$name', (call) => {
  const { name } = call;
  test('is refused to who is limited to circles, or answers of these only', async () => {
    const isRefused = refusedBy(call, { circles: [own], isReadOnly: false }) !== undefined;
    const answer = await ask(call, limited, valid[name]);
    if (isRefused) {
      expect([answer.status, answer.code]).toEqual([403, 'access-not-allowed']);
      expect(call.circles).toBeUndefined();
    } else {
      if (valid[name] || call.method === 'GET') expect([200, 404, 422]).toContain(answer.status);
      expect(answer.text).not.toMatch(foreign);
    }
  });
  test('is refused to who may only read, where it changes something', async () => {
    const { status, code } = await ask(call, reader, valid[name]);
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

test('live events are refused to who is limited to circles', async () => {
  expect((await ask(calls.live, limited)).status).toBe(403);
});

describe('who is limited to a circle', () => {
  const get = (call: Call, input: object = {}) => ask(call, limited, input);

  test('counts the units, surveyed units and surveyors of it', async () => {
    expect((await get(calls.countRecords)).text).toBe('3');
    expect((await get(calls.countReports)).text).toBe('2');
    expect((await get(calls.countMobileUsers)).text).toBe('1');
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

  test('is told the limits and which calls are refused', async () => {
    const { limits, calls: listed } = (await server.call(calls.capabilities, {}, limited)).body;
    expect(limits).toMatchObject({ circles: [own.toUpperCase()], read_only: false });
    expect(limits?.refused).toContain('activityList');
    expect(listed).not.toContain('activityList');
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
