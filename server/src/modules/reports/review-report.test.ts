// States of reports and notes on pins: what reviewers see, what the phone gets, and two reviewers at once.
import { calls, type NoteText } from '@survey/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, lastAudit } from '../../testing/parcels.ts';
import {
  circle,
  type Fields,
  picture,
  submissionFields,
  submit,
} from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';

const server = setUpTestServer();
const admin = () => server.administrator.token;

let number = 0;
let ali: Person;
let pin: string;
beforeAll(async () => {
  ali = await server.addSurveyor('ali', { name: 'Ali Raza' });
});
/** A pin of its own for each test. */
beforeEach(async () => {
  number += 1;
  pin = `90${number}`;
  await addParcels(server, circle, [pin]);
  await server.call(calls.storeCirclePins, { body: { username: ali.username, circle } }, admin());
});

const survey = async (fields: Fields = {}, person = ali) => {
  const photo = await picture();
  const { body } = await submit(server, person.token, submissionFields({ pin, ...fields }), photo);
  return body.id;
};
type Change = { state: 'new' | 'in_question' | 'sent_back' | 'accepted'; version: number };
const review = (id: number, change: Change & { note?: NoteText | null }) =>
  server.call(calls.reviewReport, { params: { id }, body: change }, admin());
const details = async (id: number) =>
  (await server.call(calls.reportDetails, { params: { id } }, admin())).body;
const list = async (person: Person, cursor?: number) =>
  (await server.call(calls.devicePins, { query: { cursor } }, person.token)).body;
const pinOn = async (person: Person) =>
  (await list(person)).pins.find((listed) => listed.pin === pin);
const undo = (id: number | undefined) =>
  server.call(calls.undoActivity, { body: { id: id as number } }, admin());

const note: NoteText = { text: 'The photo shows the neighbour.', fields: ['photo', 'place'] };

describe('a review is refused', () => {
  test('of a report that does not exist', async () => {
    expect((await review(999_999, { state: 'accepted', version: 0 })).status).toBe(404);
  });

  test('that sends back and says neither a note nor that there is none', async () => {
    const { status, body } = await review(await survey(), { state: 'sent_back', version: 0 });
    expect([status, (body as { errors?: object }).errors]).toEqual([
      422,
      { note: ['is required'] },
    ]);
  });

  test.each([
    [{ text: '', fields: [] }, 'note.text'],
    [{ text: 'x'.repeat(1001), fields: [] }, 'note.text'],
    [{ text: 'Look', fields: ['roof'] }, 'note.fields.0'],
  ])('with a note that is none (%#)', async (wrong, field) => {
    const change = { state: 'sent_back', version: 0, note: wrong as NoteText } as const;
    const { status, body } = await review(await survey(), change);
    expect([status, Object.keys((body as { errors?: object }).errors ?? {})]).toEqual([
      422,
      [field],
    ]);
  });

  test('of a report that is replaced, or waits for the surveyor already', async () => {
    const id = await survey();
    await review(id, { state: 'sent_back', version: 0, note: null });
    const waiting = await review(id, { state: 'accepted', version: 1 });
    expect([waiting.status, waiting.text]).toEqual([409, expect.stringContaining('is sent back')]);
    await survey();
    const replaced = await review(id, { state: 'accepted', version: 1 });
    expect([replaced.status, replaced.text]).toEqual([409, expect.stringContaining('not current')]);
  });

  test.each([
    'accepted',
    'sent_back',
    'in_question',
  ] as const)('where another reviewer was first: %s is not overwritten', async (state) => {
    const id = await survey();
    await review(id, { state, version: 0, note });
    const before = await details(id);
    for (const late of ['accepted', 'sent_back'] as const) {
      const answer = await review(id, { state: late, version: 0, note });
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('review-changed');
    }
    expect(await details(id)).toEqual(before);
  });

  test('for all but one of many at the same moment', async () => {
    const id = await survey();
    const answers = await Promise.all(
      (['accepted', 'in_question', 'sent_back', 'accepted'] as const).map((state) =>
        review(id, { state, version: 0, note: null }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await details(id)).review.version).toBe(1);
  });
});

describe('a report', () => {
  test('is new, then in question, accepted and new again, each with who and when', async () => {
    const id = await survey();
    expect((await details(id)).review).toEqual({ state: 'new', by: null, at: null, version: 0 });
    for (const [version, state] of (['in_question', 'accepted', 'new'] as const).entries()) {
      const { body } = await review(id, { state, version });
      const at = expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
      const after = { state, by: server.administrator.username, at, version: version + 1 };
      expect(body.review).toEqual(after);
      expect((await details(id)).review).toEqual(after);
    }
    expect(await lastAudit(server)).toMatchObject({ action: 'review-reports', row_count: 1 });
  });

  test('has the earlier state back by undo, unless it was reviewed again since', async () => {
    const id = await survey();
    const first = await review(id, { state: 'in_question', version: 0 });
    const second = await review(id, { state: 'accepted', version: 1 });
    expect((await undo(first.body.undo_entry)).status).toBe(409);
    expect((await undo(second.body.undo_entry)).status).toBe(200);
    expect((await details(id)).review).toMatchObject({ state: 'in_question', version: 3 });
    const sent = await review(id, { state: 'sent_back', version: 3, note });
    expect((await details(id)).review.state).toBe('sent_back');
    expect((await undo(sent.body.undo_entry)).status).toBe(200);
    expect((await details(id)).review).toMatchObject({ state: 'in_question', version: 5 });
  });

  test('that answers arrives as new, and the replaced one keeps its state', async () => {
    const first = await survey();
    await review(first, { state: 'sent_back', version: 0, note });
    const second = await survey({ answer: 'گیٹ سے تصویر لی' });
    const { review: now, history } = await details(second);
    expect(now.state).toBe('new');
    expect(history.map(({ review: { state } }) => state)).toEqual(['new', 'sent_back']);
  });

  test('sent back by the literal call is sent back for reviewers too', async () => {
    const id = await survey();
    await review(id, { state: 'accepted', version: 0 });
    const body = { username: ali.username, circle, pin, status: 0 } as const;
    expect((await server.call(calls.changePinStatus, { body }, admin())).status).toBe(200);
    expect((await details(id)).review).toMatchObject({ state: 'sent_back', version: 2 });
    const { undo_entry } = (await review(id, { state: 'accepted', version: 2 })).body;
    expect(undo_entry).toBeUndefined();
  });
});

describe('a note', () => {
  test('reaches the phone with the pin, the refused values and a photo that opens without a token', async () => {
    const id = await survey({ comments: 'said "picture_path":"x"' });
    const { cursor } = await list(ali);
    await review(id, { state: 'sent_back', version: 0, note });
    const { pins } = await list(ali, cursor);
    expect(pins).toHaveLength(1);
    expect(pins[0]).toMatchObject({
      pin,
      status: 0,
      sent_back: true,
      note: { ...note, at: expect.any(String) },
      sent_back_report: {
        id,
        floors_num: 2,
        Store_front: false,
        comments: 'said "picture_path":"x"',
      },
    });
    const path = pins[0]?.sent_back_report?.picture_path as string;
    const photo = await server.app.inject({ url: `/storage/${path}` });
    expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  test('is a new version of that list only, and the newest is shown', async () => {
    const other = await server.addSurveyor(`${ali.username}-other`);
    const id = await survey();
    await review(id, { state: 'sent_back', version: 0, note: null });
    expect((await pinOn(ali))?.note).toBeNull();
    const [mine, theirs] = [(await list(ali)).cursor, (await list(other)).cursor];
    const body = { text: 'Also count the floors.', fields: ['floors_num' as const] };
    const { body: added } = await server.call(calls.addNote, { params: { id }, body }, admin());
    expect(added.entry).toMatchObject({ kind: 'note', to_surveyor: true, ...body });
    expect((await list(ali, mine)).pins[0]?.note).toMatchObject(body);
    expect((await list(other, theirs)).cursor).toBe(theirs);
  });

  test('between administrators stays with them, also when the report is sent back afterwards without one', async () => {
    const id = await survey();
    const { cursor } = await list(ali);
    await server.call(
      calls.addNote,
      { params: { id }, body: { text: 'Is this a shop?' } },
      admin(),
    );
    await review(id, { state: 'in_question', version: 0, note });
    expect((await list(ali, cursor)).pins).toEqual([]);
    await review(id, { state: 'sent_back', version: 1, note: null });
    expect(await pinOn(ali)).toMatchObject({ sent_back: true, note: null });
    expect((await details(id)).thread.map(({ kind, to_surveyor }) => [kind, to_surveyor])).toEqual([
      ['note', false],
      ['in_question', false],
    ]);
  });

  test('of an earlier request does not come again with a later one', async () => {
    const id = await survey();
    const { body } = await review(id, { state: 'sent_back', version: 0, note });
    await undo(body.undo_entry);
    expect((await pinOn(ali))?.note).toBeUndefined();
    await review(id, { state: 'sent_back', version: 2, note: null });
    expect((await pinOn(ali))?.note).toBeNull();
  });

  test('and its answer make a thread that stays with the pin', async () => {
    const first = await survey();
    await review(first, { state: 'sent_back', version: 0, note });
    const second = await survey({ answer: 'گیٹ سے تصویر لی' });
    const { thread } = await details(second);
    expect(thread).toMatchObject([
      { kind: 'sent_back', report_id: first, to_surveyor: true, ...note },
      { kind: 'answer', report_id: second, by: 'Ali Raza', text: 'گیٹ سے تصویر لی' },
    ]);
    expect(await pinOn(ali)).not.toHaveProperty('note');
  });

  test('goes to all reports of a bulk request', async () => {
    await survey();
    const body = { filters: { pin }, expected_count: 1, note };
    const { text } = await server.call(calls.sendBackSelection, { body }, admin());
    expect(text).toContain('"sent_back":1');
    expect((await pinOn(ali))?.note).toMatchObject(note);
  });
});

test('the ready-made reasons are a list that administrators edit', async () => {
  const asked = () => server.call(calls.noteReasons, {}, admin());
  expect((await asked()).body.reasons[0]).toEqual({
    text: 'The photo does not show the house.',
    fields: ['photo'],
  });
  const reasons = [
    { text: 'تصویر میں مکان نظر نہیں آ رہا', fields: ['photo' as const] },
    { text: 'The place is off.', fields: [] },
  ];
  const saved = await server.call(calls.saveNoteReasons, { body: { reasons } }, admin());
  expect([saved.body.reasons, (await asked()).body.reasons]).toEqual([reasons, reasons]);
  const many = Array.from({ length: 31 }, () => ({ text: 'Too many' }));
  const refused = await server.call(calls.saveNoteReasons, { body: { reasons: many } }, admin());
  expect(refused.status).toBe(422);
  await server.call(calls.saveNoteReasons, { body: { reasons: [] } }, admin());
  expect((await asked()).body.reasons).toEqual([]);
});

describe('a bulk review', () => {
  test('accepts unseen, leaves what was looked at and what waits, and is undone', async () => {
    const [seen, waiting, plain] = [await survey(), await survey(), await survey()];
    await review(seen, { state: 'accepted', version: 0 });
    await server.database.db
      .updateTable('reports')
      .set({ resubmission: 1 })
      .where('id', '=', waiting)
      .execute();
    const body = { filters: { pin }, expected_count: 3, state: 'accepted_unseen' } as const;
    const answer = await server.call(calls.reviewSelection, { body }, admin());
    const last = JSON.parse(answer.text.trim().split('\n').at(-1) as string);
    expect(last).toMatchObject({ reviewed: 1, already: 1, left_out: 1, ended: 'complete' });
    const states = async () =>
      Promise.all([seen, waiting, plain].map(async (id) => (await details(id)).review.state));
    expect(await states()).toEqual(['accepted', 'sent_back', 'accepted_unseen']);
    const query = { pin, review: 'accepted_unseen', extra: 'review,reviewed_by' };
    const { data } = (await server.call(calls.allReports, { query }, admin())).body;
    expect(data).toMatchObject([
      { id: plain, review: 'accepted_unseen', reviewed_by: server.administrator.username },
    ]);
    expect(data[0]).not.toHaveProperty('was_assigned');
    expect((await undo(last.undo_entries[0])).status).toBe(200);
    expect(await states()).toEqual(['accepted', 'sent_back', 'new']);
  });

  test('is refused where the selection has changed since it was counted', async () => {
    await survey();
    const body = { filters: { pin }, expected_count: 2, state: 'in_question' } as const;
    expect((await server.call(calls.reviewSelection, { body }, admin())).status).toBe(409);
  });
});
