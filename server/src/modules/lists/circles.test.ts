import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, lastAudit, listedPins } from '../../testing/parcels.ts';
import { ensureCircles } from './circles.commands.ts';

const server = setUpTestServer();
let token: string;
beforeAll(async () => {
  token = server.administrator.token;
  await addParcels(server, 'Model Town', ['0001', '0002', '0003']);
  await addParcels(server, 'Johar Town', ['0001', 'J-2']);
});

type UserCircleCall =
  | 'storeCirclePins'
  | 'replaceCirclePins'
  | 'deleteCircle'
  | 'replacePreview'
  | 'pinsByCircle';
const onCircle = <Name extends UserCircleCall>(name: Name, username: string, circle: string) =>
  server.call(calls[name], { body: { username, circle } } as never, token);

/** The user's list as lines `circle pin status`. */
const listOf = async (username: string): Promise<string[]> =>
  (await listedPins(server))
    .filter((row) => row.username === username)
    .map(({ circle, pin, status }) => `${circle} ${pin} ${status}`);

const use = async (username: string, pin: string) => {
  await sql`update assigned_pins set status = 1 from users, units
    where users.id = user_id and units.id = unit_id and username = ${username}
      and pin = ${pin}`.execute(server.database.db);
};

const audits = async (): Promise<number> => {
  const { count } = await server.database.db
    .selectFrom('audit_entries')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

describe('refusals', () => {
  const names = [
    'storeCirclePins',
    'replaceCirclePins',
    'deleteCircle',
    'replacePreview',
    'pinsByCircle',
  ] as const;

  test.each(names)('%s: an unknown user and an unknown circle are named', async (name) => {
    await server.addSurveyor(`user-of-${name.toLowerCase()}`);
    const before = await audits();
    const noUser = await onCircle(name, 'nobody', 'Model Town');
    expect(noUser.status).toBe(404);
    expect(noUser.body.message).toBe('There is no mobile user "nobody".');
    const noCircle = await onCircle(name, `user-of-${name.toLowerCase()}`, 'Atlantis');
    expect(noCircle.status).toBe(404);
    expect(noCircle.body.message).toBe('There is no circle "Atlantis".');
    expect(await audits()).toBe(before);
  });

  test.each(names)('%s: an administrator has no circles', async (name) => {
    const answer = await onCircle(name, server.administrator.username, 'Model Town');
    expect(answer.status).toBe(404);
  });

  test.each(names)('%s: blank fields are a 422', async (name) => {
    const answer = await onCircle(name, ' ', '');
    expect(answer.body.errors).toEqual({ username: ['is required'], circle: ['is required'] });
  });

  test('the lists of circles name an unknown user', async () => {
    const offered = await server.call(calls.circlesForUser, { params: { username: 'x' } }, token);
    const assigned = await server.call(
      calls.circlesAssignedToUser,
      { body: { username: 'x' } },
      token,
    );
    for (const answer of [offered, assigned]) {
      expect(answer.status).toBe(404);
      expect(answer.body.message).toBe('There is no mobile user "x".');
    }
  });
});

describe('/api/circles/{username}', () => {
  test('offers all circles by name, to a username in any case', async () => {
    await server.addSurveyor('Zara Ünal');
    const { body } = await server.call(
      calls.circlesForUser,
      { params: { username: 'zara Ünal' } },
      token,
    );
    expect(body.circles).toEqual(['Johar Town', 'Model Town']);
  });
});

describe('/api/store-circle-pins', () => {
  test('assigns the circle and adds every unit of it, status 0', async () => {
    await server.addSurveyor('ali');
    const answer = await onCircle('storeCirclePins', 'ALI', ' model TOWN ');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      message: 'Circle added successfully: 3 pins added, 0 already there',
      said: { id: 'circle-added', values: { added: 3, there: 0 } },
      added: 3,
      already_there: 0,
    });
    expect(await listOf('ali')).toEqual([
      'Model Town 0001 0',
      'Model Town 0002 0',
      'Model Town 0003 0',
    ]);
    expect(await lastAudit(server)).toMatchObject({
      actor: 'amina',
      action: 'store-circle-pins',
      subject: 'Model Town to ali',
      row_count: 3,
    });
  });

  test('again adds only what is missing; the others keep their status', async () => {
    await use('ali', '0002');
    await addParcels(server, 'Model Town', ['0004']);
    const answer = await onCircle('storeCirclePins', 'ali', 'Model Town');
    expect(answer.body.message).toBe('Circle added successfully: 1 pin added, 3 already there');
    expect(await listOf('ali')).toEqual([
      'Model Town 0001 0',
      'Model Town 0002 1',
      'Model Town 0003 0',
      'Model Town 0004 0',
    ]);
  });

  test('one circle may be with several users, each with a status of their own', async () => {
    await server.addSurveyor('bilal');
    await onCircle('storeCirclePins', 'bilal', 'Model Town');
    expect(await listOf('bilal')).toContain('Model Town 0002 0');
    expect(await listOf('ali')).toContain('Model Town 0002 1');
    const { body } = await server.call(
      calls.circlesAssignedToUser,
      { body: { username: 'bilal' } },
      token,
    );
    expect(body).toEqual({ circles: ['Model Town'] });
  });
});

describe('/api/replace-circle-pins', () => {
  test('the preview says what would start over', async () => {
    await addParcels(server, 'Model Town', ['0005']);
    const { body } = await onCircle('replacePreview', 'ali', 'Model Town');
    expect(body).toEqual({ pins: 4, used: 1, units: 5 });
  });

  test('makes the list exactly the units, all 0, and leaves reports and other users alone', async () => {
    await use('bilal', '0001');
    await sql`insert into reports (submission_id, username, user_name, user_phone, circle,
        circle_key, pin, capture_time)
      values (gen_random_uuid(), 'ali', 'Ali', '', 'Model Town', 'model town', '0002', now())`.execute(
      server.database.db,
    );
    const answer = await onCircle('replaceCirclePins', 'ali', 'Model Town');
    expect(answer.body).toEqual({
      success: true,
      message: 'Circle updated successfully: 5 pins, 1 of them started over',
      said: { id: 'circle-started-over', values: { pins: 5, again: 1 } },
      pins: 5,
      started_over: 1,
      added: 1,
      undo_entry: expect.any(Number),
    });
    expect(await listOf('ali')).toEqual(
      ['0001', '0002', '0003', '0004', '0005'].map((pin) => `Model Town ${pin} 0`),
    );
    expect(await listOf('bilal')).toContain('Model Town 0001 1');
    expect(await lastAudit(server)).toMatchObject({
      action: 'replace-circle-pins',
      row_count: 2,
      details: { started_over: 1 },
    });
    const reports = await server.database.db.selectFrom('reports').select('resubmission').execute();
    expect(reports).toEqual([{ resubmission: null }]);
  });

  test('brings back a pin that was taken off', async () => {
    const [pin] = await listedPins(server);
    await server.call(calls.deletePin, { body: { id: pin?.id as number } }, token);
    expect(await listOf('ali')).toHaveLength(4);
    await onCircle('replaceCirclePins', 'ali', 'Model Town');
    expect(await listOf('ali')).toHaveLength(5);
  });
});

describe('/api/delete-circle', () => {
  test('a circle that the user does not have is a 404 that says so', async () => {
    const answer = await onCircle('deleteCircle', 'bilal', 'Johar Town');
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('Circle Johar Town is not assigned to bilal.');
  });

  test('removes the circle and its pins from this user, and tells the phone which', async () => {
    await onCircle('storeCirclePins', 'ali', 'Johar Town');
    await use('ali', 'J-2');
    const ids = (await listedPins(server))
      .filter(({ username, circle }) => username === 'ali' && circle === 'Johar Town')
      .map(({ id }) => id);
    await onCircle('storeCirclePins', 'bilal', 'Johar Town');
    const answer = await onCircle('deleteCircle', 'ali', 'JOHAR town');
    expect(answer.body).toEqual({
      success: true,
      message: 'Circle Johar Town removed successfully',
      said: { id: 'circle-removed', values: { circle: 'Johar Town' } },
      removed: 2,
      undo_entry: expect.any(Number),
    });
    expect((await listOf('ali')).every((row) => row.startsWith('Model Town'))).toBe(true);
    expect(await listOf('bilal')).toContain('Johar Town J-2 0');
    const tombstones = await server.database.db
      .selectFrom('removed_pins')
      .innerJoin('pin_lists', 'pin_lists.user_id', 'removed_pins.user_id')
      .whereRef('pin_lists.version', '=', 'removed_pins.version')
      .select('assigned_pin_id')
      .execute();
    expect(tombstones.map(({ assigned_pin_id }) => assigned_pin_id).sort()).toEqual(ids.sort());
    expect(await lastAudit(server)).toMatchObject({
      action: 'delete-circle',
      row_count: 2,
      details: { before: { used: 1, not_used: 1 } },
    });
    expect((await onCircle('deleteCircle', 'ali', 'Johar Town')).status).toBe(404);
  });
});

describe('/api/assign-circle-to-users', () => {
  const assign = (usernames: string[], circle = 'Johar Town') =>
    server.call(calls.assignCircleToUsers, { body: { circle, usernames } }, token);

  test('assigns to nobody where one of them is unknown', async () => {
    await server.addSurveyor('dania');
    const answer = await assign(['dania', 'ghost', 'amina']);
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('There is no mobile user "ghost", "amina".');
    expect(await listOf('dania')).toEqual([]);
    expect((await assign([])).status).toBe(422);
    expect((await assign(['dania'], 'Atlantis')).status).toBe(404);
  });

  test('adds to each what they do not have, a name given twice counts once', async () => {
    await server.addSurveyor('ehsan');
    const answer = await assign(['dania', 'ehsan', 'bilal', 'Dania']);
    expect(answer.body).toEqual({
      success: true,
      message: 'Circle added successfully to 3 users: 4 pins added, 2 already there',
      said: { id: 'circle-added-to-users', values: { users: 3, added: 4, there: 2 } },
      users: 3,
      added: 4,
      already_there: 2,
    });
    for (const username of ['dania', 'ehsan', 'bilal']) {
      expect(await listOf(username)).toContain('Johar Town J-2 0');
    }
  });
});

describe('the tables in one answer', () => {
  test('users with their circles and counts, those without any included', async () => {
    await server.addSurveyor('idle', { is_active: false });
    await use('bilal', 'J-2');
    const { body } = await server.call(calls.userCircles, {}, token);
    const find = (username: string) => body.users.find((user) => user.username === username);
    expect(find('idle')).toMatchObject({ status: false, circles: [] });
    expect(find('bilal')?.circles).toEqual([
      { circle: 'Johar Town', used: 1, total: 2 },
      { circle: 'Model Town', used: 1, total: 4 },
    ]);
    expect(find('amina')).toBeUndefined();
  });

  test('circles with units and users, those without any included', async () => {
    await addParcels(server, 'Empty Town', []);
    const { body } = await server.call(calls.circleOverview, {}, token);
    expect(body.circles).toEqual([
      { circle: 'Empty Town', units: 0, users: 0 },
      { circle: 'Johar Town', units: 2, users: 3 },
      { circle: 'Model Town', units: 5, users: 2 },
    ]);
    await onCircle('storeCirclePins', 'idle', 'Empty Town');
    const users = (await server.call(calls.userCircles, {}, token)).body.users;
    expect(users.find(({ username }) => username === 'idle')?.circles).toEqual([
      { circle: 'Empty Town', used: 0, total: 0 },
    ]);
  });
});

describe('ensureCircles', () => {
  const ensure = (names: string[]) =>
    server.database.db.transaction().execute((db) => ensureCircles(db, names));

  test('makes what is new, the first spelling stays', async () => {
    expect((await ensure(['Gulberg ', 'GULBERG', 'model town', 'İzmir'])).length).toBe(2);
    expect(await ensure(['gulberg'])).toEqual([]);
    const { body } = await server.call(calls.circleOverview, {}, token);
    const names = body.circles.map(({ circle }) => circle);
    expect(names).toContain('Gulberg');
    expect(names).toContain('Model Town');
    expect(names).not.toContain('model town');
  });

  test('the same new circles at once, in opposite order, are made once', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `Sector ${index}`);
    const made = await Promise.all([names, [...names].reverse(), names].map(ensure));
    expect(new Set(made.flat()).size).toBe(300);
    expect(made.flat().length).toBe(300);
  });
});
