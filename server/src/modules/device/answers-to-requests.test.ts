// Which report answers a sent-back report (R18): one by a user who has the pin on the list, or by the surveyor of the
// sent-back report. Any other report is an ordinary one and leaves reports, pins and phones of colleagues unchanged.
import { calls } from '@survey/contract';
import { describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, listedPins } from '../../testing/parcels.ts';
import { type Fields, submissionFields, submit } from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';
import { checkRollups } from '../rollups/rollups.commands.ts';

const server = setUpTestServer();

const numbers = Array.from({ length: 20 }, (_, at) => `10${String(at).padStart(2, '0')}`);

const assign = (circle: string, { username }: Person) =>
  server.call(calls.storeCirclePins, { body: { username, circle } }, server.administrator.token);

const send = async ({ token }: Person, fields: Fields) => {
  const { status, body } = await submit(server, token, submissionFields(fields));
  expect(status).toBe(200);
  return body;
};

const sendBack = async ({ username }: Person, circle: string, pin: string) => {
  const body = { username, circle, pin, status: 0 as const };
  const { status } = await server.call(calls.changePinStatus, { body }, server.administrator.token);
  expect(status).toBe(200);
};

const phoneOf = async ({ token }: Person) =>
  (await server.call(calls.devicePins, { query: {} }, token)).body;

const listVersion = async ({ id }: Person) =>
  (
    await server.database.db
      .selectFrom('pin_lists')
      .select('version')
      .where('user_id', '=', id)
      .executeTakeFirst()
  )?.version;

const stored = (ids: readonly number[]) =>
  server.database.db
    .selectFrom('reports')
    .select(['id', 'resubmission', 'replaced_by', 'was_unassigned'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();

/** A circle on a user's list whose pins were surveyed and sent back. Returns the ids of the reports. */
const sentBackCircle = async (circle: string, holder: Person, pins: readonly string[]) => {
  await addParcels(server, circle, pins);
  await assign(circle, holder);
  const ids: number[] = [];
  for (const pin of pins) {
    ids.push((await send(holder, { circle, pin })).id);
    await sendBack(holder, circle, pin);
  }
  return ids;
};

describe('a phone without the pin on its list', () => {
  test('displaces none of twenty sent-back reports, and the colleague still has the requests', async () => {
    const holder = await server.addSurveyor('holder');
    const other = await server.addSurveyor('other');
    const ids = await sentBackCircle('Displaced', holder, numbers);
    const before = await phoneOf(holder);
    expect(before.pins.filter((pin) => pin.sent_back)).toHaveLength(20);
    const answers: Awaited<ReturnType<typeof send>>[] = [];
    for (const pin of numbers) answers.push(await send(other, { circle: 'displaced', pin }));
    expect(answers.map(({ resubmission }) => resubmission)).toEqual(Array(20).fill(null));
    expect(answers.map(({ was_assigned }) => was_assigned)).toEqual(Array(20).fill(false));
    expect(await stored(ids)).toEqual(
      ids.map((id) => ({ id, resubmission: 1, replaced_by: null, was_unassigned: false })),
    );
    expect((await phoneOf(holder)).pins).toEqual(before.pins);
    expect(await checkRollups(server.database)).toEqual([]);
    // The colleague can still answer them.
    const answer = await send(holder, { circle: 'Displaced', pin: numbers[0] as string });
    expect(answer.resubmission).toBe(0);
    expect(await stored([ids[0] as number])).toMatchObject([{ replaced_by: answer.id }]);
  });

  test('does not answer for a user of the same name who was deleted', async () => {
    const gone = await server.addSurveyor('namesake');
    const [id] = (await sentBackCircle('Deleted', gone, ['1'])) as [number];
    const { token } = server.administrator;
    await server.call(calls.deleteUser, { body: { user_id: gone.id } }, token);
    const namesake = await server.addSurveyor('namesake');
    const answer = await send(namesake, { circle: 'Deleted', pin: '1' });
    expect(answer).toMatchObject({ resubmission: null, was_assigned: false });
    expect(await stored([id])).toMatchObject([{ resubmission: 1, replaced_by: null }]);
    // The next user who has the circle answers it.
    const next = await server.addSurveyor('next');
    await assign('Deleted', next);
    const again = await send(next, { circle: 'Deleted', pin: '1' });
    expect(again).toMatchObject({ resubmission: 0, was_assigned: true });
    expect(await stored([id])).toMatchObject([{ replaced_by: again.id }]);
  });
});

describe('a request is answered', () => {
  test('by any of several who have the pin on their lists, whose phones all learn of it', async () => {
    const one = await server.addSurveyor('shares-1');
    const two = await server.addSurveyor('shares-2');
    const [id] = (await sentBackCircle('Shared', one, ['1'])) as [number];
    await assign('Shared', two);
    const { cursor } = await phoneOf(one);
    const answer = await send(two, { circle: 'Shared', pin: '1' });
    expect(answer).toMatchObject({ resubmission: 0, was_assigned: true });
    expect(await stored([id])).toMatchObject([{ replaced_by: answer.id }]);
    expect(await listVersion(one)).toBeGreaterThan(cursor);
    expect((await phoneOf(one)).pins).toMatchObject([{ pin: '1', sent_back: false }]);
  });

  test('by whose report it is, also where the pin was transferred away since; of the others none is', async () => {
    const [from, to] = [await server.addSurveyor('from'), await server.addSurveyor('to')];
    const [own] = (await sentBackCircle('Moved', from, ['1'])) as [number];
    const body = { source_user: from.username, target_user: to.username, circle: 'Moved' };
    const moved = await server.call(calls.transferPins, { body }, server.administrator.token);
    expect(moved.status).toBe(200);
    const theirs = await send(to, { circle: 'Moved', pin: '1' });
    expect(theirs.resubmission).toBe(0);
    await sendBack(to, 'Moved', '1');
    // The pin left the list, and the waiting report is a colleague's.
    const stranger = await send(from, { circle: 'Moved', pin: '1' });
    expect(stranger).toMatchObject({ resubmission: null, was_assigned: false });
    expect(await stored([own, theirs.id])).toMatchObject([
      { replaced_by: theirs.id },
      { resubmission: 1, replaced_by: null },
    ]);
    // A surveyor's own sent-back report can be answered without the pin on the list.
    await server.database.db
      .updateTable('reports')
      .set({ resubmission: 1 })
      .where('id', '=', stranger.id)
      .execute();
    const answer = await send(from, { circle: 'Moved', pin: '1' });
    expect(answer).toMatchObject({ resubmission: 0, was_assigned: false });
    expect(await stored([theirs.id, stranger.id])).toMatchObject([
      { resubmission: 1, replaced_by: null },
      { replaced_by: answer.id },
    ]);
    const pins = (await listedPins(server)).filter(({ circle }) => circle === 'Moved');
    expect(pins).toMatchObject([{ username: 'to', status: 0 }]);
    expect((await phoneOf(to)).pins).toMatchObject([{ sent_back: true, status: 0 }]);
  });
});
