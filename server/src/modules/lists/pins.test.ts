import { calls, type PinStatus } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, lastAudit, listedPins } from '../../testing/parcels.ts';
import type { Person } from '../../testing/test-server.ts';
import { setPinStatus } from './pin-lists.commands.ts';

const server = setUpTestServer();
let token: string;
let ali: Person;
let sana: Person;
beforeAll(async () => {
  token = server.administrator.token;
  ali = await server.addSurveyor('ali');
  sana = await server.addSurveyor('sana');
  await server.addSurveyor('blocked', { is_active: false });
});
beforeEach(async () => {
  const { db } = server.database;
  await db.deleteFrom('circle_assignments').execute();
  await db.deleteFrom('removed_pins').execute();
  await db.deleteFrom('units').execute();
  await addParcels(server, 'Model Town', ['0001', '0002', '0003']);
  await addParcels(server, 'Johar Town', ['0001']);
});

const assign = (username: string, circle = 'Model Town') =>
  server.call(calls.storeCirclePins, { body: { username, circle } }, token);

const transfer = (source_user: string, target_user: string, circle = 'Model Town') =>
  server.call(calls.transferPins, { body: { source_user, target_user, circle } }, token);

const pinsOf = async (username: string, circle = 'Model Town') =>
  (await server.call(calls.pinsByCircle, { body: { username, circle } }, token)).body.pins;

const setStatus = ({ id }: Person, pin: string, status: PinStatus) =>
  server.database.db
    .transaction()
    .execute((db) => setPinStatus(db, { userId: id, circleKey: 'model town', pin }, status));

/** What a phone with this cursor would receive: the newer rows and removed ids. */
const since = async ({ id }: Person, cursor: number) => {
  const { db } = server.database;
  const changed = await db
    .selectFrom('assigned_pins')
    .select('id')
    .where('user_id', '=', id)
    .where('version', '>', cursor)
    .orderBy('id')
    .execute();
  const removed = await db
    .selectFrom('removed_pins')
    .select('assigned_pin_id as id')
    .where('user_id', '=', id)
    .where('version', '>', cursor)
    .orderBy('assigned_pin_id')
    .execute();
  return { changed: changed.map((row) => row.id), removed: removed.map((row) => row.id) };
};

const cursorOf = async ({ id }: Person): Promise<number> => {
  const list = await server.database.db
    .selectFrom('pin_lists')
    .select('version')
    .where('user_id', '=', id)
    .executeTakeFirst();
  return list?.version ?? 0;
};

const newPin = {
  username: 'ali',
  circle: 'Model Town',
  pin: '0009',
  ratingarea: 'A',
  Locality: 'Block C',
  Street_Address: 'House 12, Street 4',
  OwnerName: 'Sana Khan',
};
const add = (changes: object = {}) =>
  server.call(calls.addPin, { body: { ...newPin, ...changes } }, token);

describe('/api/pins-by-circle', () => {
  test('answers the pins of the circle by pin, with the names of spec 3', async () => {
    await assign('ali');
    await assign('ali', 'Johar Town');
    await setStatus(ali, '0002', 1);
    const pins = await pinsOf('Ali', 'MODEL town');
    expect(pins.map(({ pin, status }) => [pin, status])).toEqual([
      ['0001', 0],
      ['0002', 1],
      ['0003', 0],
    ]);
    expect(pins[0]).toEqual({
      id: expect.any(Number),
      pin: '0001',
      ratingarea: 'A',
      Locality: 'Block 0001',
      Block: '',
      Street_Address: 'House 0001',
      OwnerName: 'Owner 0001',
      Road: '',
      status: 0,
    });
  });

  test('is empty for a circle that the user does not have', async () => {
    expect(await pinsOf('sana')).toEqual([]);
  });
});

describe('/api/add-pin', () => {
  test('refuses what is missing, field by field; Block and Road may be left out', async () => {
    const answer = await server.call(calls.addPin, { body: {} as never }, token);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors ?? {}).sort()).toEqual(
      ['Locality', 'OwnerName', 'Street_Address', 'circle', 'pin', 'ratingarea', 'username'].sort(),
    );
    expect((await add({ OwnerName: '  ' })).body.errors).toEqual({ OwnerName: ['is required'] });
  });

  test('names an unknown user, an unknown circle, and a circle that the user does not have', async () => {
    expect((await add({ username: 'nobody' })).body.message).toContain('"nobody"');
    expect((await add({ circle: 'Atlantis' })).body.message).toContain('"Atlantis"');
    const answer = await add();
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('Circle Model Town is not assigned to ali.');
    const unit = await sql`select from units where pin = '0009'`.execute(server.database.db);
    expect(unit.rows).toHaveLength(0);
  });

  test('a pin that is on the list already is a 409', async () => {
    await assign('ali');
    const answer = await add({ pin: ' 0001 ' });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'pin-exists',
      message: 'Pin already exists in this circle',
    });
  });

  test('adds the unit where it is new, and the pin with status 0', async () => {
    await assign('ali');
    await assign('sana');
    const answer = await add();
    expect(answer.status).toBe(200);
    expect(answer.body.success).toBe(true);
    const pins = await pinsOf('ali');
    expect(pins).toContainEqual({
      id: answer.body.id,
      pin: '0009',
      ratingarea: 'A',
      Locality: 'Block C',
      Block: '',
      Street_Address: 'House 12, Street 4',
      OwnerName: 'Sana Khan',
      Road: '',
      status: 0,
    });
    expect(await pinsOf('sana')).toHaveLength(3);
    expect(await lastAudit(server)).toMatchObject({
      actor: 'amina',
      action: 'add-pin',
      subject: 'Model Town 0009 to ali',
      row_count: 1,
      details: { unit_is_new: true },
    });
  });

  test('takes a unit that is there as it is, for another user, with a number as pin', async () => {
    await assign('ali');
    await add({ pin: 77, OwnerName: 'First Owner', status: 1 });
    await sql`insert into circle_assignments (user_id, circle_id)
      select ${sana.id}, id from circles where key = 'model town'`.execute(server.database.db);
    const answer = await add({ pin: '77', username: 'sana', OwnerName: 'Somebody Else' });
    expect(answer.status).toBe(200);
    expect(await pinsOf('sana')).toMatchObject([
      { pin: '77', OwnerName: 'First Owner', status: 0 },
    ]);
    expect(await pinsOf('ali')).toContainEqual(
      expect.objectContaining({ pin: '77', OwnerName: 'First Owner', status: 1 }),
    );
  });

  test('the same pin in another circle is another unit', async () => {
    await assign('ali');
    await assign('ali', 'Johar Town');
    expect((await add({ circle: 'Johar Town', pin: '0003' })).status).toBe(200);
    expect(await pinsOf('ali', 'Johar Town')).toHaveLength(2);
  });
});

describe('/api/delete-pin', () => {
  const deletePin = (id: number) => server.call(calls.deletePin, { body: { id } }, token);

  test('an unknown id is a 404 that names it', async () => {
    const answer = await deletePin(987_654);
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('There is no pin with id 987654');
  });

  test('takes the pin off this list, keeps the unit, and tells the phone', async () => {
    await assign('ali');
    await assign('sana');
    const cursor = await cursorOf(ali);
    const [pin] = await pinsOf('ali');
    const id = pin?.id as number;
    const answer = await deletePin(id);
    expect(answer.body).toEqual({
      success: true,
      message: 'Pin 0001 deleted successfully',
      said: { id: 'pin-deleted', values: { pin: '0001' } },
      undo_entry: expect.any(Number),
    });
    expect((await pinsOf('ali')).map((row) => row.pin)).not.toContain('0001');
    expect((await pinsOf('sana')).map((row) => row.pin)).toContain('0001');
    expect(await since(ali, cursor)).toEqual({ changed: [], removed: [id] });
    expect(await lastAudit(server)).toMatchObject({
      action: 'delete-pin',
      subject: 'Model Town 0001 from ali',
      details: { before: { pin: '0001', status: 0 } },
    });
    expect((await deletePin(id)).status).toBe(404);
    const again = await assign('ali');
    expect(again.body).toMatchObject({ added: 1 });
  });
});

describe('/api/transfer-pins', () => {
  test('names unknown users and circles, and a circle that the source does not have', async () => {
    await assign('sana');
    const messages = await Promise.all([
      transfer('nobody', 'sana'),
      transfer('ali', 'no one'),
      transfer('amina', 'sana'),
      transfer('ali', 'sana', 'Atlantis'),
      transfer('ali', 'sana'),
    ]);
    expect(messages.map(({ status, body }) => [status, body.message])).toEqual([
      [404, 'There is no mobile user "nobody".'],
      [404, 'There is no mobile user "no one".'],
      [404, 'There is no mobile user "amina".'],
      [404, 'There is no circle "Atlantis".'],
      [404, 'Circle Model Town is not assigned to ali.'],
    ]);
  });

  test('refuses source = target, in any case', async () => {
    await assign('ali');
    const answer = await transfer('ali', 'ALI');
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveProperty('target_user');
    expect(await pinsOf('ali')).toHaveLength(3);
  });

  test('refuses a blocked target and says why', async () => {
    await assign('ali');
    const answer = await transfer('ali', 'blocked');
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('conflict');
    expect(answer.body.message).toContain('blocked is blocked');
    expect(await pinsOf('ali')).toHaveLength(3);
    expect(await lastAudit(server)).toMatchObject({ action: 'store-circle-pins' });
  });

  test('moves this circle with its pins and statuses; other circles stay', async () => {
    await assign('ali');
    await assign('ali', 'Johar Town');
    await setStatus(ali, '0002', 1);
    const before = await pinsOf('ali');
    const answer = await transfer('ali', 'sana', 'model town');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: true, moved: 3, already_there: 0 });
    expect(answer.body.message).toContain('Pins transferred successfully!');
    expect(await pinsOf('sana')).toEqual(before);
    expect(await pinsOf('ali')).toEqual([]);
    expect(await pinsOf('ali', 'Johar Town')).toHaveLength(1);
    const circlesOf = async (username: string) =>
      (await server.call(calls.circlesAssignedToUser, { body: { username } }, token)).body.circles;
    expect(await circlesOf('ali')).toEqual(['Johar Town']);
    expect(await circlesOf('sana')).toEqual(['Model Town']);
    expect(await lastAudit(server)).toMatchObject({
      action: 'transfer-pins',
      subject: 'Model Town from ali to sana',
      row_count: 3,
    });
    expect((await transfer('ali', 'sana')).status).toBe(404);
  });

  test('a pin that the target has stays once, USED if either was', async () => {
    await assign('ali');
    await assign('sana');
    await setStatus(ali, '0001', 1);
    await setStatus(sana, '0002', 1);
    const answer = await transfer('ali', 'sana');
    expect(answer.body).toMatchObject({ moved: 0, already_there: 3 });
    expect((await pinsOf('sana')).map(({ pin, status }) => `${pin} ${status}`)).toEqual([
      '0001 1',
      '0002 1',
      '0003 0',
    ]);
    expect(await listedPins(server)).toHaveLength(3);
    expect((await lastAudit(server))?.details).toMatchObject({
      merged: 3,
    });
  });

  test('a circle without pins moves too', async () => {
    await addParcels(server, 'Empty Town', []);
    await assign('ali', 'Empty Town');
    expect((await transfer('ali', 'sana', 'Empty Town')).body).toMatchObject({ moved: 0 });
  });

  test('both phones hear of it, also when the pins come back with the same ids', async () => {
    await assign('ali');
    const ids = (await pinsOf('ali')).map(({ id }) => id).sort();
    const [aliBefore, sanaBefore] = [await cursorOf(ali), await cursorOf(sana)];
    await transfer('ali', 'sana');
    expect(await since(ali, aliBefore)).toEqual({ changed: [], removed: ids });
    expect(await since(sana, sanaBefore)).toEqual({ changed: ids, removed: [] });
    const sanaBetween = await cursorOf(sana);
    await transfer('sana', 'ali');
    expect(await since(ali, aliBefore)).toEqual({ changed: ids, removed: [] });
    expect(await since(sana, sanaBetween)).toEqual({ changed: [], removed: ids });
    await transfer('ali', 'sana');
    expect(await since(ali, aliBefore)).toEqual({ changed: [], removed: ids });
  });
});

describe('setPinStatus', () => {
  test('says where the pin is not on the list', async () => {
    expect(await setStatus(ali, '0001', 1)).toBe(false);
  });

  test('changes this list only and tells the phone', async () => {
    await assign('ali');
    await assign('sana');
    const cursor = await cursorOf(ali);
    expect(await setStatus(ali, '0001', 1)).toBe(true);
    expect((await since(ali, cursor)).changed).toHaveLength(1);
    expect((await pinsOf('sana')).every(({ status }) => status === 0)).toBe(true);
  });
});
