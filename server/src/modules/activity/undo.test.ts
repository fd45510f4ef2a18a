// Undo restores exactly the earlier state, once, within 30 days, and never over a later change.
import { type Call, type ClientInput, calls } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, listedPins } from '../../testing/parcels.ts';
import { submissionFields, submit } from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';

const server = setUpTestServer();
let token: string;
let ali: Person;
let sana: Person;
beforeAll(async () => {
  token = server.administrator.token;
});
beforeEach(async () => {
  const { db } = server.database;
  await db.deleteFrom('reports').execute();
  await db.deleteFrom('users').where('role_id', '=', 2).execute();
  await db.deleteFrom('units').execute();
  ali = await server.addSurveyor('ali');
  sana = await server.addSurveyor('sana');
  await addParcels(server, 'Model Town', ['0001', '0002', '0003']);
  await change(calls.storeCirclePins, { body: { username: 'ali', circle: 'Model Town' } });
  await report(ali, '0002');
});

const change = async <C extends Call>(call: C, input: ClientInput<C>) => {
  const answer = await server.call(call, input, token);
  expect([answer.status, answer.body.message]).toEqual([200, expect.anything()]);
  return answer;
};
const report = async (person: Person, pin: string) =>
  expect((await submit(server, person.token, submissionFields({ pin }))).status).toBe(200);

const lastEntry = async (): Promise<number> => {
  const entry = await server.database.db
    .selectFrom('audit_entries')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return entry.id;
};
const undo = async (id: number) =>
  (await server.call(calls.undoActivity, { body: { id } }, token)).body;
const preview = async (id: number) =>
  (await server.call(calls.previewUndo, { body: { id } }, token)).body;

/** All data that an undo may restore, without versions and modification times. */
const state = async () => {
  const { db } = server.database;
  const [assignments, units, circles, reports] = await Promise.all([
    db
      .selectFrom('circle_assignments')
      .selectAll()
      .orderBy('user_id')
      .orderBy('circle_id')
      .execute(),
    sql`select circle_id, pin, ratingarea, locality, block, street_address, owner_name, road, extra
      from units order by circle_id, pin, unassignable_hash`.execute(db),
    db.selectFrom('circles').select('key').orderBy('key').execute(),
    db.selectFrom('reports').select(['id', 'resubmission', 'replaced_by']).orderBy('id').execute(),
  ]);
  return { pins: await listedPins(server), assignments, units: units.rows, circles, reports };
};
const pinsOf = async (person: Person, cursor?: number) =>
  (await server.call(calls.devicePins, { query: { cursor } }, person.token)).body;
const statusOf = async (pin: string) =>
  (await listedPins(server)).find((listed) => listed.pin === pin)?.status;

const body = { username: 'ali', circle: 'Model Town' };
const pinId = async (pin: string) =>
  (await listedPins(server)).find((listed) => listed.pin === pin)?.id as number;
const sheet = (...rows: Record<string, string>[]) =>
  change(calls.storeRecords, { body: { records: rows } });

/** Every kind of change that can be undone, with the number of restored rows. */
const changes: [name: string, rows: number, make: () => Promise<unknown>][] = [
  ['a deleted pin', 1, async () => change(calls.deletePin, { body: { id: await pinId('0002') } })],
  [
    'an added pin with its unit',
    1,
    () =>
      change(calls.addPin, {
        body: {
          ...body,
          ...{ pin: '0099', ratingarea: 'A', Locality: 'B', Street_Address: 'C', OwnerName: 'D' },
        },
      }),
  ],
  ['a circle taken away', 3, () => change(calls.deleteCircle, { body })],
  ['an overwritten circle', 2, () => change(calls.replaceCirclePins, { body })],
  [
    'a circle given by overwriting',
    3,
    () => change(calls.replaceCirclePins, { body: { ...body, username: 'sana' } }),
  ],
  [
    'a transfer',
    3,
    () =>
      change(calls.transferPins, {
        body: { source_user: 'ali', target_user: 'sana', circle: 'Model Town' },
      }),
  ],
  [
    'a bulk status file',
    2,
    () =>
      change(calls.changeStatusBulk, {
        body: {
          pins: [
            { ...body, pin: '0001', status: 1 },
            { ...body, pin: '0002', status: 0 },
            { ...body, pin: '0003', status: 0 },
          ],
        },
      }),
  ],
  [
    'a pin sent back',
    2,
    () => change(calls.changePinStatus, { body: { ...body, pin: '0002', status: 0 } }),
  ],
  [
    'a pin marked used',
    1,
    () => change(calls.changePinStatus, { body: { ...body, pin: '0001', status: 1 } }),
  ],
  [
    'a pin whose report is set aside',
    1,
    () => server.call(calls.setAsideSelection, { body: { filters: {}, expected_count: 1 } }, token),
  ],
  [
    'an upload',
    3,
    () =>
      sheet(
        { Circle: 'Model Town', Pin: '0001', OwnerName: 'Heir', Remark: 'x' },
        { Circle: 'New Town', Pin: '1' },
        { Circle: 'Nowhere' },
      ),
  ],
];

describe.each(changes)('%s', (name, rows, make) => {
  test('is undone to the exact state before, once, and phones hear of it', async () => {
    // A unit was added to the parcel list after the circle was assigned: overwriting adds it to the list.
    if (name === 'an overwritten circle') await addParcels(server, 'Model Town', ['0004']);
    const before = await state();
    const { cursor } = await pinsOf(ali);
    const held = await pinsOf(ali, 0);
    const told = await make();
    const entry = await lastEntry();
    // The answer names the entry, so that a console can offer undo at once.
    if (!name.startsWith('a pin ')) expect(told).toMatchObject({ body: { undo_entry: entry } });
    const changed = await state();
    expect(changed).not.toEqual(before);
    const since = await pinsOf(ali, cursor);

    expect((await preview(entry)).rows).toBe(rows);
    expect(await state()).toEqual(changed);
    const answer = await undo(entry);
    expect(answer).toMatchObject({ success: true, rows });
    expect(await state()).toEqual(before);
    const again = await pinsOf(ali, since.cursor);
    if (name !== 'a circle given by overwriting')
      expect(again.cursor).toBeGreaterThan(since.cursor);
    expect((await pinsOf(ali, 0)).pins).toEqual(held.pins);

    const { body: details } = await server.call(
      calls.activityDetails,
      { params: { id: entry } },
      token,
    );
    expect(details).toMatchObject({ undo: 'undone', undone_by: answer.id });
    const undoing = await server.call(calls.activityDetails, { params: { id: answer.id } }, token);
    expect(undoing.body).toMatchObject({
      actor: 'amina',
      action: 'undo',
      undoes: entry,
      rows,
      undo: 'none',
    });
    expect(await undo(entry)).toMatchObject({ code: 'conflict', message: /amina has undone it/ });
  });

  test('is undone once where two ask at once', async () => {
    await make();
    const entry = await lastEntry();
    const answers = await Promise.all([undo(entry), undo(entry), preview(entry)]);
    expect(answers.slice(0, 2).filter(({ success }) => success)).toHaveLength(1);
  });
});

describe('is refused with the reason, and nothing is changed,', () => {
  const refused = async (entry: number, reason: RegExp) => {
    const before = await state();
    expect(await preview(entry)).toMatchObject({ code: 'conflict', message: reason });
    expect(await undo(entry)).toMatchObject({ code: 'conflict', message: reason });
    expect(await state()).toEqual(before);
  };
  const made = async (name: string) => {
    await changes.find(([known]) => known === name)?.[2]();
    return lastEntry();
  };

  test('for an unknown entry', async () => {
    expect(await undo(999_999_999)).toMatchObject({ code: 'not-found' });
  });

  test('for what is permanent: a deleted user, an assignment', async () => {
    await refused(await lastEntry(), /permanent/);
    await change(calls.deleteUser, { body: { user_id: sana.id } });
    await refused(await lastEntry(), /permanent/);
  });

  test('after 30 days', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into audit_entries (at, actor, action, subject, row_count, is_undoable)
      values (now() - interval '30 days 1 minute', 'amina', 'delete-pin', 'x', 1, true)
      returning id`.execute(server.database.db);
    await refused(rows[0]?.id as number, /older than 30 days/);
  });

  test('where the circle was assigned again, or the pin put back', async () => {
    const circle = await made('a circle taken away');
    await change(calls.storeCirclePins, { body });
    await refused(circle, /Model Town has been assigned to ali again/);
    const pin = await made('a deleted pin');
    await change(calls.storeCirclePins, { body });
    await refused(pin, /1 pin has been put on the list again/);
    await change(calls.deleteCircle, { body });
    await refused(pin, /Model Town has been taken from ali/);
  });

  test('where statuses were changed since', async () => {
    const bulk = await made('a bulk status file');
    await change(calls.changeStatusBulk, { body: { pins: [{ ...body, pin: '0002', status: 1 }] } });
    await change(calls.changePinStatus, { body: { ...body, pin: '0002', status: 0 } });
    await refused(bulk, /1 pin has been changed since/);
    await change(calls.deletePin, { body: { id: await pinId('0001') } });
    await refused(bulk, /1 pin has been taken off/);
  });

  test('where a pin was surveyed again after it was sent back', async () => {
    const sent = await made('a pin sent back');
    await report(ali, '0002');
    await refused(sent, /surveyed again/);
  });

  test('where pins that overwriting added were surveyed since', async () => {
    const overwritten = await made('a circle given by overwriting');
    await report(sana, '0003');
    await refused(overwritten, /1 pin has been surveyed or changed since/);
  });

  test('where a transferred circle moved on', async () => {
    const moved = await made('a transfer');
    await change(calls.storeCirclePins, { body });
    await refused(moved, /assigned to ali again/);
    await change(calls.deleteCircle, { body });
    await change(calls.deletePin, { body: { id: await pinId('0001') } });
    await refused(moved, /1 of its pins left the list of sana/);
    await change(calls.deleteCircle, { body: { ...body, username: 'sana' } });
    await refused(moved, /taken from sana/);
  });

  test('where another upload changed the units, they have reports, or are on lists', async () => {
    const first = await made('an upload');
    await sheet({ Circle: 'Model Town', Pin: '0001', OwnerName: 'Second heir' });
    await refused(first, /1 unit has been changed since/);
    await undo(await lastEntry());
    await change(calls.storeCirclePins, { body: { ...body, circle: 'New Town' } });
    await refused(first, /1 unit is on lists/);
    await submit(server, ali.token, submissionFields({ circle: 'New Town', pin: '1' }));
    await refused(first, /1 unit has reports/);
  });

  test('where the user was deleted since', async () => {
    const bulk = await made('a bulk status file');
    await change(calls.deleteUser, { body: { user_id: ali.id } });
    await refused(bulk, /deleted since/);
  });
});

describe('nothing that came since is lost:', () => {
  test('a pin that was reported while it was off the list comes back used', async () => {
    await change(calls.deleteCircle, { body });
    const entry = await lastEntry();
    await report(ali, '0003');
    await undo(entry);
    expect(await Promise.all(['0001', '0002', '0003'].map(statusOf))).toEqual([0, 1, 1]);
  });

  test('a transferred pin that was surveyed since comes back used', async () => {
    await change(calls.transferPins, {
      body: { source_user: 'ali', target_user: 'sana', circle: 'Model Town' },
    });
    const entry = await lastEntry();
    await report(sana, '0001');
    await undo(entry);
    expect(
      (await listedPins(server)).map(({ username, status }) => `${username} ${status}`),
    ).toEqual(['ali 1', 'ali 1', 'ali 0']);
  });

  test('pins that both had are two again, each with its own status', async () => {
    await change(calls.storeCirclePins, { body: { ...body, username: 'sana' } });
    await report(sana, '0003');
    const before = await state();
    await change(calls.transferPins, {
      body: { source_user: 'ali', target_user: 'sana', circle: 'Model Town' },
    });
    expect(await undo(await lastEntry())).toMatchObject({ rows: 3 });
    expect(await state()).toEqual(before);
  });

  test('undoing while the phone submits and others change: one whole state', async () => {
    for (let round = 0; round < 5; round += 1) {
      await change(calls.storeCirclePins, { body });
      await change(calls.deleteCircle, { body });
      const entry = await lastEntry();
      const [undone, assigned] = await Promise.all([
        undo(entry),
        server.call(calls.storeCirclePins, { body }, token),
        submit(server, ali.token, submissionFields({ pin: '0001' })),
      ]);
      expect(assigned.status).toBe(200);
      expect(undone.success === true || undone.code === 'conflict').toBe(true);
      expect(await listedPins(server)).toHaveLength(3);
      const whole = await pinsOf(ali, 0);
      expect(whole.pins).toHaveLength(3);
    }
  });
});

describe('changes one upon the other', () => {
  test.each(
    changes.map(([name], at) => [name, at] as const),
  )('beginning with %s are undone in reverse order, step by step', async (_name, at) => {
    const made: { entry: number; before: unknown }[] = [];
    for (const step of [0, 1, 3, 6, 7, 8]) {
      const before = await state();
      const last = await lastEntry();
      // A change that earlier ones made impossible is refused: there is nothing to undo then.
      await changes[(at + step) % changes.length]?.[2]().catch(() => undefined);
      const entry = await lastEntry();
      if (entry !== last) made.push({ entry, before });
    }
    expect(made.length).toBeGreaterThan(1);
    for (const { entry, before } of made.reverse()) {
      expect(await undo(entry)).toMatchObject({ success: true });
      expect(await state()).toEqual(before);
    }
  });

  test('of one status are undone in reverse order, and not over one that stands', async () => {
    const set = (status: 0 | 1) =>
      change(calls.changePinStatus, { body: { ...body, pin: '0001', status } });
    const entries: number[] = [];
    for (const status of [1, 0, 1] as const) {
      await set(status);
      entries.push(await lastEntry());
    }
    const [first, second, third] = entries as [number, number, number];
    expect(await undo(first)).toMatchObject({ code: 'conflict' });
    for (const [entry, status] of [
      [third, 0],
      [second, 1],
      [first, 0],
    ] as const) {
      expect(await undo(entry)).toMatchObject({ success: true });
      expect(await statusOf('0001')).toBe(status);
    }
  });

  test('records of an earlier version are undone by versions and times, as they were', async () => {
    const asBefore = async () => {
      const { db } = server.database;
      await sql`update undo_pins set changed_bys = null, last_report = null`.execute(db);
      await sql`update assigned_pins set changed_by = null`.execute(db);
    };
    await change(calls.changePinStatus, { body: { ...body, pin: '0001', status: 1 } });
    const entry = await lastEntry();
    await asBefore();
    expect(await undo(entry)).toMatchObject({ success: true });
    expect(await statusOf('0001')).toBe(0);
    await change(calls.deleteCircle, { body });
    const removed = await lastEntry();
    await asBefore();
    await report(ali, '0003');
    expect(await undo(removed)).toMatchObject({ success: true });
    expect(await statusOf('0003')).toBe(1);
  });

  test('what came since is known by its number, whatever the clocks say', async () => {
    await change(calls.deleteCircle, { body });
    const entry = await lastEntry();
    await report(ali, '0003');
    await sql`update reports set submission_time = now() - interval '1 day'`.execute(
      server.database.db,
    );
    await undo(entry);
    expect(await statusOf('0003')).toBe(1);

    await server.call(
      calls.setAsideSelection,
      { body: { filters: { pin: '0003' }, expected_count: 1 } },
      token,
    );
    const aside = await lastEntry();
    await report(ali, '0003');
    await sql`update reports set submission_time = now() - interval '1 day'`.execute(
      server.database.db,
    );
    expect(await undo(aside)).toMatchObject({ code: 'conflict', message: /newer report/ });
  });
});
