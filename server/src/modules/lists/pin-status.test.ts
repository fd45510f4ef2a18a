import { calls } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import type { Person, TestServer } from '../../testing/test-server.ts';

const server = setUpTestServer();
let ali: Person;
let sana: Person;
beforeAll(async () => {
  ali = await server.addSurveyor('ali');
  sana = await server.addSurveyor('sana');
});

const asAdmin = <C extends Parameters<TestServer['call']>[0]>(
  call: C,
  body: unknown,
): ReturnType<typeof server.call<C>> =>
  server.call(call, { body } as never, server.administrator.token);

const change = (pins: readonly unknown[]) => asAdmin(calls.changeStatusBulk, { pins });

/** Uploads units and assigns the circle to these people. */
const prepare = async (circle: string, pins: readonly string[], people: readonly Person[]) => {
  await asAdmin(calls.storeRecords, { records: pins.map((pin) => ({ Circle: circle, Pin: pin })) });
  for (const { username } of people) {
    expect((await asAdmin(calls.storeCirclePins, { username, circle })).status).toBe(200);
  }
};

/** Pins and statuses of a circle on a person's list. */
const statuses = async ({ username }: Person, circle: string) => {
  const { body } = await asAdmin(calls.pinsByCircle, { username, circle });
  return Object.fromEntries(body.pins.map(({ pin, status }) => [pin, status]));
};

const versionOf = async ({ id }: Person) => {
  const list = await server.database.db
    .selectFrom('pin_lists')
    .select('version')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return list?.version;
};

describe('change-status-bulk refuses', () => {
  test.each<[string, unknown, string]>([
    ['a row without Circle', { pin: '1', status: 1 }, 'Missing Circle or Pin'],
    ['a blank Pin', { circle: 'A', pin: '  ', status: 1 }, 'Missing Circle or Pin'],
    ['a Pin that is null', { circle: 'A', pin: null, status: 1 }, 'Missing Circle or Pin'],
    ['text', 'A,1,1', 'Missing Circle or Pin'],
    ['nothing', null, 'Missing Circle or Pin'],
    ['status 2', { circle: 'A', pin: '1', status: 2 }, 'Invalid status "2"'],
    ['a word', { circle: 'A', pin: '1', status: 'Active' }, 'Invalid status "Active"'],
    ['true', { circle: 'A', pin: '1', status: true }, 'Invalid status "true"'],
    ['a list', { circle: 'A', pin: '1', status: [1] }, 'Invalid status "[1]"'],
    ['a NUL', { circle: 'A', pin: '1\u0000', status: 1 }, 'pin must not contain a NUL character'],
    ['a list as circle', { circle: ['A'], pin: '1', status: 1 }, 'circle must be text'],
  ])('%s, naming the row as people see it, and changes nothing', async (_, row, message) => {
    await prepare('Refused', ['1'], [ali]);
    const answer = await change([{ circle: 'Refused', pin: '1', status: 1 }, row]);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain(`Row 3: ${message}`);
    expect(answer.body.errors).toEqual({ 'pins.1': [answer.body.message] });
    expect(await statuses(ali, 'Refused')).toEqual({ 1: 0 });
  });

  test('an update without rows', async () => {
    const answer = await change([]);
    expect([answer.status, answer.body.message]).toEqual([422, 'No data to upload']);
  });
});

describe('change-status-bulk', () => {
  test('sets every matching pin, whoever has it, and says what it did', async () => {
    await prepare('Model Town', ['001', '002', '003'], [ali, sana]);
    const { status, body } = await change([
      { circle: ' model TOWN ', pin: ' 001 ', status: '1' },
      { circle: 'Model Town', pin: '003', status: 1 },
      { circle: 'Model Town', pin: '9', status: 1 },
      { circle: 'Nowhere', pin: '001', status: 0 },
    ]);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'Successfully processed 4 records',
      said: { id: 'statuses-done', values: { count: 4 } },
      updated: 4,
      rows: { matched: 2, unmatched: 2 },
      undo_entry: expect.any(Number),
      unmatched: {
        count: 2,
        first: [
          { circle: 'Model Town', pin: '9' },
          { circle: 'Nowhere', pin: '001' },
        ],
      },
    });
    for (const person of [ali, sana]) {
      expect(await statuses(person, 'Model Town')).toEqual({ '001': 1, '002': 0, '003': 1 });
    }
  });

  test('a unit on nobody’s list is unmatched', async () => {
    await prepare('Unassigned', ['1'], []);
    const { body } = await change([{ circle: 'Unassigned', pin: 1, status: 1 }]);
    expect(body).toMatchObject({ updated: 0, unmatched: { count: 1 } });
  });

  test('where no row matches, it says that nothing was set, and counts the rows', async () => {
    await prepare('Nothing', ['1'], []);
    const rows = Array.from({ length: 6 }, (_, at) => ({
      circle: 'Nothing',
      pin: String(at % 2),
      status: 1,
    }));
    const { body } = await change(rows);
    expect(body).toMatchObject({
      message: 'No record matches an assigned pin. Nothing was set.',
      rows: { matched: 0, unmatched: 6 },
      unmatched: { count: 2 },
    });
  });

  test('the preview counts what is set, reset, left, not found and contradicting, and changes nothing', async () => {
    await prepare('Preview', ['1', '2', '3', '4', '5'], [ali, sana]);
    const row = (pin: string, status: unknown) => ({ circle: 'Preview', pin, status });
    await change([row('2', 1), row('3', 1)]);
    const before = await statuses(ali, 'Preview');
    const file = [
      ...[row('1', 1), row('2', 0), row('3', ''), row('4', 0), row('9', 1), row('9', 1)],
      ...[row('5', 0), { ...row('5', 1), circle: ' PREVIEW' }],
    ];
    const { status, body } = await asAdmin(calls.previewStatuses, { pins: file });
    expect([status, body]).toEqual([
      200,
      {
        set: 4,
        reset: 4,
        unchanged: 2,
        blank_resets: 2,
        unmatched: { rows: 2, pins: 1 },
        contradicting: { count: 1, first: [{ circle: 'PREVIEW', pin: '5' }] },
      },
    ]);
    expect(await statuses(ali, 'Preview')).toEqual(before);
    await change(file);
    expect(await statuses(ali, 'Preview')).toEqual({ 1: 1, 2: 0, 3: 0, 4: 0, 5: 1 });
  });

  test('a blank status means 0', async () => {
    await prepare('Blank', ['1', '2', '3', '4'], [ali]);
    await change(['1', '2', '3', '4'].map((pin) => ({ circle: 'Blank', pin, status: 1 })));
    await change([
      { circle: 'Blank', pin: '1', status: '' },
      { circle: 'Blank', pin: '2', status: null },
      { circle: 'Blank', pin: '3' },
    ]);
    expect(await statuses(ali, 'Blank')).toEqual({ 1: 0, 2: 0, 3: 0, 4: 1 });
  });

  test('of rows about the same pin the last one counts', async () => {
    await prepare('Last', ['1', '2'], [ali]);
    const { body } = await change([
      { circle: 'Last', pin: '1', status: 1 },
      { circle: 'Last', pin: '2', status: 0 },
      { circle: 'last', pin: '1', status: 0 },
      { circle: 'LAST', pin: '2', status: 1 },
      { circle: 'Last', pin: '5', status: 1 },
      { circle: 'LAST', pin: '5', status: 0 },
    ]);
    expect(body).toMatchObject({
      message: 'Successfully processed 6 records',
      said: { id: 'statuses-done', values: { count: 6 } },
      updated: 2,
      unmatched: { count: 1, first: [{ circle: 'LAST', pin: '5' }] },
    });
    expect(await statuses(ali, 'Last')).toEqual({ 1: 0, 2: 1 });
  });

  test('names the first hundred unmatched pairs in the order of the file, and counts all', async () => {
    const pins = Array.from({ length: 250 }, (_, index) => ({
      circle: 'Missing',
      pin: String(1000 - index),
      status: 1,
    }));
    const { unmatched } = (await change(pins)).body;
    expect(unmatched.count).toBe(250);
    expect(unmatched.first).toEqual(pins.slice(0, 100).map(({ circle, pin }) => ({ circle, pin })));
  });

  test('phones get the pins that changed and no others', async () => {
    await prepare('Phones', ['1', '2', '3'], [ali]);
    const sync = async (cursor?: number) =>
      (await server.call(calls.devicePins, { query: { cursor } }, ali.token)).body;
    await change([{ circle: 'Phones', pin: '2', status: 1 }]);
    const { cursor } = await sync();
    const all = ['1', '2', '3'].map((pin) => ({ circle: 'Phones', pin, status: 1 }));
    expect((await change(all)).body.updated).toBe(3);
    const news = await sync(cursor);
    expect(news.is_whole).toBe(false);
    expect(news.pins.map(({ pin, status }) => [pin, status]).sort()).toEqual([
      ['1', 1],
      ['3', 1],
    ]);
    // The same file again: the same answer, and no change for phones.
    expect((await change(all)).body.updated).toBe(3);
    expect((await sync(news.cursor)).pins).toEqual([]);
  });

  test('does not touch the lists of users who have none of the circles', async () => {
    await prepare('Apart', ['1'], [ali]);
    await prepare('Elsewhere', ['1'], [sana]);
    const before = await versionOf(sana);
    await change([{ circle: 'Apart', pin: '1', status: 1 }]);
    expect(await versionOf(sana)).toBe(before);
    expect(await statuses(sana, 'Elsewhere')).toEqual({ 1: 0 });
  });

  test('keeps the counts of the circle right', async () => {
    await prepare('Counted', ['1', '2', '3'], [ali]);
    await change(['1', '3'].map((pin) => ({ circle: 'Counted', pin, status: 1 })));
    await change([{ circle: 'Counted', pin: '3', status: 0 }]);
    const counted = await server.database.db
      .selectFrom('circle_assignments')
      .innerJoin('circles', 'circles.id', 'circle_assignments.circle_id')
      .select(['pins_total', 'pins_used'])
      .where('key', '=', 'counted')
      .executeTakeFirst();
    expect(counted).toEqual({ pins_total: 3, pins_used: 1 });
  });

  test('is in the audit trail with its counts and its author', async () => {
    await prepare('Audited', ['1', '2'], [ali, sana]);
    await change([
      { circle: 'Audited', pin: '1', status: 1 },
      { circle: 'Audited', pin: '2', status: 0 },
      { circle: 'Audited', pin: '3', status: 0 },
    ]);
    const entry = await server.database.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'change-status-bulk')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      actor: 'amina',
      subject: '3 rows',
      row_count: 2,
      details: { rows: 3, matched: 4, changed: 2, unmatched: 1, circles: 1, users: 2 },
    });
  });
});
