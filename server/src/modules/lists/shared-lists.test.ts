// Two surveyors of one circle: a pin that is sent back to one stays done for the other, on every list that a phone
// reads, and each change raises the versions of both lists (ADR 99).
import { calls, type SetAsideProgress } from '@survey/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { collectHeaders, setUpPhone } from '../../testing/collect-phone.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { submissionFields, submit } from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';

const server = setUpTestServer();
let token: string;
let ali: Person;
let sana: Person;
/** Authorization headers of each person's phone with Collect. */
let collect: Map<Person, string>;
let circle: string;
let cursors: Map<Person, number>;
let phones: Map<Person, Known>;
let made = 0;

beforeAll(() => {
  token = server.administrator.token;
});

const give = ({ username }: Person) =>
  server.call(calls.storeCirclePins, { body: { username, circle } }, token);

const changesOf = async (person: Person, cursor?: number) =>
  (await server.call(calls.devicePins, { query: { cursor } }, person.token)).body;

type Known = 'left' | 'sent back' | 'used' | 'done' | undefined;

const told = (pins: { status: 0 | 1; sent_back: boolean; done_by: string | null }[]): Known[] =>
  pins.map((pin) => {
    if (pin.sent_back) return 'sent back';
    if (pin.status === 1) return 'used';
    return pin.done_by === null ? 'left' : 'done';
  });

/**
 * Fetches the changes and returns what the phone then knows of the pin; a fetch of the whole list must say the same.
 */
const knows = async (person: Person): Promise<Known> => {
  const known = phones.get(person);
  const { cursor, pins, removed, is_whole } = await changesOf(person, cursors.get(person));
  cursors.set(person, cursor);
  const isGone = removed.length > 0 || is_whole;
  const now = pins.length > 0 || isGone ? told(pins)[0] : known;
  phones.set(person, now);
  expect(now).toBe(told((await changesOf(person)).pins)[0]);
  const file = await server.app.inject({
    url: '/openrosa/lists/pins.csv',
    headers: {
      ...collectHeaders(collect.get(person) as string),
      host: 'survey.example.org',
      'accept-encoding': 'identity',
    },
  });
  expect(file.statusCode).toBe(200);
  const inFile = file.body.trim().split('\n').length > 1;
  expect(inFile).toBe(now === 'left' || now === 'sent back');
  const { body } = await server.call(calls.mobileUsers, {}, token);
  const user = body.users.find(({ username }) => username === person.username);
  expect(user?.pins_left).toBe(inFile ? 1 : 0);
  return now;
};
const both = async () => [await knows(ali), await knows(sana)];

/** The audit entry that the answer names for undo. */
const undoOf = ({ body }: { body: object }): number | undefined =>
  'undo_entry' in body ? Number(body.undo_entry) : undefined;

const undo = async (entry: number | undefined) =>
  expect(
    (await server.call(calls.undoActivity, { body: { id: entry as number } }, token)).status,
  ).toBe(200);

const survey = async (from: Person): Promise<number> =>
  (await submit(server, from.token, submissionFields({ circle, pin: '1' }))).body.id;

/** @returns the audit entry, which the answer of spec 7 does not name */
const sendBack = async ({ username }: Person): Promise<number> => {
  const body = { username, circle, pin: '1', status: 0 as const };
  expect((await server.call(calls.changePinStatus, { body }, token)).status).toBe(200);
  const { id } = await server.database.db
    .selectFrom('audit_entries')
    .select((entries) => entries.fn.max('id').as('id'))
    .where('action', '=', 'change-pin-status')
    .executeTakeFirstOrThrow();
  return Number(id);
};

beforeEach(async () => {
  made += 1;
  circle = `Shared ${made}`;
  ali = await server.addSurveyor(`ali${made}`);
  sana = await server.addSurveyor(`sana${made}`);
  collect = new Map();
  for (const person of [ali, sana]) collect.set(person, await setUpPhone(server, person));
  cursors = new Map();
  phones = new Map();
  await addParcels(server, circle, ['1']);
  await give(ali);
  await give(sana);
  expect(await both()).toEqual(['left', 'left']);
  await survey(ali);
  expect(await both()).toEqual(['used', 'done']);
});

test('a send-back returns the pin to its surveyor only, and undo makes it done again', async () => {
  const entry = await sendBack(ali);
  expect(await both()).toEqual(['sent back', 'done']);
  await undo(entry);
  expect(await both()).toEqual(['used', 'done']);
  await sendBack(ali);
  await survey(ali);
  expect(await both()).toEqual(['used', 'done']);
});

test('a pin that both have surveyed returns to the one whose report is sent back', async () => {
  await survey(sana);
  expect(await both()).toEqual(['used', 'used']);
  await sendBack(ali);
  expect(await both()).toEqual(['sent back', 'used']);
  await sendBack(sana);
  expect(await both()).toEqual(['sent back', 'sent back']);
  await survey(sana);
  expect(await knows(sana)).toBe('used');
});

test('a report that is sent back and set aside leaves the pin to both, and undo to its surveyor', async () => {
  await sendBack(ali);
  expect(await both()).toEqual(['sent back', 'done']);
  const { id } = await server.database.db
    .selectFrom('reports')
    .select('id')
    .where('username', '=', ali.username)
    .executeTakeFirstOrThrow();
  const { body } = await server.app.inject({
    method: 'POST',
    url: calls.setAsideSelection.path,
    payload: { ids: [id], expected_count: 1 },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await both()).toEqual(['left', 'left']);
  await undo((JSON.parse(body.trim()) as SetAsideProgress).undo_entries[0]);
  expect(await both()).toEqual(['sent back', 'done']);
});

const pinIdOf = async (person: Person) => (await changesOf(person)).pins[0]?.id as number;

test.each([
  [
    'the pin is taken off the list',
    async () => server.call(calls.deletePin, { body: { id: await pinIdOf(ali) } }, token),
  ],
  [
    'the circle is removed',
    () => server.call(calls.deleteCircle, { body: { username: ali.username, circle } }, token),
  ],
  [
    'the circle is transferred',
    async () => {
      const target = await server.addSurveyor(`target${made}`);
      const body = { source_user: ali.username, target_user: target.username, circle };
      return server.call(calls.transferPins, { body }, token);
    },
  ],
  [
    'the circle is transferred to the other, who has it already',
    () => {
      const body = { source_user: ali.username, target_user: sana.username, circle };
      return server.call(calls.transferPins, { body }, token);
    },
  ],
])('when %s, what was sent back is left to the other, until it is undone', async (_, change) => {
  await sendBack(ali);
  expect(await both()).toEqual(['sent back', 'done']);
  const entry = undoOf(await change());
  expect(await both()).toEqual([undefined, 'sent back']);
  await undo(entry);
  expect(await both()).toEqual(['sent back', 'done']);
});

test.each([
  ['Add All', () => give(ali)],
  [
    'Overwrite',
    () => server.call(calls.replaceCirclePins, { body: { username: ali.username, circle } }, token),
  ],
  [
    'several at once',
    () =>
      server.call(
        calls.assignCircleToUsers,
        { body: { usernames: [ali.username], circle } },
        token,
      ),
  ],
])('its surveyor who gets it again by %s has it alone', async (_, change) => {
  await sendBack(ali);
  await server.call(calls.deleteCircle, { body: { username: ali.username, circle } }, token);
  expect(await both()).toEqual([undefined, 'sent back']);
  expect((await change()).status).toBe(200);
  expect(await both()).toEqual(['sent back', 'done']);
});

test('its surveyor who gets it again by hand has it alone, until that is undone', async () => {
  await sendBack(ali);
  await server.call(calls.deletePin, { body: { id: await pinIdOf(ali) } }, token);
  expect(await both()).toEqual([undefined, 'sent back']);
  const unit = { ratingarea: 'A', Locality: 'L', Street_Address: 'S', OwnerName: 'O' };
  const body = { username: ali.username, circle, pin: '1', ...unit };
  const added = await server.call(calls.addPin, { body }, token);
  expect(added.status).toBe(200);
  expect(await both()).toEqual(['sent back', 'done']);
  await undo(undoOf(added));
  expect(await both()).toEqual([undefined, 'sent back']);
});

test('an overwrite that is undone gives the pin back to the other', async () => {
  await sendBack(ali);
  await server.call(calls.deleteCircle, { body: { username: ali.username, circle } }, token);
  const body = { username: ali.username, circle };
  const entry = undoOf(await server.call(calls.replaceCirclePins, { body }, token));
  expect(await both()).toEqual(['sent back', 'done']);
  await undo(entry);
  expect(await both()).toEqual([undefined, 'sent back']);
});

test('what was sent back to somebody who is deleted is left to the other', async () => {
  await sendBack(ali);
  expect(await both()).toEqual(['sent back', 'done']);
  await server.call(calls.deleteUser, { body: { user_id: ali.id } }, token);
  expect(await knows(sana)).toBe('sent back');
});
