// Several administrators and phones at once, on a real database. The outcome equals that of some serial order of the
// changes, nothing is lost or doubled, and no request is answered 5xx.
import { type Call, type ClientInput, calls } from '@survey/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels, listedPins } from '../../testing/parcels.ts';
import type { Person } from '../../testing/test-server.ts';
import { setPinStatus } from './pin-lists.commands.ts';

const pinsInCircle = 100;
const rounds = 8;

const server = setUpTestServer();

const ask = <C extends Call>(call: C, input: ClientInput<C>) =>
  server.call(call, input, server.administrator.token);

const assign = (username: string, circle: string) =>
  ask(calls.storeCirclePins, { body: { username, circle } });
const overwrite = (username: string, circle: string) =>
  ask(calls.replaceCirclePins, { body: { username, circle } });
const unassign = (username: string, circle: string) =>
  ask(calls.deleteCircle, { body: { username, circle } });
const transfer = (source_user: string, target_user: string, circle: string) =>
  ask(calls.transferPins, { body: { source_user, target_user, circle } });
const addPin = (username: string, circle: string, pin: string) => {
  const unit = { ratingarea: 'A', Locality: 'B', Street_Address: 'C', OwnerName: 'D' };
  return ask(calls.addPin, { body: { username, circle, pin, ...unit } });
};

/** What the phone API does at a submission, without the report. */
const submit = (userId: number, circle: string, pin: string): Promise<boolean> =>
  server.database.db
    .transaction()
    .execute((db) => setPinStatus(db, { userId, circleKey: circle.toLowerCase(), pin }, 1));

/** Number of pins and USED pins on a user's list for a circle. */
const countOf = async (username: string, circle: string) => {
  const rows = (await listedPins(server)).filter(
    (row) => row.username === username && row.circle === circle,
  );
  return { pins: rows.length, used: rows.filter(({ status }) => status === 1).length };
};

const circlesOf = async (username: string) =>
  (await ask(calls.circlesAssignedToUser, { body: { username } })).body.circles;

/** A circle with units and two users; the first has it, with one USED pin. */
const scene = async (name: string) => {
  const circle = `Circle ${name}`;
  await addParcels(server, circle, pinsInCircle);
  const first = await server.addSurveyor(`first-${name}`);
  const second = await server.addSurveyor(`second-${name}`);
  await assign(first.username, circle);
  await submit(first.id, circle, '0000001');
  return { circle, first, second };
};

describe('two administrators at once', () => {
  test('A to B while B to A: every pin is on one list, with its status', async () => {
    const { circle, first, second } = await scene('swap');
    await submit(first.id, circle, '0000007');
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all([
        transfer(first.username, second.username, circle),
        transfer(second.username, first.username, circle),
        transfer(first.username, second.username, circle),
      ]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
      const counts = [
        await countOf(first.username, circle),
        await countOf(second.username, circle),
      ];
      counts.sort((a, b) => a.pins - b.pins);
      expect(counts).toEqual([
        { pins: 0, used: 0 },
        { pins: pinsInCircle, used: 2 },
      ]);
    }
  });

  test('both have the circle, both transfer to the other: merged once, USED if either was', async () => {
    const { circle, first, second } = await scene('merge');
    await assign(second.username, circle);
    await submit(second.id, circle, '0000002');
    const answers = await Promise.all([
      transfer(first.username, second.username, circle),
      transfer(second.username, first.username, circle),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const counts = [await countOf(first.username, circle), await countOf(second.username, circle)];
    expect(counts).toContainEqual({ pins: 0, used: 0 });
    expect(counts).toContainEqual({ pins: pinsInCircle, used: 2 });
  });

  test('overwrite while transfer: as if one had come after the other', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { circle, first, second } = await scene(`overwrite-${round}`);
      const answers = await Promise.all([
        overwrite(first.username, circle),
        transfer(first.username, second.username, circle),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [left, right] = [
        await countOf(first.username, circle),
        await countOf(second.username, circle),
      ];
      expect([
        // Overwrite first: the transferred pins had been reset.
        [0, 0, pinsInCircle, 0],
        // Transfer first: the statuses moved, and the overwrite assigned the circle anew.
        [pinsInCircle, 0, pinsInCircle, 1],
      ]).toContainEqual([left.pins, left.used, right.pins, right.used]);
    }
  });

  test('assign while unassign: all pins or none, and the assignment with them', async () => {
    const { circle, first } = await scene('assign');
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all([
        unassign(first.username, circle),
        assign(first.username, circle),
        unassign(first.username, circle),
        assign(first.username, circle),
      ]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
      const { pins } = await countOf(first.username, circle);
      const circles = await circlesOf(first.username);
      expect([0, pinsInCircle]).toContain(pins);
      expect(circles).toEqual(pins === 0 ? [] : [circle]);
    }
  });

  test('deleting source or target while transfer: moved and then gone, or refused', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { circle, first, second } = await scene(`delete-${round}`);
      const gone = round % 2 === 0 ? first : second;
      const stays = round % 2 === 0 ? second : first;
      const [moved, deleted] = await Promise.all([
        transfer(first.username, second.username, circle),
        ask(calls.deleteUser, { body: { user_id: gone.id } }),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(moved.status);
      const isWithStays = (moved.status === 200) === (stays === second);
      const { pins } = await countOf(stays.username, circle);
      expect(pins).toBe(isWithStays ? pinsInCircle : 0);
      expect(await countOf(gone.username, circle)).toEqual({ pins: 0, used: 0 });
    }
  });

  test('one new pin from two administrators: one unit, once on each list', async () => {
    const { circle, first, second } = await scene('add');
    await assign(second.username, circle);
    for (let round = 0; round < rounds; round += 1) {
      const pin = `new-${round}`;
      const answers = await Promise.all([
        addPin(first.username, circle, pin),
        addPin(first.username, circle, pin),
        addPin(second.username, circle, pin),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    }
    expect((await countOf(first.username, circle)).pins).toBe(pinsInCircle + rounds);
    expect((await countOf(second.username, circle)).pins).toBe(pinsInCircle + rounds);
  });

  test('one pin deleted twice: once, and once not found', async () => {
    const { first } = await scene('delete-pin');
    const pins = (await listedPins(server)).filter((row) => row.username === first.username);
    for (const { id } of pins.slice(0, rounds)) {
      const answers = await Promise.all([1, 2].map(() => ask(calls.deletePin, { body: { id } })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    }
    expect(await countOf(first.username, 'Circle delete-pin')).toMatchObject({
      pins: pinsInCircle - rounds,
    });
  });
});

describe('a phone while an administrator', () => {
  test('transfers: the submission counts at the source and moves, or finds the pin gone', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { circle, first, second } = await scene(`phone-${round}`);
      const [wasListed, moved] = await Promise.all([
        submit(first.id, circle, '0000002'),
        transfer(first.username, second.username, circle),
      ]);
      expect(moved.status).toBe(200);
      expect(await countOf(second.username, circle)).toEqual({
        pins: pinsInCircle,
        used: wasListed ? 2 : 1,
      });
    }
  });

  test('deletes the user: the submission counted before, or is told that the user is gone', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { circle, first } = await scene(`gone-${round}`);
      const [submitted, deleted] = await Promise.allSettled([
        submit(first.id, circle, '0000002'),
        ask(calls.deleteUser, { body: { user_id: first.id } }),
      ]);
      expect(deleted).toMatchObject({ value: { status: 200 } });
      if (submitted.status === 'rejected') {
        expect(submitted.reason).toMatchObject({ code: 'not-found' });
      }
    }
  });
});

/** What a phone receives for its cursor, read in one snapshot, and applied to its list. */
const sync = async (phone: { user: Person; cursor: number; pins: Map<number, string> }) => {
  const { rows } = await sql<{
    cursor: number;
    pins: { id: number; state: string }[];
    removed: number[];
  }>`
    select version as cursor,
      (select coalesce(json_agg(json_build_object('id', id, 'state', unit_id || ' ' || status)), '[]')
        from assigned_pins pins where pins.user_id = lists.user_id and pins.version > ${phone.cursor})
        as pins,
      (select coalesce(json_agg(assigned_pin_id), '[]') from removed_pins gone
        where gone.user_id = lists.user_id and gone.version > ${phone.cursor}) as removed
    from pin_lists lists where user_id = ${phone.user.id}`.execute(server.database.db);
  const [answer] = rows;
  if (!answer) return;
  for (const id of answer.removed) phone.pins.delete(id);
  for (const { id, state } of answer.pins) phone.pins.set(id, state);
  phone.cursor = answer.cursor;
};

describe('a busy hour', () => {
  test('nothing fails, the sum agrees, and every phone ends with the list that is there', async () => {
    const circles = ['Circle North', 'Circle South'] as const;
    for (const circle of circles) await addParcels(server, circle, pinsInCircle);
    const users = await Promise.all(
      ['u1', 'u2', 'u3', 'u4'].map((username) => server.addSurveyor(username)),
    );
    const usernames = users.map(({ username }) => username);
    const phones = users.map((user) => ({ user, cursor: 0, pins: new Map<number, string>() }));
    await ask(calls.assignCircleToUsers, { body: { circle: circles[0], usernames } });
    await assign('u1', circles[1]);
    await submit(users[0]?.id as number, circles[1], '0000003');

    // A fixed sequence for each worker: runs differ only in how they interleave.
    const pick = <T>(list: readonly T[], step: number): T => list[step % list.length] as T;
    const statuses: number[] = [];
    const note = ({ status }: { status: number }) => statuses.push(status);
    const work = async (worker: number) => {
      for (let step = 0; step < 25; step += 1) {
        const [a, b] = [pick(usernames, step + worker), pick(usernames, step * 3 + worker + 1)];
        const user = pick(users, step + worker * 2);
        const pin = String((step % 20) + 1).padStart(7, '0');
        switch ((step + worker) % 8) {
          case 0:
            note(await transfer(a, b, circles[1]));
            break;
          case 1:
            note(await transfer(a, b, circles[0]));
            break;
          case 2:
            note(await overwrite(a, circles[0]));
            break;
          case 3:
            await submit(user.id, pick(circles, step), pin);
            break;
          case 4:
            note(await (step % 2 === 0 ? unassign(a, circles[0]) : assign(a, circles[0])));
            break;
          case 5: {
            const body = { username: a, circle: pick(circles, step), pin, status: 0 } as const;
            note(await ask(calls.changePinStatus, { body }));
            break;
          }
          case 6: {
            const status = step % 4 < 2 ? 0 : 1;
            const pins = circles.map((circle) => ({ circle, pin, status }) as const);
            note(await ask(calls.changeStatusBulk, { body: { pins } }));
            break;
          }
          default: {
            const order = worker % 2 === 0 ? usernames : [...usernames].reverse();
            const body = { circle: circles[0], usernames: order };
            note(await ask(calls.assignCircleToUsers, { body }));
          }
        }
        await sync(pick(phones, step + worker));
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(work));

    expect(statuses.length).toBeGreaterThan(100);
    // 404: the user no longer has the circle. 422: source and target came out the same.
    expect(statuses.filter((status) => ![200, 404, 422].includes(status))).toEqual([]);
    const south = (await listedPins(server)).filter(({ circle }) => circle === circles[1]);
    expect(south).toHaveLength(pinsInCircle);
    expect(new Set(south.map(({ username }) => username)).size).toBe(1);
    const miscounted = await sql`
      select user_id, circle_id from circle_assignments list
      where (pins_total, pins_used) is distinct from (
        select (count(*)::int, coalesce(sum(status), 0)::int) from assigned_pins pins
        where (pins.user_id, pins.circle_id) = (list.user_id, list.circle_id))`.execute(
      server.database.db,
    );
    expect(miscounted.rows).toEqual([]);
    for (const phone of phones) {
      await sync(phone);
      const whole = { user: phone.user, cursor: 0, pins: new Map<number, string>() };
      await sync(whole);
      expect([...phone.pins].sort()).toEqual([...whole.pins].sort());
    }
  });
});
