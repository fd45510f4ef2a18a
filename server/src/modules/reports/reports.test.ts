import { calls, reportColumns } from '@survey/contract';
import { describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { insertReports, report } from '../../testing/report-factory.ts';
import { applyDeltas } from '../rollups/rollups.commands.ts';

const server = setUpTestServer();

const token = () => server.administrator.token;
const list = (query: Record<string, string | number>) =>
  server.call(calls.allReports, { query }, token());
const add = (...given: Parameters<typeof report>[0][]) =>
  insertReports(
    server.database,
    given.map((values) => report(values)),
  );

describe('a list is refused, naming the field, for', () => {
  test.each([
    ['page', '-1'],
    ['page', '99999999999'],
    ['per_page', '100000'],
    ['date', '31/02/2026'],
    ['land_area', 'huge'],
    ['covered_area', '5'],
    ['resubmission', '7'],
    ['floors', 'many'],
    ['basement', 'perhaps'],
  ])('%s=%s', async (name, value) => {
    const paths = [calls.allReports, calls.allReportsExport, calls.reportPhotosZip].map(
      ({ path }) => path,
    );
    for (const url of name.endsWith('page') ? paths.slice(0, 1) : paths) {
      const answer = await server.app.inject({
        url,
        query: { [name]: value },
        headers: { authorization: `Bearer ${token()}` },
      });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().code).toBe('invalid-input');
      expect(Object.keys(answer.json().errors)).toEqual([name]);
    }
  });

  test('view=everything', async () => {
    const query = { view: 'everything' as 'options' };
    const { status } = await server.call(calls.allReportsNoPagination, { query }, token());
    expect(status).toBe(422);
  });
});

describe('pages', () => {
  test('before there is any report the first is empty and the last', async () => {
    const { body } = await list({});
    expect(body).toEqual({ data: [], total: 0, last_page: 1, current_page: 1 });
  });

  test('are ten reports, newest capture first, and of the same instant the later first', async () => {
    const times = ['08:00', '10:00', '09:00', '09:00', '23:00', '11:00', '12:00', '13:00', '14:00'];
    const stored = await add(
      ...[...times, '15:00', '16:00', '17:00'].map((time) => ({
        circle: 'Pages',
        capture_time: new Date(`2026-01-31T${time}:00Z`),
      })),
      { circle: 'Pages', capture_time: new Date('2026-02-01T08:00:00Z') },
    );
    const order = stored
      .toSorted(
        (one, other) =>
          other.capture_time.getTime() - one.capture_time.getTime() || other.id - one.id,
      )
      .map(({ id }) => id);
    const first = await list({ circle: 'pages' });
    expect(first.body.data.map(({ id }) => id)).toEqual(order.slice(0, 10));
    expect(first.body).toMatchObject({ total: 13, last_page: 2, current_page: 1 });
    const second = await list({ circle: 'pages', page: 2 });
    expect(second.body.data.map(({ id }) => id)).toEqual(order.slice(10));
    expect(second.body).toMatchObject({ total: 13, last_page: 2, current_page: 2 });
    const fours = await list({ circle: 'pages', page: 4, per_page: 4 });
    expect(fours.body.data.map(({ id }) => id)).toEqual(order.slice(12));
    expect(fours.body.last_page).toBe(4);
  });

  test('beyond the last are empty, with the right total', async () => {
    for (const page of [3, 1_000_000_000]) {
      const { body } = await list({ circle: 'pages', page });
      expect(body).toEqual({ data: [], total: 13, last_page: 2, current_page: page });
    }
  });
});

describe('a report', () => {
  test('has the 21 fields in their order, times as written in Karachi', async () => {
    const [stored] = await add({
      circle: 'Fields',
      capture_time: new Date('2026-01-31T19:30:05Z'),
      submission_time: new Date('2026-01-31T18:59:59.900Z'),
      floors_num: null,
      latitude: null,
      basement: true,
      comments: 'ثنا\n"x"',
    });
    const { body, text } = await list({ circle: 'Fields' });
    expect(Object.keys(JSON.parse(text).data[0])).toEqual(reportColumns);
    expect(body.data).toEqual([
      {
        id: stored?.id,
        username: 'ali.raza',
        user_name: 'Ali Raza',
        user_phone: '03001234567',
        circle: 'Fields',
        pin: '0001234',
        info: '',
        floors_num: null,
        basement: true,
        Store_front: false,
        land_area: 250,
        covered_area: 180.5,
        land: 'Residential',
        other: '',
        comments: 'ثنا\n"x"',
        latitude: null,
        longitude: 74.3587,
        capture_time: '01/02/2026 00:30:05',
        submission_time: '31/01/2026 23:59:59',
        resubmission: null,
        picture_path: null,
      },
    ]);
  });

  test('belongs to the day it was captured on in Karachi', async () => {
    await add(
      { circle: 'Edges', pin: 'before', capture_time: new Date('2026-05-01T18:59:59.999Z') },
      { circle: 'Edges', pin: 'first', capture_time: new Date('2026-05-01T19:00:00Z') },
      { circle: 'Edges', pin: 'last', capture_time: new Date('2026-05-02T18:59:59.999Z') },
      { circle: 'Edges', pin: 'after', capture_time: new Date('2026-05-02T19:00:00Z') },
    );
    const pins = async (query: Record<string, string>) =>
      (await list({ circle: 'Edges', ...query })).body.data.map(({ pin }) => pin);
    expect(await pins({ date: '02/05/2026' })).toEqual(['last', 'first']);
    expect(await pins({ date: '2026-05-02' })).toEqual(['last', 'first']);
    expect(await pins({ date_from: '02/05/2026' })).toEqual(['after', 'last', 'first']);
    expect(await pins({ date_to: '02/05/2026' })).toEqual(['last', 'first', 'before']);
    expect(await pins({ date_from: '2026-05-02', date_to: '2026-05-02' })).toHaveLength(2);
    expect(await pins({ date_from: '2026-05-03', date_to: '2026-05-02' })).toEqual([]);
    expect(await pins({ date: '2026-05-02', date_from: '2026-05-03' })).toEqual([]);
  });
});

describe('a replaced report', () => {
  test('is in no list, count or option, and stays readable with its history', async () => {
    const [first, other] = await add(
      { circle: 'History', pin: '7', land: 'Old', resubmission: 1 },
      { circle: 'Elsewhere', pin: '7' },
    );
    const [second] = await add({
      circle: ' HISTORY ',
      pin: '7',
      land: 'New',
      resubmission: 0,
      was_unassigned: true,
      capture_time: new Date('2026-03-11T09:00:00Z'),
      photo_name: `ab/abcd${'0'.repeat(28)}.jpg`,
    });
    const before = await list({});
    await server.database.db
      .updateTable('reports')
      .set({ replaced_by: second?.id as number })
      .where('id', '=', first?.id as number)
      .execute();
    const after = await list({});
    expect(before.body.total - after.body.total).toBe(1);
    expect((await list({ circle: 'history' })).body.data.map(({ id }) => id)).toEqual([second?.id]);
    expect((await list({ land: 'Old' })).body.total).toBe(0);
    const options = await server.call(
      calls.allReportsNoPagination,
      { query: { view: 'options' } },
      token(),
    );
    expect(options.text).not.toContain('"Old"');

    const params = { id: first?.id as number };
    const { body } = await server.call(calls.reportDetails, { params }, token());
    expect(body).toMatchObject({ is_current: false, was_unassigned: false });
    expect(body.report).toMatchObject({ id: first?.id, land: 'Old', resubmission: 1 });
    expect(
      body.history.map(({ id, is_current, was_unassigned }) => ({
        id,
        is_current,
        was_unassigned,
      })),
    ).toEqual([
      { id: second?.id, is_current: true, was_unassigned: true },
      { id: first?.id, is_current: false, was_unassigned: false },
    ]);
    expect(body.history[0]?.picture_path).toMatch(/^ab\/abcd0+\.jpg\?day=\d+&signature=/);
    expect(other?.replaced_by).toBeNull();
  });

  test('reportDetails has the row of the parcel list, where the PIN is in it', async () => {
    await addParcels(server, 'Parcels', ['5']);
    const reports = await add({ circle: 'parcels ', pin: '5' }, { circle: 'Parcels', pin: '6' });
    const found = await Promise.all(
      reports.map(async ({ id }) => {
        const { body } = await server.call(calls.reportDetails, { params: { id } }, token());
        return body.parcel;
      }),
    );
    expect(found).toEqual([
      {
        ...{ ratingarea: 'A', Locality: 'Block 5', Block: '', Street_Address: 'House 5' },
        ...{ OwnerName: 'Owner 5', Road: '' },
      },
      null,
    ]);
  });

  test('reportDetails refuses what is no report', async () => {
    const unknown = await server.call(calls.reportDetails, { params: { id: 999_999 } }, token());
    expect(unknown.status).toBe(404);
    expect(unknown.body.message).toBe('There is no report 999999.');
    for (const id of ['abc', '0', '-1', '1.5', '9'.repeat(30)]) {
      const { status } = await server.call(calls.reportDetails, { params: { id } }, token());
      expect(status).toBe(422);
    }
  });
});

describe('PIN suggestions', () => {
  const suggest = async (text: string) =>
    (await server.call(calls.pinSuggestions, { query: { text } }, token())).body.pins;

  test('are refused without a text', async () => {
    for (const text of ['', '   ']) {
      const { status } = await server.call(calls.pinSuggestions, { query: { text } }, token());
      expect(status).toBe(422);
    }
  });

  test('are at most ten different ones that contain the text in any case', async () => {
    const pins = ['QX', 'QX', 'qx1', 'qx2', 'a-QX', '%_', String.raw`q\x`];
    const many = Array.from({ length: 20 }, (_, index) => `${index}-qx-long`);
    const [gone] = await add({ pin: 'qx-gone' }, ...[...pins, ...many].map((pin) => ({ pin })));
    const found = await suggest('qx');
    expect(found).toHaveLength(10);
    expect(found.slice(0, 3)).toEqual(['QX', 'qx1', 'qx2']);
    expect(new Set(found).size).toBe(10);
    await applyDeltas(server.database);
    expect(await suggest('QX')).toEqual(found);
    expect(await suggest('-qX-lon')).toHaveLength(10);
    expect(await suggest('%_')).toEqual(['%_']);
    expect(await suggest(String.raw`\x`)).toEqual([String.raw`q\x`]);
    expect(await suggest('zzzz')).toEqual([]);
    await server.database.db
      .updateTable('reports')
      .set({ replaced_by: (gone?.id as number) - 1 })
      .where('pin', '=', 'qx-gone')
      .execute();
    expect(await suggest('qx-gone')).toEqual([]);
    await applyDeltas(server.database);
    expect(await suggest('qx-gone')).toEqual([]);
    expect(await suggest('-gone')).toEqual([]);
    const left = await suggest('qx');
    expect(left).toHaveLength(10);
    expect(left).not.toContain('qx-gone');
  });
});
