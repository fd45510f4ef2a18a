// Reports set aside: excluded from all counts, kept in the history, and restored by undo (ADR 37).
import { calls, type SetAsideProgress, selectionLimits } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, lastAudit, listedPins } from '../../testing/parcels.ts';
import { insertReports, report } from '../../testing/report-factory.ts';
import { type Fields, picture, submissionFields, submit } from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';
import { applyDeltas, checkRollups } from '../rollups/rollups.commands.ts';

const server = setUpTestServer();
let ali: Person;
let sana: Person;
let token: string;
beforeAll(async () => {
  ali = await server.addSurveyor('ali.raza');
  sana = await server.addSurveyor('sana.khan');
  token = server.administrator.token;
});

const setAside = async (body: object) => {
  const { statusCode, body: text } = await server.app.inject({
    method: 'POST',
    url: calls.setAsideSelection.path,
    payload: body,
    headers: { authorization: `Bearer ${token}` },
  });
  const lines = statusCode === 200 ? text.trim().split('\n') : [text];
  return { status: statusCode, lines: lines.map((line) => JSON.parse(line) as SetAsideProgress) };
};
const setOneAside = async (id: number): Promise<number> => {
  const { lines } = await setAside({ ids: [id], expected_count: 1 });
  expect(lines).toMatchObject([{ total: 1, done: 1, set_aside: 1, gone: 0, ended: 'complete' }]);
  return lines[0]?.undo_entries[0] as number;
};
const undo = async (id: number) => {
  const { status, body } = await server.call(calls.undoActivity, { body: { id } }, token);
  return { status, message: body.message };
};

const send = async (from: Person, fields: Fields, photo?: Buffer) => {
  const { status, body } = await submit(
    server,
    from.token,
    submissionFields(fields),
    ...(photo ? [photo] : []),
  );
  expect(status).toBe(200);
  return body;
};
const assigned = async (circle: string, pins: number | string[], ...people: Person[]) => {
  await addParcels(server, circle, pins);
  for (const { username } of people) {
    await server.call(calls.storeCirclePins, { body: { username, circle } }, token);
  }
};
const sendBack = async ({ username }: Person, circle: string, pin: string) => {
  const body = { username, circle, pin, status: 0 as const };
  const { status } = await server.call(calls.changePinStatus, { body }, token);
  expect(status).toBe(200);
};
const idsOf = async (query: object) =>
  (await server.call(calls.allReports, { query }, token)).body.data.map(({ id }) => id);
const overview = async () => (await server.call(calls.dashboardOverview, {}, token)).body;
const phoneOf = async ({ token: own }: Person, cursor?: number) =>
  (await server.call(calls.devicePins, { query: { cursor } }, own)).body;
const statuses = async (circle: string) =>
  (await listedPins(server))
    .filter((listed) => listed.circle === circle)
    .map(({ username, pin, status }) => `${username} ${pin} ${status}`);
/** Reports and pins of a circle, with all columns. */
const stateOf = async (circle: string) => ({
  pins: await statuses(circle),
  reports: await server.database.db
    .selectFrom('reports')
    .select(['id', 'resubmission', 'replaced_by', 'set_aside_by', 'photo_name'])
    .where('circle', '=', circle)
    .orderBy('id')
    .execute(),
});

describe('is refused, with nothing done,', () => {
  test('without the count that the person was told, and where it is another one by now', async () => {
    const [one] = await insertReports(server.database, [report({ circle: 'Refused' })]);
    expect((await setAside({ ids: [one?.id] })).status).toBe(422);
    const { status, lines } = await setAside({
      filters: { circle: 'Refused' },
      expected_count: 2,
    });
    expect([status, lines[0]]).toMatchObject([409, { errors: { expected_count: ['1'] } }]);
    expect(await idsOf({ circle: 'Refused' })).toEqual([one?.id]);
  });

  test('to surveyors', async () => {
    const body = { filters: {}, expected_count: 1 };
    const { status } = await server.call(calls.setAsideSelection, { body }, ali.token);
    expect(status).toBe(403);
  });

  test('by the database: nothing is in its own place but what was set aside', async () => {
    const [one] = await insertReports(server.database, [report({ circle: 'Checked' })]);
    const { db } = server.database;
    const change = (set: object) =>
      db
        .updateTable('reports')
        .set(set)
        .where('id', '=', one?.id as number)
        .execute();
    await expect(change({ replaced_by: one?.id })).rejects.toThrow('reports_set_aside_check');
    const at = { set_aside_at: new Date(), set_aside_by: 'amina' };
    await expect(change(at)).rejects.toThrow('reports_set_aside_check');
  });
});

describe('a report set aside', () => {
  test('leaves lists, counts, exports, photos, map and suggestions, and comes back as it was', async () => {
    await assigned('Aside', ['9901', '9902'], ali);
    const photo = await picture();
    const kept = await send(ali, { circle: 'Aside', pin: '9902' });
    const { id } = await send(ali, { circle: 'Aside', pin: '9901' }, photo);
    const seen = async () => {
      const query = { circle: 'Aside' };
      const [csv, zip, suggested, map, options, counts] = await Promise.all([
        server.app.inject({
          url: '/api/all-reports-export?circle=Aside',
          headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
        }),
        server.call(calls.reportPhotosZip, { query }, token),
        server.call(calls.pinSuggestions, { query: { text: '9901' } }, token),
        server.call(calls.mapSummary, { query }, token),
        server.call(calls.allReportsNoPagination, { query: { view: 'options' } }, token),
        server.call(calls.countReports, {}, token),
      ]);
      // A session may have two exports at a time.
      const body = { usernames: ['ali.raza'] };
      const users = await server.call(calls.reportMultiple, { body }, token);
      const circles = 'options' in options.body ? options.body.options.circle : [];
      return {
        ids: await idsOf(query),
        csv: csv.body.trim().split('\r\n').length - 1,
        photos: zip.headers['x-total-photos'],
        suggested: suggested.body.pins,
        placed: map.body.placed,
        options: circles.find(({ value }) => value === 'Aside')?.count,
        all: counts.text,
        ofUser: users.body.data.filter(({ circle }) => circle === 'Aside').length,
        circle: (await overview()).circles.find(({ circle }) => circle === 'Aside'),
        state: await stateOf('Aside'),
      };
    };
    const before = await seen();
    expect(before).toMatchObject({ ids: [id, kept.id], csv: 2, photos: '1', placed: 2 });
    const entry = await setOneAside(id);
    const after = await seen();
    expect(after).toMatchObject({
      ids: [kept.id],
      csv: 1,
      photos: '0',
      suggested: [],
      placed: 1,
      options: 1,
      ofUser: 1,
      circle: { units: 2, surveyed: 1 },
    });
    expect(Number(after.all)).toBe(Number(before.all) - 1);
    // To be surveyed again, as if the report had never been sent; the photo stays.
    expect(after.state.pins).toEqual(['ali.raza 9901 0', 'ali.raza 9902 1']);
    expect(after.state.reports[1]).toMatchObject({ id, replaced_by: id, set_aside_by: 'amina' });
    expect(after.state.reports[1]?.photo_name).toBeTruthy();
    expect(await checkRollups(server.database)).toEqual([]);
    await applyDeltas(server.database);
    expect(await lastAudit(server)).toMatchObject({
      actor: 'amina',
      action: 'set-aside-reports',
      subject: 'ali.raza, Aside, PIN 9901',
      row_count: 1,
    });
    expect(await undo(entry)).toEqual({ status: 200, message: 'Undone: 1 report.' });
    expect(await seen()).toEqual(before);
    expect(await checkRollups(server.database)).toEqual([]);
  });

  test('stays in the history of its pin, with who did it and when', async () => {
    const { id } = await send(ali, { circle: 'History', pin: '1' });
    const other = await send(sana, { circle: 'History', pin: '1' });
    await setOneAside(id);
    const { body } = await server.call(calls.reportDetails, { params: { id: other.id } }, token);
    expect(body).toMatchObject({ is_current: true, set_aside: null });
    expect(body.history.find((one) => one.id === id)).toMatchObject({
      is_current: false,
      set_aside: { by: 'amina', at: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/) },
    });
  });

  test('is still the answer to its own submission that comes again', async () => {
    await assigned('Again', ['1'], ali);
    const first = await send(ali, { circle: 'Again', pin: '1' });
    await sendBack(ali, 'Again', '1');
    const fields = submissionFields({ circle: 'Again', pin: '1' });
    const answer = await submit(server, ali.token, fields);
    expect(answer.body.resubmission).toBe(0);
    await setOneAside(answer.body.id);
    expect((await submit(server, ali.token, fields)).body).toEqual(answer.body);
    expect(await idsOf({ circle: 'Again' })).toEqual([first.id]);
  });

  test('gives back the place that it took: the colleague has the request again, and undo takes it', async () => {
    await assigned('Taken', ['1'], ali, sana);
    const { id } = await send(ali, { circle: 'Taken', pin: '1' });
    await sendBack(ali, 'Taken', '1');
    const answer = await send(sana, { circle: 'Taken', pin: '1' });
    const before = await stateOf('Taken');
    expect(before.reports[0]?.replaced_by).toBe(answer.id);
    const { cursor } = await phoneOf(ali);
    const entry = await setOneAside(answer.id);
    expect(await idsOf({ circle: 'Taken' })).toEqual([id]);
    expect((await phoneOf(ali, cursor)).pins).toMatchObject([{ status: 0, sent_back: true }]);
    expect(await statuses('Taken')).toEqual(['ali.raza 1 0', 'sana.khan 1 0']);
    expect(await checkRollups(server.database)).toEqual([]);
    expect((await undo(entry)).status).toBe(200);
    expect(await stateOf('Taken')).toEqual(before);
    expect((await phoneOf(ali, cursor)).pins).toMatchObject([{ status: 0, sent_back: false }]);
  });

  test('that waits to be surveyed again takes the request with it', async () => {
    await assigned('Waiting', ['1'], ali);
    const { id } = await send(ali, { circle: 'Waiting', pin: '1' });
    await sendBack(ali, 'Waiting', '1');
    const back = await server.database.db
      .selectFrom('audit_entries')
      .select((where) => where.fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    const { cursor } = await phoneOf(ali);
    const entry = await setOneAside(id);
    expect((await phoneOf(ali, cursor)).pins).toMatchObject([{ status: 0, sent_back: false }]);
    expect(await undo(back.id)).toEqual({
      status: 409,
      message: 'This cannot be undone: its report has been set aside since.',
    });
    expect((await undo(entry)).status).toBe(200);
    expect((await phoneOf(ali, cursor)).pins).toMatchObject([{ status: 0, sent_back: true }]);
  });

  test('leaves a pin USED of which the surveyor has another report', async () => {
    await assigned('Double', ['1'], ali);
    await send(ali, { circle: 'Double', pin: '1' });
    const { id } = await send(ali, { circle: 'Double', pin: '1' });
    await setOneAside(id);
    expect(await statuses('Double')).toEqual(['ali.raza 1 1']);
  });
});

describe('undo', () => {
  test('is refused over a newer report of the pin, until that is set aside too; then once', async () => {
    await assigned('Newer', ['1'], ali);
    const { id } = await send(ali, { circle: 'Newer', pin: '1' });
    const entry = await setOneAside(id);
    const newer = await send(sana, { circle: 'Newer', pin: '1' });
    const refused = {
      status: 409,
      message:
        'This cannot be undone: a newer report of PIN Newer 1 has come since. Set that one aside first, or leave it.',
    };
    expect(await undo(entry)).toEqual(refused);
    const preview = await server.call(calls.previewUndo, { body: { id: entry } }, token);
    expect(preview.status).toBe(409);
    expect(await idsOf({ circle: 'Newer' })).toEqual([newer.id]);
    await setOneAside(newer.id);
    expect((await undo(entry)).status).toBe(200);
    expect((await undo(entry)).message).toContain('has undone it already');
    expect(await idsOf({ circle: 'Newer' })).toEqual([id]);
  });

  test('brings reports back also where the pin has left the list', async () => {
    await assigned('Left', ['1', '2'], ali);
    const { id } = await send(ali, { circle: 'Left', pin: '1' });
    const entry = await setOneAside(id);
    await server.call(
      calls.deleteCircle,
      { body: { username: 'ali.raza', circle: 'Left' } },
      token,
    );
    expect((await undo(entry)).status).toBe(200);
    expect(await idsOf({ circle: 'Left' })).toEqual([id]);
    expect(await checkRollups(server.database)).toEqual([]);
  });
});

describe('many reports', () => {
  test('go in parts, each with its entry, and each comes back', async () => {
    const count = selectionLimits.part + 20;
    await assigned('Many', count, ali);
    const pins = Array.from({ length: count }, (_, at) => String(at + 1).padStart(7, '0'));
    await insertReports(
      server.database,
      pins.map((pin) => report({ circle: 'Many', pin, was_unassigned: true })),
    );
    await sql`update assigned_pins set status = 1 from units
      where units.id = unit_id and units.circle_id = (select id from circles where key = 'many')`.execute(
      server.database.db,
    );
    const before = await stateOf('Many');
    const body = { filters: { circle: 'Many', list: 'off' }, expected_count: count };
    const { lines } = await setAside(body);
    expect(lines.map(({ done, set_aside }) => [done, set_aside])).toEqual([
      [selectionLimits.part, selectionLimits.part],
      [count, count],
    ]);
    const entries = lines.at(-1)?.undo_entries ?? [];
    expect(entries).toHaveLength(2);
    expect(await idsOf({ circle: 'Many' })).toEqual([]);
    expect(await checkRollups(server.database)).toEqual([]);
    expect((await statuses('Many')).every((pin) => pin.endsWith(' 0'))).toBe(true);
    for (const entry of [...entries].reverse()) expect((await undo(entry)).status).toBe(200);
    expect(await stateOf('Many')).toEqual(before);
    await applyDeltas(server.database);
    expect(await checkRollups(server.database)).toEqual([]);
  });

  test('twice at once are set aside once, and phones that survey meanwhile lose nothing', async () => {
    await assigned('Race', 30, ali);
    const sent: number[] = [];
    for (let at = 1; at <= 30; at += 1) {
      const pin = String(at).padStart(7, '0');
      sent.push((await send(ali, { circle: 'Race', pin })).id);
      await sendBack(ali, 'Race', pin);
    }
    const both = Promise.all(
      [0, 1].map(() => setAside({ ids: sent, expected_count: sent.length })),
    );
    const answers = await Promise.all(
      sent.map((_, at) => send(ali, { circle: 'Race', pin: String(at + 1).padStart(7, '0') })),
    );
    const ends = (await both).map(({ lines }) => lines.at(-1));
    const aside = await server.database.db
      .selectFrom('reports')
      .select('id')
      .where('circle', '=', 'Race')
      .where('set_aside_at', 'is not', null)
      .execute();
    expect(ends.reduce((sum, end) => sum + (end?.set_aside ?? 0), 0)).toBe(aside.length);
    expect((await idsOf({ circle: 'Race', per_page: 100 })).sort()).toEqual(
      answers.map(({ id }) => id).sort(),
    );
    expect(await checkRollups(server.database)).toEqual([]);
  });
});
