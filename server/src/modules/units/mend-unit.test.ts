// One unit is corrected or withdrawn: lists, phones, counts and undo follow.
import { type Call, type ClientInput, calls } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, lastAudit, listedPins } from '../../testing/parcels.ts';
import { submissionFields, submit } from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';
import { checkRollups } from '../rollups/rollups.commands.ts';

const server = setUpTestServer();
const circle = 'Model Town';
let ali: Person;
let sana: Person;

const ask = <C extends Call>(call: C, input: ClientInput<C>) =>
  server.call(call, input, server.administrator.token);
const correct = (body: ClientInput<typeof calls.correctUnit>['body']) =>
  ask(calls.correctUnit, { body });
const withdraw = (pin: string) => ask(calls.withdrawUnit, { body: { circle, pin } });
const details = (pin: string) => ask(calls.unitDetails, { query: { circle, pin } });
const undo = (id: number | undefined) => ask(calls.undoActivity, { body: { id: id as number } });
const phone = async ({ token }: Person, cursor?: number) =>
  (await server.call(calls.devicePins, { query: { cursor } }, token)).body;
const survey = async (pin: string) =>
  expect((await submit(server, ali.token, submissionFields({ circle, pin }))).status).toBe(200);
const surveyed = async () => Number((await ask(calls.countReports, {})).text);
const pinsOf = async (username: string) =>
  (await listedPins(server)).filter((row) => row.username === username).map(({ pin }) => pin);

beforeAll(async () => {
  ali = await server.addSurveyor('ali');
  sana = await server.addSurveyor('sana');
  await addParcels(server, circle, ['0001', '0002', '0003', '0004', '0005', '0006']);
  await ask(calls.assignCircleToUsers, { body: { circle, usernames: ['ali', 'sana'] } });
});

describe('refused', () => {
  test('a unit that is not there', async () => {
    for (const answer of [
      await correct({ circle, pin: '9', OwnerName: 'A' }),
      await withdraw('9'),
      await details('9'),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.message).toBe('There is no PIN 9 in circle Model Town.');
    }
  });

  test('a PIN that another unit has', async () => {
    const answer = await correct({ circle, pin: '0001', new_pin: '0002' });
    expect(answer.status).toBe(409);
    expect(answer.body.errors).toEqual({ new_pin: ['Pin already exists in this circle'] });
  });

  test('another PIN where reports carry it', async () => {
    await survey('0005');
    const answer = await correct({ circle, pin: '0005', new_pin: '0055' });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toContain('PIN 0005 has 1 report that carries its number.');
  });
});

describe('a correction', () => {
  test('reaches the phones of all who have the unit, is recorded, and is undone', async () => {
    const { cursor } = await phone(sana);
    const { body } = await correct({ circle: 'model TOWN', pin: '0001', OwnerName: 'Sana Khan' });
    expect(body.message).toBe('PIN 0001 is corrected.');
    expect((await phone(sana, cursor)).pins).toMatchObject([
      { pin: '0001', OwnerName: 'Sana Khan' },
    ]);
    expect(await lastAudit(server)).toMatchObject({
      action: 'correct-unit',
      subject: 'Model Town 0001',
      details: { before: { OwnerName: 'Owner 0001' }, after: { OwnerName: 'Sana Khan' } },
    });
    expect((await undo(body.undo_entry)).status).toBe(200);
    expect((await details('0001')).body.OwnerName).toBe('Owner 0001');
  });

  test('of a PIN keeps the unit on the lists, under its right number', async () => {
    const { cursor, pins } = await phone(ali);
    const id = pins.find(({ pin }) => pin === '0002')?.id;
    const { body } = await correct({ circle, pin: '0002', new_pin: '0022' });
    expect((await phone(ali, cursor)).pins).toMatchObject([{ id, pin: '0022' }]);
    expect((await undo(body.undo_entry)).status).toBe(200);
    expect(await pinsOf('ali')).toContain('0002');
  });

  test('is not undone after a later one, and one that changes nothing leaves no entry', async () => {
    const { body: first } = await correct({ circle, pin: '0003', Road: 'Canal Road' });
    await correct({ circle, pin: '0003', Road: 'Link Road' });
    const { body: same } = await correct({ circle, pin: '0003', Road: 'Link Road' });
    expect(same.undo_entry).toBeUndefined();
    const refused = await undo(first.undo_entry);
    expect(refused.body.message).toBe('This cannot be undone: 1 unit has been changed since.');
  });
});

describe('a withdrawal', () => {
  test('takes the unit off lists, phones and counts, keeps its reports, and is undone whole', async () => {
    await survey('0004');
    const before = { surveyed: await surveyed(), ali: await phone(ali), sana: await phone(sana) };
    expect((await details('0004')).body).toMatchObject({
      lists: [
        { username: 'ali', status: 1 },
        { username: 'sana', status: 0 },
      ],
      reports: 1,
      current_reports: 1,
    });
    const { body } = await withdraw('0004');
    expect(body).toMatchObject({
      lists: 2,
      reports: 1,
      message: 'PIN 0004 is withdrawn: 2 lists have lost it, 1 report stays.',
    });
    expect(await surveyed()).toBe(before.surveyed - 1);
    const gone = before.sana.pins.find(({ pin }) => pin === '0004')?.id;
    expect((await phone(sana, before.sana.cursor)).removed).toEqual([gone]);
    expect((await ask(calls.allReports, { query: { pin: '0004' } })).body.total).toBe(1);
    expect(await checkRollups(server.database)).toEqual([]);
    expect((await undo(body.undo_entry)).status).toBe(200);
    expect(await surveyed()).toBe(before.surveyed);
    expect((await phone(ali)).pins).toEqual(before.ali.pins);
    expect((await phone(sana)).pins).toEqual(before.sana.pins);
    expect(await checkRollups(server.database)).toEqual([]);
  });

  test('is not undone where a unit with its PIN came since', async () => {
    const { body } = await withdraw('0006');
    await ask(calls.storeRecords, { body: { records: [{ Circle: circle, Pin: '0006' }] } });
    const refused = await undo(body.undo_entry);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      'This cannot be undone: what it needs has been changed since.',
    );
  });
});
