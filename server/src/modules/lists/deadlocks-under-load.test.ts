// Administrators and uploads change the same circles at once: no deadlock, no starvation, no 500.
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, type ClientInput, calls } from '@survey/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';

const rows = 900;
const circles = ['North', 'South', 'East'];
const pinOf = (row: number) => String(Math.floor(row / circles.length) + 1).padStart(7, '0');

const server = setUpTestServer();

const ask = async <C extends Call>(call: C, input: ClientInput<C>) => {
  const answer = await server.call(call, input, server.administrator.token);
  return { ...answer, said: `${call.name}: ${answer.status} ${answer.body.message}` };
};

const sheet = (owner: string, more: { Circle: string; Pin: string }[] = []) => [
  ...Array.from({ length: rows }, (_, row) => ({
    Circle: circles[row % circles.length] as string,
    Pin: pinOf(row),
    OwnerName: owner,
  })),
  ...more,
];

/** Connections report their statistics at most once in this many milliseconds. */
const toldMs = 1_200;

/** Deadlocks detected in the database since it was created. */
const deadlocks = async (): Promise<number> => {
  await pause(toldMs);
  const { rows: found } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(
    server.database.db,
  );
  return found[0]?.deadlocks ?? 0;
};

interface Answer {
  status: number;
  said: string;
}

/** Repeats an action until the others are done; returns unexpected outcomes. */
const during = async (
  others: Promise<unknown>,
  statuses: readonly number[],
  work: (round: number) => Promise<Answer>,
): Promise<{ count: number; bad: string[] }> => {
  let isOver = false;
  const ended = others.finally(() => {
    isOver = true;
  });
  const bad: string[] = [];
  let count = 0;
  for (; !isOver; count += 1) {
    const { status, said } = await work(count);
    if (!statuses.includes(status)) bad.push(said);
  }
  await ended;
  return { count, bad };
};

const uploads = async (
  times: number,
  more: (time: number) => { Circle: string; Pin: string }[],
) => {
  const bad: string[] = [];
  for (let time = 0; time < times; time += 1) {
    const body = { records: sheet(`Owner ${time} ${Math.random()}`, more(time)) };
    const { status, said } = await ask(calls.storeRecords, { body });
    if (status !== 200) bad.push(said);
  }
  return bad;
};

test('Add, Overwrite, assign and pins by hand go through while sheets of their circles are uploaded', async () => {
  await ask(calls.storeRecords, { body: { records: sheet('First') } });
  const people = await Promise.all(
    ['u1', 'u2', 'u3', 'u4'].map((name) => server.addSurveyor(name)),
  );
  const usernames = people.map(({ username }) => username);
  const given = (round: number) => ({
    username: usernames[round % usernames.length] as string,
    circle: circles[round % circles.length] as string,
  });
  for (const circle of circles)
    await ask(calls.assignCircleToUsers, { body: { circle, usernames } });
  const bad: string[] = [];
  const uploading = Promise.all([
    uploads(4, (time) => [{ Circle: 'North', Pin: `by hand ${time}` }]),
    uploads(4, (time) => [{ Circle: 'South', Pin: `by hand ${time}` }]),
  ]).then((found) => void bad.push(...found.flat()));
  const unit = { ratingarea: 'A', Locality: 'B', Street_Address: 'C', OwnerName: 'By hand' };
  /** Removes a circle from a user, so that it is assigned anew. */
  const anew = async (round: number) => {
    const body = given(round);
    const { status, said } = await ask(calls.deleteCircle, { body });
    if (status !== 200 && status !== 404) bad.push(said);
    return body;
  };
  const done = await Promise.all([
    during(uploading, [200], async (round) =>
      ask(calls.storeCirclePins, { body: await anew(round) }),
    ),
    during(uploading, [200], async (round) =>
      ask(calls.replaceCirclePins, { body: await anew(round + 1) }),
    ),
    during(uploading, [200], async (round) => {
      const { circle } = await anew(round + 2);
      return ask(calls.assignCircleToUsers, {
        body: { circle, usernames: usernames.toReversed() },
      });
    }),
    // 404: another administrator removed the circle from the user.
    during(uploading, [200, 404, 409], (round) =>
      ask(calls.addPin, { body: { ...given(round), pin: `by hand ${round}`, ...unit } }),
    ),
  ]);
  expect([...bad, ...done.flatMap((one) => one.bad)]).toEqual([]);
  for (const { count } of done) expect(count).toBeGreaterThan(0);
  expect(await deadlocks()).toBe(0);
}, 120_000);

test('circles and transfers are undone while sheets of them are uploaded', async () => {
  const usernames = ['u1', 'u2'];
  await Promise.all(['v1', 'v2'].map((name) => server.addSurveyor(name)));
  for (const circle of circles)
    await ask(calls.assignCircleToUsers, { body: { circle, usernames } });
  const bad: string[] = [];
  const uploading = Promise.all([uploads(4, () => []), uploads(4, () => [])]).then(
    (found) => void bad.push(...found.flat()),
  );
  /** Makes a change and undoes it; a later change by another administrator may prevent the undo. */
  const thereAndBack = async <C extends Call>(call: C, input: ClientInput<C>): Promise<Answer> => {
    const changed = await ask(call, input);
    const { undo_entry: id } = changed.body as { undo_entry?: number };
    if (changed.status !== 200 || id === undefined) return changed;
    return ask(calls.undoActivity, { body: { id } });
  };
  const done = await Promise.all([
    during(uploading, [200, 404, 409], () =>
      thereAndBack(calls.replaceCirclePins, { body: { username: 'u1', circle: 'North' } }),
    ),
    during(uploading, [200, 404, 409], () =>
      thereAndBack(calls.deleteCircle, { body: { username: 'u2', circle: 'South' } }),
    ),
    during(uploading, [200, 404, 409], () =>
      thereAndBack(calls.transferPins, {
        body: { source_user: 'u1', target_user: 'v1', circle: 'East' },
      }),
    ),
    during(uploading, [200, 404, 409], () =>
      thereAndBack(calls.transferPins, {
        body: { source_user: 'u2', target_user: 'v2', circle: 'East' },
      }),
    ),
  ]);
  expect([...bad, ...done.flatMap((one) => one.bad)]).toEqual([]);
  for (const { count } of done) expect(count).toBeGreaterThan(0);
  expect(await deadlocks()).toBe(0);
}, 120_000);

test('an upload is undone while others use its circle: it is refused, or they are told that the circle is gone', async () => {
  const unit = { ratingarea: 'A', Locality: 'B', Street_Address: 'C', OwnerName: 'D' };
  for (let round = 0; round < 8; round += 1) {
    const circle = `Short-lived ${round}`;
    const records = Array.from({ length: 200 }, (_, pin) => ({ Circle: circle, Pin: `${pin}` }));
    const { body } = await ask(calls.storeRecords, { body: { records } });
    const id = body.undo_entry as number;
    const answers = await Promise.all([
      ask(calls.undoActivity, { body: { id } }),
      ask(calls.storeCirclePins, { body: { username: 'u3', circle } }),
      ask(calls.assignCircleToUsers, { body: { circle, usernames: ['u4', 'u2'] } }),
      ask(calls.replaceCirclePins, { body: { username: 'u1', circle } }),
      ask(calls.addPin, { body: { username: 'u3', circle, pin: 'by hand', ...unit } }),
    ]);
    const [undone, ...others] = answers;
    expect([200, 409], undone?.said).toContain(undone?.status);
    // 404: the circle is gone, or, for the added pin, the user does not have it.
    for (const { status, said } of others) expect([200, 404], said).toContain(status);
    if (undone?.status === 200) expect(others.map(({ status }) => status)).not.toContain(200);
  }
  expect(await deadlocks()).toBe(0);
}, 120_000);
