// Many reports at once: counted exactly, sent back once, exported as selected (R17, R18, R21).
import { calls, type SendBackProgress, selectionLimits } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, lastAudit, listedPins } from '../../testing/parcels.ts';
import { insertReports, type NewReport, report } from '../../testing/report-factory.ts';
import type { Person } from '../../testing/test-server.ts';

const server = setUpTestServer();
let ali: Person;
let sana: Person;
beforeAll(async () => {
  ali = await server.addSurveyor('ali.raza');
  sana = await server.addSurveyor('sana.khan');
});

const ask = async <C extends (typeof calls)[keyof typeof calls]>(call: C, body: object) =>
  server.call(call, { body } as never, server.administrator.token);

const sendBack = async (body: object) => {
  const { statusCode, body: text } = await server.app.inject({
    method: 'POST',
    url: calls.sendBackSelection.path,
    payload: body,
    headers: { authorization: `Bearer ${server.administrator.token}` },
  });
  const lines = statusCode === 200 ? text.trim().split('\n') : [];
  return { status: statusCode, lines: lines.map((line) => JSON.parse(line) as SendBackProgress) };
};

/** A circle whose USED pins are on the lists of people, each with a report by the first of them. */
const surveyed = async (
  circle: string,
  pins: number,
  people: Person[],
  given: Partial<NewReport> = {},
) => {
  const numbers = Array.from({ length: pins }, (_, at) => String(at + 1).padStart(4, '0'));
  await addParcels(server, circle, numbers);
  for (const { username } of people) {
    await ask(calls.storeCirclePins, { username, circle });
  }
  await server.database.db.updateTable('assigned_pins').set({ status: 1 }).execute();
  const username = people[0]?.username ?? 'ali.raza';
  const stored = await insertReports(
    server.database,
    numbers.map((pin) => report({ circle, pin, username, ...given })),
  );
  return stored.map(({ id }) => id);
};

const marks = async (ids: readonly number[]) =>
  (
    await server.database.db
      .selectFrom('reports')
      .select('resubmission')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
  ).map(({ resubmission }) => resubmission);

const statuses = async (circle: string) =>
  (await listedPins(server))
    .filter((listed) => listed.circle === circle)
    .map(({ username, pin, status }) => `${username} ${pin} ${status}`);

describe('is refused, with nothing done,', () => {
  test.each([
    ['without the expected count', { filters: {} }, 'expected_count'],
    ['for none', { filters: {}, expected_count: 0 }, 'expected_count'],
    ['with a filter that is none', { filters: { land_area: 'x' }, expected_count: 1 }, 'filters'],
    [
      'with more ids than one can choose',
      {
        ids: Array.from({ length: selectionLimits.ids + 1 }, (_, at) => at + 1),
        expected_count: 1,
      },
      'ids',
    ],
  ])('%s', async (_, body, field) => {
    for (const call of [calls.sendBackSelection, calls.exportSelection, calls.zipSelection]) {
      const { status, body: answer } = await ask(call, body);
      expect(status).toBe(422);
      const errors = (answer as { errors?: object }).errors ?? {};
      expect(Object.keys(errors)[0]).toMatch(new RegExp(`^${field}`));
    }
  });

  test('where the selection holds another number by now; the refusal tells which', async () => {
    const ids = await surveyed('Changed', 3, [ali]);
    const body = { filters: { circle: 'Changed' }, expected_count: 4 };
    for (const call of [calls.sendBackSelection, calls.exportSelection, calls.zipSelection]) {
      const { status, text } = await ask(call, body);
      expect(status).toBe(409);
      expect(JSON.parse(text)).toMatchObject({
        code: 'conflict',
        message:
          'Reports have changed meanwhile: the selection holds 3 reports now, not 4. Nothing was done.',
        errors: { expected_count: ['3'] },
      });
    }
    expect(await sendBack({ ids: [...ids, 999_999_999], expected_count: 4 })).toMatchObject({
      status: 409,
    });
    // A claimed number beyond memory is refused as any other.
    expect(await sendBack({ ...body, expected_count: 1e15 })).toMatchObject({ status: 409 });
    expect(await marks(ids)).toEqual([null, null, null]);
    expect(await statuses('Changed')).toEqual(['1', '2', '3'].map((pin) => `ali.raza 000${pin} 1`));
  });
});

describe('a selection', () => {
  test('is counted exactly, by filters and by ids', async () => {
    const ids = await surveyed('Counted', 4, [ali]);
    await insertReports(server.database, [
      report({ circle: 'Counted', pin: '9', username: 'sana.khan', photo_name: 'ab/abc.jpg' }),
      report({ circle: 'Counted', pin: '8', resubmission: 1 }),
      report({ circle: 'Counted', pin: '7', replaced_by: ids[0] as number }),
    ]);
    const { body } = await ask(calls.countSelection, { filters: { circle: 'counted' } });
    expect(body).toEqual({ total: 6, photos: 1, sent_back: 1, surveyors: 2, critical: 0 });
    const some = await ask(calls.countSelection, {
      filters: { land: 'Residential' },
      ids: ids.slice(0, 2),
    });
    expect(some.body).toMatchObject({ total: 2, surveyors: 1 });
    const none = await ask(calls.countSelection, { filters: { land: 'Vacant' }, ids });
    expect(none.body).toMatchObject({ total: 0 });
  });

  test('comes home as the CSV and the ZIP of exactly its reports', async () => {
    const ids = await surveyed('Taken', 3, [ali]);
    const csv = await ask(calls.exportSelection, { ids: ids.slice(0, 2), expected_count: 2 });
    expect(csv.headers['x-total-rows']).toBe('2');
    expect(csv.headers['content-disposition']).toContain('property_report.csv');
    const found = csv.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    expect(found.sort((one, other) => one - other)).toEqual(ids.slice(0, 2));
    const zip = await ask(calls.zipSelection, { ids, expected_count: 3 });
    expect([zip.status, zip.headers['x-total-photos'], zip.text.slice(0, 2)]).toEqual([
      200,
      '0',
      'PK',
    ]);
  });
});

describe('sending a selection back', () => {
  test('marks its reports, frees their pins, and tells how many', async () => {
    const [first, second, third] = (await surveyed('Sent', 3, [ali, sana])) as [
      number,
      number,
      number,
    ];
    const [gone] = await insertReports(server.database, [report({ circle: 'Sent', pin: '77' })]);
    await server.database.db
      .updateTable('reports')
      .set({ resubmission: 1 })
      .where('id', '=', second)
      .execute();
    const body = { filters: { circle: 'Sent' }, expected_count: 4 };
    const { lines } = await sendBack(body);
    expect(lines).toEqual([
      {
        total: 4,
        done: 4,
        sent_back: 2,
        already: 1,
        replaced: 0,
        left_out: { count: 1, first: [{ username: 'ali.raza', circle: 'Sent', pin: '77' }] },
        undo_entries: [expect.any(Number)],
        ended: 'complete',
      },
    ]);
    expect(await marks([first, second, third, gone?.id as number])).toEqual([1, 1, 1, null]);
    // Her pins stay USED: only the surveyor of the report is asked again.
    expect(await statuses('Sent')).toEqual([
      ...['1', '2', '3'].map((pin) => `ali.raza 000${pin} 0`),
      ...['1', '2', '3'].map((pin) => `sana.khan 000${pin} 1`),
    ]);
    expect(await lastAudit(server)).toMatchObject({
      actor: 'amina',
      action: 'send-back-reports',
      row_count: 2,
      details: { reports: [{ id: first }, { id: third }], left_out: [gone?.id] },
    });
  });

  test('again, or twice at once, changes nothing more', async () => {
    const ids = await surveyed('Twice', 5, [ali]);
    const body = { ids, expected_count: 5 };
    const both = await Promise.all([sendBack(body), sendBack(body)]);
    const ends = both.map(({ lines }) => lines.at(-1));
    expect(ends.map((end) => (end?.sent_back ?? 0) + (end?.already ?? 0))).toEqual([5, 5]);
    expect(ends.reduce((sum, end) => sum + (end?.sent_back ?? 0), 0)).toBe(5);
    expect(await marks(ids)).toEqual([1, 1, 1, 1, 1]);
    const entries = await server.database.db
      .selectFrom('audit_entries')
      .select('row_count')
      .where('action', '=', 'send-back-reports')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(entries).toEqual([{ row_count: 5 }]);
    // With a filter that they no longer match, a late second click is refused.
    const late = await sendBack({
      filters: { circle: 'Twice', resubmission: 'No' },
      expected_count: 5,
    });
    expect(late.status).toBe(409);
  });

  test('reaches the phones of all who have the pins', async () => {
    await surveyed('Phones', 2, [ali, sana]);
    const pins = async (person: Person, cursor: number) =>
      (await server.call(calls.devicePins, { query: { cursor } }, person.token)).body;
    const before = { ali: (await pins(ali, 0)).cursor, sana: (await pins(sana, 0)).cursor };
    await sendBack({ filters: { circle: 'Phones' }, expected_count: 2 });
    expect((await pins(ali, before.ali)).pins).toMatchObject([
      { pin: '0001', status: 0, sent_back: true },
      { pin: '0002', status: 0, sent_back: true },
    ]);
    expect((await pins(sana, before.sana)).pins).toMatchObject([
      { pin: '0001', status: 1 },
      { pin: '0002', status: 1 },
    ]);
  });

  test('is undone: marks, states, statuses, and the phones of all who have the pins', async () => {
    const ids = await surveyed('Undone', 2, [ali, sana]);
    const [first, second] = ids as [number, number];
    const accepted = { review: 'accepted', reviewed_by: 'amina' } as const;
    await server.database.db.updateTable('reports').set(accepted).where('id', '=', first).execute();
    const { lines } = await sendBack({ filters: { circle: 'Undone' }, expected_count: 2 });
    const cursor = async (person: Person, since = 0) =>
      (await server.call(calls.devicePins, { query: { cursor: since } }, person.token)).body;
    const before = { ali: (await cursor(ali)).cursor, sana: (await cursor(sana)).cursor };
    const undo = () => ask(calls.undoActivity, { id: lines.at(-1)?.undo_entries[0] as number });
    expect((await undo()).body).toMatchObject({ success: true, rows: 4 });
    expect(await marks(ids)).toEqual([null, null]);
    const { data } = (
      await server.call(
        calls.allReports,
        { query: { circle: 'Undone', extra: 'review,reviewed_by' } },
        server.administrator.token,
      )
    ).body;
    expect(data.find(({ id }) => id === first)).toMatchObject({
      review: 'accepted',
      reviewed_by: 'amina',
    });
    expect(data.find(({ id }) => id === second)).toMatchObject({ review: 'new' });
    expect((await cursor(ali, before.ali)).pins).toMatchObject([{ status: 1 }, { status: 1 }]);
    expect((await cursor(sana, before.sana)).pins).toHaveLength(2);
    expect((await undo()).status).toBe(409);
  });

  test('is not undone where one of them was surveyed again since', async () => {
    const ids = await surveyed('Late', 2, [ali]);
    const { lines } = await sendBack({ filters: { circle: 'Late' }, expected_count: 2 });
    await server.database.db
      .updateTable('reports')
      .set({ replaced_by: ids[1] as number })
      .where('id', '=', ids[0] as number)
      .execute();
    const id = lines.at(-1)?.undo_entries[0] as number;
    expect((await ask(calls.undoActivity, { id })).status).toBe(409);
    expect(await marks(ids)).toEqual([1, 1]);
  });

  test('goes part by part, and tells after each', async () => {
    const count = selectionLimits.part * 2 + 7;
    await surveyed('Many', count, [ali]);
    const { lines } = await sendBack({ filters: { circle: 'Many' }, expected_count: count });
    expect(lines.map(({ done, ended }) => [done, ended])).toEqual([
      [selectionLimits.part, undefined],
      [selectionLimits.part * 2, undefined],
      [count, 'complete'],
    ]);
    expect(lines.at(-1)).toMatchObject({ sent_back: count, already: 0, left_out: { count: 0 } });
  });

  test('and transferring the same circle to and fro never block each other', async () => {
    const ids = await surveyed('Busy', 40, [ali]);
    const transfer = (from: Person, to: Person) =>
      ask(calls.transferPins, {
        source_user: from.username,
        target_user: to.username,
        circle: 'Busy',
      });
    const all = await Promise.all([
      sendBack({ ids, expected_count: 40 }),
      transfer(ali, sana),
      sendBack({ ids, expected_count: 40 }),
      transfer(sana, ali),
    ]);
    expect(all[0].lines.at(-1)?.ended).toBe('complete');
    expect(all[2].lines.at(-1)?.ended).toBe('complete');
    for (const { lines } of [all[0], all[2]]) {
      const { sent_back = 0, already = 0, left_out, replaced = 0 } = lines.at(-1) ?? {};
      expect(sent_back + already + replaced + (left_out?.count ?? 0)).toBe(40);
    }
  });
});

test('a report stands at its place in the list of its filters; elsewhere at none', async () => {
  const stored = await insertReports(
    server.database,
    ['10', '11', '12'].map((hour) =>
      report({ circle: 'Placed', pin: hour, capture_time: new Date(`2026-03-10T${hour}:00:00Z`) }),
    ),
  );
  const place = async (id: number | undefined, query: object) =>
    (
      await server.call(
        calls.reportPlace,
        { query: { id: id as number, ...query } },
        server.administrator.token,
      )
    ).body.place;
  const [oldest, middle, newest] = stored.map(({ id }) => id);
  expect(await place(newest, { circle: 'Placed' })).toBe(1);
  expect(await place(middle, { circle: 'Placed' })).toBe(2);
  expect(await place(oldest, { circle: 'Placed' })).toBe(3);
  expect(await place(oldest, { circle: 'Placed', pin: '10' })).toBe(1);
  expect(await place(oldest, { circle: 'Elsewhere' })).toBeNull();
});
