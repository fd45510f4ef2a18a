// Second reports of a PIN (R8, R18): counted once, marked, listed, and one of them made current.
import { calls } from '@survey/contract';
import { beforeAll, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, listedPins } from '../../testing/parcels.ts';
import { submissionFields, submit } from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';
import { applyDeltas, checkRollups } from '../rollups/rollups.commands.ts';

const server = setUpTestServer();
let ali: Person;
let sana: Person;
let bilal: Person;
let token: string;
beforeAll(async () => {
  token = server.administrator.token;
  ali = await server.addSurveyor('ali.raza');
  sana = await server.addSurveyor('sana.khan');
  bilal = await server.addSurveyor('bilal.ahmed');
});

const shareCircle = async (circle: string, pins: readonly string[]) => {
  await addParcels(server, circle, pins);
  for (const { username } of [ali, sana]) {
    await server.call(calls.storeCirclePins, { body: { username, circle } }, token);
  }
};
const send = async (from: Person, circle: string, pin: string): Promise<number> => {
  const { status, body } = await submit(server, from.token, submissionFields({ circle, pin }));
  expect(status).toBe(200);
  return body.id;
};
const sendBack = async ({ username }: Person, circle: string, pin: string) => {
  const body = { username, circle, pin, status: 0 as const };
  expect((await server.call(calls.changePinStatus, { body }, token)).status).toBe(200);
};
const idsOf = async (query: object): Promise<number[]> =>
  (
    await server.call(calls.allReports, { query: { per_page: 100, ...query } }, token)
  ).body.data.map(({ id }) => Number(id));
const secondOf = async (circle: string): Promise<number[]> =>
  (await idsOf({ circle, second: 'yes' })).sort((one, other) => one - other);
const surveyedUnits = async () => Number((await server.call(calls.countReports, {}, token)).text);
const overview = async () => (await server.call(calls.dashboardOverview, {}, token)).body;
const makeCurrent = (id: number) => server.call(calls.makeReportCurrent, { params: { id } }, token);
const undo = async (id: number | undefined) =>
  (await server.call(calls.undoActivity, { body: { id: id as number } }, token)).status;
const statuses = async (circle: string) =>
  (await listedPins(server))
    .filter((listed) => listed.circle === circle)
    .map(({ username, pin, status }) => `${username} ${pin} ${status}`);

test('a second report from somebody else is stored and marked, and adds no surveyed unit', async () => {
  await shareCircle('Shared', ['1', '2']);
  const first = await send(ali, 'Shared', '1');
  const before = { units: await surveyedUnits(), second: (await overview()).second_reports };
  const second = await send(sana, 'Shared', '1');
  const ofStranger = await send(bilal, 'Shared', '1');
  expect(await surveyedUnits()).toBe(before.units);
  const { circles, second_reports } = await overview();
  expect(circles.find(({ circle }) => circle === 'Shared')).toMatchObject({ surveyed: 1 });
  expect(second_reports).toBe(before.second + 2);
  expect(await secondOf('Shared')).toEqual([second, ofStranger]);
  expect(await idsOf({ circle: 'Shared', second: 'no' })).toEqual([first]);
  const query = { circle: 'Shared', second: 'yes', extra: 'is_second' };
  const { body } = await server.call(calls.allReports, { query }, token);
  expect(body.data.map(({ is_second }) => is_second)).toEqual([true, true]);
  const details = await server.call(calls.reportDetails, { params: { id: second } }, token);
  expect(details.body).toMatchObject({ is_second: true, is_current: true });
});

test('two at the same time are one first and one second report', async () => {
  const pins = Array.from({ length: 12 }, (_, at) => String(at));
  await shareCircle('At once', pins);
  await Promise.all(pins.flatMap((pin) => [send(ali, 'At once', pin), send(sana, 'At once', pin)]));
  expect(await secondOf('At once')).toHaveLength(pins.length);
});

test("a surveyor's own second report is not one, and an answer has the mark of what it answers", async () => {
  await shareCircle('Own', ['1', '2']);
  await send(ali, 'Own', '1');
  await send(ali, 'Own', '1');
  expect(await secondOf('Own')).toEqual([]);
  await send(ali, 'Own', '2');
  const second = await send(sana, 'Own', '2');
  await sendBack(ali, 'Own', '2');
  await send(ali, 'Own', '2');
  expect(await secondOf('Own')).toEqual([second]);
  await sendBack(sana, 'Own', '2');
  const again = await send(sana, 'Own', '2');
  expect(await secondOf('Own')).toEqual([again]);
});

test('one is made current: the other goes to the history, no pin is freed, and undo brings both back', async () => {
  await shareCircle('Decided', ['1']);
  const first = await send(ali, 'Decided', '1');
  const second = await send(sana, 'Decided', '1');
  const pins = await statuses('Decided');
  const units = await surveyedUnits();
  const { status, body } = await makeCurrent(second);
  expect([status, body.message]).toEqual([
    200,
    'This is the current report of PIN 1 now; the other one is in its history.',
  ]);
  expect(await idsOf({ circle: 'Decided' })).toEqual([second]);
  expect(await secondOf('Decided')).toEqual([]);
  expect([await surveyedUnits(), await statuses('Decided')]).toEqual([units, pins]);
  const details = await server.call(calls.reportDetails, { params: { id: second } }, token);
  expect(details.body.history.map(({ id, set_aside }) => [id, set_aside === null])).toEqual([
    [second, true],
    [first, false],
  ]);
  expect((await makeCurrent(first)).status).toBe(409);
  expect((await makeCurrent(second)).status).toBe(409);
  expect(await undo(body.undo_entry)).toBe(200);
  expect((await idsOf({ circle: 'Decided' })).sort()).toEqual([first, second].sort());
  expect(await secondOf('Decided')).toEqual([second]);
  const kept = await makeCurrent(first);
  expect([kept.status, await idsOf({ circle: 'Decided' })]).toEqual([200, [first]]);
});

test('where the first is set aside, the second is the first, until the undo', async () => {
  await shareCircle('Aside', ['1']);
  const first = await send(ali, 'Aside', '1');
  const second = await send(sana, 'Aside', '1');
  const { body } = await server.app.inject({
    method: 'POST',
    url: calls.setAsideSelection.path,
    payload: { ids: [first], expected_count: 1 },
    headers: { authorization: `Bearer ${token}` },
  });
  expect([await idsOf({ circle: 'Aside' }), await secondOf('Aside')]).toEqual([[second], []]);
  const { undo_entries } = JSON.parse(body.trim());
  expect(await undo(undo_entries[0])).toBe(200);
  expect(await secondOf('Aside')).toEqual([second]);
});

test('the rollups agree after all of it', async () => {
  expect(await checkRollups(server.database)).toEqual([]);
  await applyDeltas(server.database);
  expect(await checkRollups(server.database)).toEqual([]);
});
