// The refresh action: a report goes back to its surveyor, and nothing is ever deleted (R18).
import { calls, type PinStatus } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, lastAudit } from '../../testing/parcels.ts';
import { insertReports, type NewReport, report } from '../../testing/report-factory.ts';
import type { Person } from '../../testing/test-server.ts';

const server = setUpTestServer();
let ali: Person;
let sana: Person;
beforeAll(async () => {
  ali = await server.addSurveyor('ali.raza');
  sana = await server.addSurveyor('sana.khan');
});

/** Puts a unit on the lists of users, USED. */
const assign = async (circle: string, pin: string, ...people: Person[]) => {
  await addParcels(server, circle, [pin]);
  for (const { id, username } of people) {
    const body = { username, circle };
    await server.call(calls.storeCirclePins, { body }, server.administrator.token);
    await server.database.db
      .updateTable('assigned_pins')
      .set({ status: 1 })
      .where('user_id', '=', id)
      .execute();
  }
};

const change = (username: string, circle: string, pin: string, status: PinStatus | string) =>
  server.call(
    calls.changePinStatus,
    { body: { username, circle, pin, status: status as PinStatus } },
    server.administrator.token,
  );

const listed = async ({ id }: Person, pin: string) =>
  server.database.db
    .selectFrom('assigned_pins')
    .innerJoin('units', 'units.id', 'assigned_pins.unit_id')
    .select(['status', 'version'])
    .where('user_id', '=', id)
    .where('units.pin', '=', pin)
    .executeTakeFirst();

const add = async (...given: Partial<NewReport>[]) =>
  (
    await insertReports(
      server.database,
      given.map((values) => report(values)),
    )
  ).map(({ id }) => id);

const resubmissionOf = async (ids: number[]) => {
  const rows = await server.database.db
    .selectFrom('reports')
    .select(['resubmission'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map(({ resubmission }) => resubmission);
};

const entries = async () =>
  (
    await server.database.db
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'change-pin-status')
      .execute()
  ).length;

describe('is refused, with nothing changed,', () => {
  test.each([
    ['without a username', { circle: 'A', pin: '1', status: 0 }, 'username'],
    ['without a circle', { username: 'ali.raza', pin: '1', status: 0 }, 'circle'],
    ['without a pin', { username: 'ali.raza', circle: 'A', pin: '  ', status: 0 }, 'pin'],
    ['for another status', { username: 'ali.raza', circle: 'A', pin: '1', status: 2 }, 'status'],
  ])('%s', async (_, body, field) => {
    const { status, body: answer } = await server.call(
      calls.changePinStatus,
      { body: body as never },
      server.administrator.token,
    );
    expect(status).toBe(422);
    expect(Object.keys(answer.errors ?? {})[0]).toBe(field);
  });

  test('for an unknown user, an administrator, and a pin that is not on the list', async () => {
    await assign('Refused', '100', ali);
    const ids = await add({ circle: 'Refused', pin: '100' }, { circle: 'Refused', pin: '101' });
    const before = await listed(ali, '100');
    const cases = [
      [await change('nobody', 'Refused', '100', 0), /nobody/],
      [await change('amina', 'Refused', '100', 0), /amina/],
      [await change('ali.raza', 'Refused', '101', 0), /101.*ali\.raza/],
      [await change('ali.raza', 'No circle', '100', 0), /100.*No circle.*ali\.raza/],
      [await change('sana.khan', 'Refused', '100', 0), /100.*sana\.khan/],
    ] as const;
    for (const [{ status, body }, message] of cases) {
      expect(status).toBe(404);
      expect(body.message).toMatch(message);
    }
    expect(await resubmissionOf(ids)).toEqual([null, null]);
    expect(await listed(ali, '100')).toEqual(before);
    expect(await entries()).toBe(0);
  });
});

describe('status 0', () => {
  test('with the report that is meant is refused where another one stands in its place', async () => {
    await assign('Meant', '7', ali);
    const [old, current] = (await add(
      { circle: 'Meant', pin: '7' },
      { circle: 'Meant', pin: '7' },
    )) as [number, number];
    await server.database.db
      .updateTable('reports')
      .set({ replaced_by: current })
      .where('id', '=', old)
      .execute();
    const sendBack = (report: number) =>
      server.call(
        calls.changePinStatus,
        { body: { username: 'ali.raza', circle: 'Meant', pin: '7', status: 0, report } },
        server.administrator.token,
      );
    expect(await sendBack(old)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await listed(ali, '7'))?.status).toBe(1);
    expect(await resubmissionOf([old, current])).toEqual([null, null]);
    expect((await sendBack(current)).status).toBe(200);
    expect(await resubmissionOf([old, current])).toEqual([null, 1]);
  });

  test("sends the surveyor's current report back and frees the pin", async () => {
    await assign('Model Town', '123', ali, sana);
    const [old, current, answered, hers, otherPin, otherCircle] = await add(
      { circle: 'Model Town', pin: '123' },
      { circle: ' MODEL TOWN', pin: '123' },
      { circle: 'Model Town', pin: '123', resubmission: 0 },
      { circle: 'Model Town', pin: '123', username: 'sana.khan' },
      { circle: 'Model Town', pin: '1234' },
      { circle: 'Other', pin: '123' },
    );
    await server.database.db
      .updateTable('reports')
      .set({ replaced_by: current as number })
      .where('id', '=', old as number)
      .execute();
    const hersBefore = await listed(sana, '123');
    const { status, body } = await change('ALI.RAZA', 'model town ', '123', 0);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      message: 'PIN 123 was sent back to ali.raza for resubmission.',
      said: { id: 'pin-sent-back', values: { username: 'ali.raza', pin: '123' } },
    });
    const ids = [old, current, answered, hers, otherPin, otherCircle] as number[];
    expect(await resubmissionOf(ids)).toEqual([null, 1, 1, null, null, null]);
    expect((await listed(ali, '123'))?.status).toBe(0);
    // Her pin stays USED, but her phone fetches it again: it was sent back.
    const hersAfter = await listed(sana, '123');
    expect(hersAfter?.status).toBe(1);
    expect(hersAfter?.version).toBeGreaterThan(hersBefore?.version as number);
    expect(await lastAudit(server)).toMatchObject({
      actor: 'amina',
      subject: 'ali.raza, model town, PIN 123',
      row_count: 3,
      details: { after: { status: 0 }, reports: [{ id: current }, { id: answered }] },
    });
  });

  test('twice comes to the same', async () => {
    await assign('Twice', '5', ali);
    const ids = await add({ circle: 'Twice', pin: '5' });
    await change('ali.raza', 'Twice', '5', 0);
    const { body } = await change('ali.raza', 'Twice', '5', '0');
    expect(body.message).toBe('PIN 5 was sent back to ali.raza for resubmission.');
    expect(await resubmissionOf(ids)).toEqual([1]);
  });

  test('of a pin without a report says so', async () => {
    await assign('Empty', '9', ali);
    const { status, body } = await change('ali.raza', 'Empty', '9', 0);
    expect(status).toBe(200);
    expect(body.message).toBe('PIN 9 of ali.raza is now NotUsed. It has no report to send back.');
    expect((await listed(ali, '9'))?.status).toBe(0);
  });

  test("reaches the surveyor's phone", async () => {
    await assign('Phone', '77', ali);
    await add({ circle: 'Phone', pin: '77' });
    const pins = async (cursor: number) =>
      (await server.call(calls.devicePins, { query: { cursor } }, ali.token)).body;
    const { cursor } = await pins(0);
    await change('ali.raza', 'Phone', '77', 0);
    const changed = await pins(cursor);
    expect(changed.pins).toMatchObject([{ pin: '77', status: 0, sent_back: true }]);
  });
});

test('status 1 sets the pin USED and leaves reports alone', async () => {
  await assign('Used', '55', ali);
  const ids = await add({ circle: 'Used', pin: '55' });
  await change('ali.raza', 'Used', '55', 0);
  const { status, body } = await change('ali.raza', 'Used', '55', 1);
  expect(status).toBe(200);
  expect(body.message).toBe('PIN 55 of ali.raza is now USED.');
  expect((await listed(ali, '55'))?.status).toBe(1);
  expect(await resubmissionOf(ids)).toEqual([1]);
  expect(await lastAudit(server)).toMatchObject({
    row_count: 1,
    details: { after: { status: 1 } },
  });
});

test('nothing is deleted by any of it', async () => {
  const count = async () =>
    (await server.call(calls.allReports, { query: {} }, server.administrator.token)).body.total;
  await assign('Kept', '1', ali);
  await add({ circle: 'Kept', pin: '1' });
  const before = await count();
  await Promise.all(
    [0, 1, 0, 1].map((status) => change('ali.raza', 'Kept', '1', status as PinStatus)),
  );
  expect(await count()).toBe(before);
});
