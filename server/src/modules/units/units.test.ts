import { calls } from '@survey/contract';
import { describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { lastAudit } from '../../testing/parcels.ts';

const server = setUpTestServer();

type Row = Record<string, string | number | boolean | null>;

/** Uploads rows; tests of refusals send what the types forbid. */
const upload = (records: readonly unknown[]) =>
  server.call(
    calls.storeRecords,
    { body: { records: records as Row[] } },
    server.administrator.token,
  );

const counts = async (records: readonly Row[]) => {
  const { status, body } = await upload(records);
  expect([status, body.success]).toEqual([200, true]);
  const { stored, updated, unchanged, unassignable } = body;
  expect(stored + updated + unchanged + unassignable).toBe(records.length);
  return { stored, updated, unchanged, unassignable };
};

const unitsOf = (circleKey: string) =>
  server.database.db
    .selectFrom('units')
    .innerJoin('circles', 'circles.id', 'units.circle_id')
    .selectAll('units')
    .where('circles.key', '=', circleKey)
    .orderBy('pin')
    .execute();

const countUnits = async () => {
  const { count } = await server.database.db
    .selectFrom('units')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

describe('store-records refuses', () => {
  const good = { Circle: 'Refused', Pin: '1' };
  const mostCharacters = 'x'.repeat(200);

  test.each<[string, unknown, string]>([
    ['a row that is text', 'Pin 1', 'is not a row with columns'],
    ['a row that is a list', ['Refused', '1'], 'is not a row with columns'],
    ['a row that is nothing', null, 'is not a row with columns'],
    ['a cell that is a list', { ...good, Road: ['a'] }, 'column "Road" holds a list or an object'],
    ['a cell that is an object', { ...good, x: {} }, 'column "x" holds a list or an object'],
    [
      'a NUL in a known column',
      { ...good, Road: 'a\u0000' },
      'column "Road" holds a NUL character',
    ],
    ['a NUL in another column', { ...good, x: '\u0000' }, 'column "x" holds a NUL character'],
    ['a NUL in a header', { ...good, 'a\u0000': 1 }, 'holds a NUL character'],
    ['a very long Circle', { ...good, Circle: `${mostCharacters}x` }, 'Circle has more than 200'],
    ['a very long Pin', { ...good, Pin: mostCharacters }, 'Pin has more than 100 characters'],
    ['a Pin that lost digits', { ...good, Pin: 2 ** 60 }, 'more digits than a number'],
  ])('%s, naming the row as people see it, and stores nothing', async (_, row, message) => {
    const answer = await upload([good, good, row]);
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe('invalid-input');
    expect(answer.body.message).toMatch(/^Row 4: /);
    expect(answer.body.message).toContain(message);
    expect(answer.body.errors).toEqual({ 'records.2': [answer.body.message] });
    expect(await unitsOf('refused')).toEqual([]);
  });

  test('all wrong rows at once, and stops at fifty', async () => {
    const few = await upload([1, good, 2]);
    expect(Object.keys(few.body.errors ?? {})).toEqual(['records.0', 'records.2']);
    expect(few.body.message).toBe(
      'Row 2: is not a row with columns (and 1 more row that cannot be taken)',
    );
    const many = await upload(Array.from({ length: 5000 }, () => 7));
    expect(Object.keys(many.body.errors ?? {})).toHaveLength(50);
  });

  test('an upload without rows', async () => {
    const answer = await upload([]);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe('No data to upload');
  });

  test('what is not JSON by its type or by its text', async () => {
    const ask = (type: string, payload: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/store-records',
        payload,
        headers: {
          'content-type': type,
          authorization: `Bearer ${server.administrator.token}`,
        },
      });
    expect((await ask('text/csv', 'Circle,Pin')).statusCode).toBe(415);
    expect((await ask('application/json', '{"records":[{')).statusCode).toBe(400);
  });
});

describe('store-records', () => {
  test('knows columns in any spelling and keeps the others as they came', async () => {
    await counts([
      {
        ' CIRCLE ': ' Model Town ',
        'P.I.N': ' 0007 ',
        'Rating Area': 'B',
        locality: 'Block C',
        BLOCK: 'C',
        'street address': 'House 1',
        Owner_Name: 'ثنا خان',
        road: null,
        'Land Use': ' Shop ',
        Floors: 2,
        Empty: '',
        Missing: null,
        Corner: true,
      },
    ]);
    const [unit] = await unitsOf('model town');
    expect(unit).toMatchObject({
      pin: '0007',
      ratingarea: 'B',
      locality: 'Block C',
      block: 'C',
      street_address: 'House 1',
      owner_name: 'ثنا خان',
      road: '',
      extra: { 'Land Use': ' Shop ', Floors: 2, Empty: '', Missing: null, Corner: true },
      unassignable_hash: null,
    });
  });

  test('takes the first filled of two headers that mean one column, and keeps the other', async () => {
    await counts([{ Circle: 'Twice', Pin: 1, OwnerName: '', 'Owner Name': 'A', owner_name: 'B' }]);
    expect(await unitsOf('twice')).toMatchObject([{ owner_name: 'A', extra: { owner_name: 'B' } }]);
  });

  test('the same sheet again changes nothing', async () => {
    const sheet = Array.from({ length: 500 }, (_, index) => ({
      Circle: index % 2 ? 'Same' : ' SAME ',
      Pin: String(index),
      Note: `n${index}`,
      Area: index / 4,
    }));
    expect(await counts(sheet)).toEqual({ stored: 500, updated: 0, unchanged: 0, unassignable: 0 });
    const before = await unitsOf('same');
    expect(await counts(sheet)).toEqual({ stored: 0, updated: 0, unchanged: 500, unassignable: 0 });
    // The same columns in another order are the same rows.
    const turned = sheet.map((row) => Object.fromEntries(Object.entries(row).reverse()) as Row);
    expect((await counts(turned)).unchanged).toBe(500);
    expect(await unitsOf('same')).toEqual(before);
  });

  test('a changed row updates its unit, known column or other, and no one else', async () => {
    await counts(['1', '2', '3'].map((Pin) => ({ Circle: 'Change', Pin, Road: 'A', Note: 'x' })));
    const [, , third] = await unitsOf('change');
    expect(
      await counts([
        { Circle: 'change', Pin: '1', Road: 'B', Note: 'x' },
        { Circle: 'change', Pin: '2', Road: 'A', Note: 'y' },
        { Circle: 'change', Pin: '3', Road: 'A', Note: 'x' },
        { Circle: 'change', Pin: '4' },
      ]),
    ).toEqual({ stored: 1, updated: 2, unchanged: 1, unassignable: 0 });
    const units = await unitsOf('change');
    expect(units.map(({ pin, road, extra }) => [pin, road, extra])).toEqual([
      ['1', 'B', { Note: 'x' }],
      ['2', 'A', { Note: 'y' }],
      ['3', 'A', { Note: 'x' }],
      ['4', '', {}],
    ]);
    expect(units[2]).toEqual(third);
  });

  test('of rows with the same circle and pin the last one counts, the others as unchanged', async () => {
    const sheet = [
      { Circle: 'Double', Pin: '1', Road: 'first' },
      { Circle: 'DOUBLE', Pin: ' 1 ', Road: 'second' },
      { Circle: 'double', Pin: 1, Road: 'last' },
    ];
    expect(await counts(sheet)).toEqual({ stored: 1, updated: 0, unchanged: 2, unassignable: 0 });
    expect((await unitsOf('double')).map(({ road }) => road)).toEqual(['last']);
    expect((await counts(sheet)).unchanged).toBe(3);
  });

  test('keeps rows without Circle or Pin once, counts them every time, and says so', async () => {
    const sheet = [
      { Circle: 'Half', Pin: '', Road: 'a' },
      { Pin: '77', Road: 'b' },
      { Circle: '  ', Pin: '78', Road: 'c' },
      { Road: 'd', Note: 'x' },
      { Note: 'x', Road: 'd' },
      { Circle: 'Half', Pin: '1' },
    ];
    const before = await countUnits();
    const { body } = await upload(sheet);
    expect(body).toEqual({
      success: true,
      stored: 1,
      updated: 0,
      unchanged: 0,
      unassignable: 5,
      undo_entry: expect.any(Number),
      message:
        'Upload successful: 1 stored, 0 updated, 0 unchanged. 5 rows have no Circle or no Pin: they are kept but cannot be assigned.',
      said: expect.objectContaining({ id: 'upload-done-unassignable' }),
    });
    expect(await countUnits()).toBe(before + 5);
    expect(await counts(sheet)).toEqual({ stored: 0, updated: 0, unchanged: 1, unassignable: 5 });
    expect(await countUnits()).toBe(before + 5);
    const halves = await unitsOf('half');
    expect(halves.map(({ pin, road }) => [pin, road])).toEqual([
      ['1', ''],
      [null, 'a'],
    ]);
  });

  test('stores hostile cells as the text they are', async () => {
    const text =
      'tab\tline\nreturn\r\\N \\. \\u0041 \u0001\u001b\u007f "quoted" \'; drop table units; --';
    const large = 'ب'.repeat(60 * 1024);
    const row = {
      Circle: 'Hostile',
      Pin: '\\.',
      Road: `=HYPERLINK("http://example.org")${text}`,
      OwnerName: large,
      Large: large,
      Formula: '=1+1',
      Text: text,
      constructor: 'c',
      toString: 't',
      hasOwnProperty: false,
      'key "with" \\ and \n': 1,
      '': 'no header',
    };
    const payload = JSON.stringify({ records: [row] }).replace(
      '{"Circle"',
      '{"__proto__":"p","Circle"',
    );
    const send = () =>
      server.app.inject({
        method: 'POST',
        url: '/api/store-records',
        payload,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${server.administrator.token}`,
        },
      });
    expect((await send()).json()).toMatchObject({ success: true, stored: 1 });
    const [unit] = await unitsOf('hostile');
    expect(unit).toMatchObject({ pin: row.Pin, road: row.Road.trim(), owner_name: large });
    const { Circle, Pin, Road, OwnerName, ...others } = row;
    expect(Object.entries(unit?.extra ?? {}).sort()).toEqual(
      [['__proto__', 'p'], ...Object.entries(others)].sort(),
    );
    expect((await send()).json()).toMatchObject({ unchanged: 1 });
  });

  test('takes numbers, true and false as pins and texts', async () => {
    await counts([{ Circle: 12, Pin: 345, Block: true, Road: 1.5, Locality: false }]);
    expect(await unitsOf('12')).toMatchObject([
      { pin: '345', block: 'true', road: '1.5', locality: 'false' },
    ]);
  });

  test('puts nothing on anybody’s list of pins and leaves the statuses', async () => {
    await server.addSurveyor('ali');
    await counts([{ Circle: 'Listed', Pin: '1', Road: 'old' }]);
    const { token } = server.administrator;
    const given = { username: 'ali', circle: 'Listed' };
    await server.call(calls.storeCirclePins, { body: given }, token);
    const lists = () =>
      server.database.db
        .selectFrom('assigned_pins')
        .select(['id', 'user_id', 'unit_id', 'status'])
        .orderBy('id')
        .execute();
    const before = await lists();
    await counts([
      { Circle: 'Listed', Pin: '1', Road: 'new' },
      { Circle: 'Listed', Pin: '2' },
    ]);
    expect(await lists()).toEqual(before);
  });

  test('a changed unit reaches the phones that have it, and only that one', async () => {
    const surveyor = await server.addSurveyor('phone-of-units');
    const row = (Pin: string, OwnerName: string) => ({ Circle: 'Phones', Pin, OwnerName });
    await upload([row('1', 'Before'), row('2', 'Same')]);
    await server.call(
      calls.storeCirclePins,
      { body: { username: surveyor.username, circle: 'Phones' } },
      server.administrator.token,
    );
    const list = (cursor?: number) =>
      server.call(calls.devicePins, { query: { cursor } }, surveyor.token);
    const { cursor } = (await list()).body;
    await upload([row('1', 'After'), row('2', 'Same')]);
    const { pins } = (await list(cursor)).body;
    expect(pins.map(({ pin, OwnerName }) => [pin, OwnerName])).toEqual([['1', 'After']]);
  });

  test('is in the audit trail with the name of its file, where the client tells it', async () => {
    const input = {
      query: { file: ' parcels 2026.xlsx' },
      body: { records: [{ Circle: 'Named', Pin: '1' }] },
    };
    await server.call(calls.storeRecords, input, server.administrator.token);
    expect(await lastAudit(server)).toMatchObject({ subject: '1 row of parcels 2026.xlsx' });
  });

  test('is in the audit trail with its counts and its author', async () => {
    await counts([
      { Circle: 'Audited', Pin: '1' },
      { Pin: '2', Note: 'audited' },
    ]);
    const entry = await server.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'store-records')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor: 'amina',
      subject: '2 rows',
      row_count: 2,
      details: {
        stored: 1,
        updated: 0,
        unchanged: 0,
        unassignable: 1,
        circles: 1,
        added: 2,
        new_circle_ids: [expect.any(Number)],
      },
    });
  });
});
