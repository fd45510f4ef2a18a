// Large, parallel and interrupted bulk updates.
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, limits } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import type { Person, TestServer } from '../../testing/test-server.ts';

const circles = ['Ash', 'Birch', 'Cedar', 'Elm'];
const pinsPerCircle = 50;

const server = setUpTestServer();
let people: Person[];
beforeAll(async () => {
  people = await Promise.all(
    ['ali', 'bilal', 'sana', 'uzma'].map((name) => server.addSurveyor(name)),
  );
  const records = circles.flatMap((Circle) =>
    Array.from({ length: pinsPerCircle }, (_, index) => ({ Circle, Pin: String(index) })),
  );
  await asAdmin(calls.storeRecords, { records });
  for (const [index, circle] of circles.entries()) {
    const username = people[index]?.username;
    expect((await asAdmin(calls.storeCirclePins, { username, circle })).status).toBe(200);
  }
});

const asAdmin = <C extends Parameters<TestServer['call']>[0]>(
  call: C,
  body: unknown,
): ReturnType<typeof server.call<C>> =>
  server.call(call, { body } as never, server.administrator.token);

const allPins = (status: 0 | 1) =>
  circles.flatMap((circle) =>
    Array.from({ length: pinsPerCircle }, (_, index) => ({ circle, pin: String(index), status })),
  );

const countByStatus = async () => {
  const { rows } = await sql<{ unused: number; used: number }>`
    select count(*) filter (where status = 0) as unused, count(*) filter (where status = 1) as used
    from assigned_pins`.execute(server.database.db);
  return rows[0];
};

/** Every list's version is at least that of each of its pins, so that no phone misses a pin. */
const pinsAheadOfTheirList = async () => {
  const { rows } = await sql`
    select from assigned_pins join pin_lists using (user_id)
    where assigned_pins.version > pin_lists.version`.execute(server.database.db);
  return rows.length;
};

describe('parallel changes', () => {
  test('of the same pins in any order end in one of the files, whole', async () => {
    const files = ([0, 1, 0, 1, 1, 0] as const).map((status, number) => {
      const pins = allPins(status);
      return number % 2 ? pins.reverse() : pins;
    });
    const answers = await Promise.all(
      files.map((pins) => asAdmin(calls.changeStatusBulk, { pins })),
    );
    for (const { status, body } of answers) {
      expect([status, body.updated]).toEqual([200, circles.length * pinsPerCircle]);
    }
    const { unused, used } = (await countByStatus()) as { unused: number; used: number };
    expect([0, circles.length * pinsPerCircle]).toContain(used);
    expect(unused + used).toBe(circles.length * pinsPerCircle);
  });

  test('among transfers, assignments and single changes none waits in a ring, and no pin is missed', async () => {
    const holders = [...people];
    for (let round = 0; round < 6; round += 1) {
      const target = round % 2 ? 1 : 0;
      const moves = circles.map((circle, index) => {
        const source_user = holders[index]?.username;
        const taker = people[(people.indexOf(holders[index] as Person) + 1 + round) % 4] as Person;
        const isSame = taker.username === source_user;
        if (!isSame) holders[index] = taker;
        const body = { source_user, target_user: taker.username, circle };
        return isSame ? undefined : asAdmin(calls.transferPins, body);
      });
      const others = circles.map((circle) => {
        const username = people[(round + circle.length) % 4]?.username;
        const pin = String(round);
        return asAdmin(calls.changePinStatus, { username, circle, pin, status: 0 });
      });
      const bulk = [target, target].map((status) =>
        asAdmin(calls.changeStatusBulk, { pins: allPins(status as 0 | 1) }),
      );
      const answers = await Promise.all([...bulk, ...moves, ...others]);
      expect(answers.filter((answer) => (answer?.status ?? 200) >= 500)).toEqual([]);
      expect(answers.slice(0, 2).map((answer) => answer?.status)).toEqual([200, 200]);
      expect(moves.every((_, index) => (answers[2 + index]?.status ?? 200) === 200)).toBe(true);
      // Moving a circle never loses a status of the file; single changes may be applied after it.
      const counted = (await countByStatus()) as { unused: number; used: number };
      const missed = target === 1 ? counted.unused : counted.used;
      expect(missed).toBeLessThanOrEqual(target === 1 ? others.length : 0);
      expect(await pinsAheadOfTheirList()).toBe(0);
    }
  }, 60_000);
});

describe('limits', () => {
  test('one row too many is refused with the limit, and a connection cut in the middle changes nothing', async () => {
    const tooMany = await server.app.inject({
      method: 'POST',
      url: '/api/change-status-bulk',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${server.administrator.token}`,
      },
      payload: `{"pins":[${'{"circle":"Ash","pin":"1","status":1},'.repeat(limits.uploadRows)}{}]}`,
    });
    expect(tooMany.statusCode).toBe(413);
    expect(tooMany.json().message).toContain('at most 200,000 rows and 256 MB');

    await asAdmin(calls.changeStatusBulk, { pins: allPins(0) });
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const body = JSON.stringify({ pins: allPins(1) });
    const request = http.request(`${url}/api/change-status-bulk`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': body.length,
        authorization: `Bearer ${server.administrator.token}`,
      },
    });
    request.on('error', () => undefined);
    request.write(body.slice(0, -2));
    await pause(300);
    request.destroy();
    await pause(300);
    expect(await countByStatus()).toEqual({ unused: circles.length * pinsPerCircle, used: 0 });
  });

  test('200 000 statuses at once', async () => {
    const pins = Array.from({ length: limits.uploadRows }, (_, index) => ({
      circle: 'Ash',
      pin: String(index),
      status: 1,
    }));
    const { body } = await asAdmin(calls.changeStatusBulk, { pins });
    expect(body.message).toBe('Successfully processed 200000 records');
    expect(body.updated).toBe(pinsPerCircle);
    expect(body.unmatched.count).toBe(limits.uploadRows - pinsPerCircle);
  }, 120_000);
});
