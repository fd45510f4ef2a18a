// Random actions of administrators, all at once, on the same few circles, sheets, users and pins. The same seed makes
// the same choices; runs differ in how they interleave.
import { type Call, type ClientInput, calls, type ReplyOf } from '@survey/contract';
import { CallError } from '@survey/field/api.ts';
import { type Random, seeded } from '@survey/field/random.ts';
import { fieldPassword } from '../operation.ts';
import { send } from '../product.ts';

/** Shared knowledge of the operation: names, and entries that may be undone. */
export interface World {
  server: { url: string };
  token: string;
  seed: string;
  /** Existing mobile users, by username. */
  users: Set<string>;
  usersMade: number;
  /** The last entries that can be undone. */
  undoable: number[];
  isOver: boolean;
  /** Answers by call and status. */
  answers: Map<string, number>;
  /** Failures: errors of the server, and missing answers. */
  failed: string[];
  /** Called for every new user, who gets a phone. */
  onUser(username: string): void;
}

export const circles = ['Crowded North', 'Crowded South', 'Crowded East'] as const;
const pinsOfCircle = 30;
const rowsOfSheet = 60;
const users = { least: 3, most: 6 };
/** Further circles are added by a sheet and removed when it is undone. */
const passingCircles = 4;
const undoableKept = 30;

/** Expected refusals: somebody else was faster. */
const expected = [401, 403, 404, 409, 422];

const note = (world: World, call: string, status: number) => {
  const key = `${call} ${status}`;
  world.answers.set(key, (world.answers.get(key) ?? 0) + 1);
};

/** Makes a call; undefined where an expected refusal was the answer. Anything else is recorded as failed. */
export const attempt = async <Result>(
  world: World,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> => {
  try {
    const result = await work();
    note(world, name, 200);
    return result;
  } catch (error) {
    const status = error instanceof CallError ? error.status : 0;
    note(world, name, status);
    if (!expected.includes(status)) world.failed.push(`${name}: ${error}`);
    return undefined;
  }
};

const ask = async <C extends Call>(
  world: World,
  call: C,
  input: ClientInput<C>,
): Promise<ReplyOf<C> | undefined> => {
  const answer = await attempt(world, call.name, () =>
    send(world.server, call, input, world.token),
  );
  const { undo_entry: entry } = (answer ?? {}) as { undo_entry?: number };
  if (entry !== undefined) {
    world.undoable.push(entry);
    if (world.undoable.length > undoableKept) world.undoable.shift();
  }
  return answer;
};

export const pinOf = (chance: Random): string =>
  String(chance.whole(1, pinsOfCircle)).padStart(4, '0');

const sheet = (chance: Random) => {
  const owner = `Owner ${chance.whole(1, 1_000_000)}`;
  const passing = `Passing ${chance.whole(1, passingCircles)}`;
  const names = chance.chance(0.2) ? [...circles, passing] : [chance.pick(circles)];
  return Array.from({ length: rowsOfSheet }, () => ({
    Circle: chance.pick(names),
    Pin: chance.chance(0.1) ? `new ${chance.whole(1, 200)}` : pinOf(chance),
    OwnerName: owner,
    Street_Address: `House ${chance.whole(1, 3)}`,
  }));
};

export const createUser = async (world: World): Promise<void> => {
  if (world.users.size >= users.most) return;
  world.usersMade += 1;
  const username = `crowd.${world.usersMade}`;
  const made = await ask(world, calls.mobileSignup, {
    body: {
      username,
      name: username,
      email: `${username}@example.org`,
      phonenumber: '03001234567',
      designation: 'Surveyor',
      password: fieldPassword,
      cnic: `35202-${String(world.usersMade).padStart(7, '0')}-1`,
    },
  });
  if (!made) return;
  world.users.add(username);
  world.onUser(username);
};

const deleteUser = async (world: World, username: string): Promise<void> => {
  if (world.users.size <= users.least || !world.users.delete(username)) return;
  const known = await ask(world, calls.mobileUsers, {});
  const user = known?.users.find((one) => one.username === username);
  if (user) await ask(world, calls.deleteUser, { body: { user_id: user.id } });
};

/** Sends back all reports of a circle; the answer is a stream. */
const sendAllBack = (world: World, circle: string) =>
  attempt(world, calls.sendBackSelection.name, async () => {
    const filters = { circle };
    const { total } = await send(
      world.server,
      calls.countSelection,
      { body: { filters } },
      world.token,
    );
    if (total === 0) return;
    const response = await fetch(new URL(calls.sendBackSelection.path, world.server.url), {
      method: calls.sendBackSelection.method,
      headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ filters, expected_count: total }),
    });
    const text = await response.text();
    if (!response.ok) throw new CallError('sendBackSelection', response.status, '', text);
    if (text.includes('"failed"')) world.failed.push(`sendBackSelection: ${text}`);
  });

type Action = (world: World, chance: Random) => Promise<unknown>;

const anyone = (world: World, chance: Random): string => chance.pick([...world.users]);
const givenTo = (world: World, chance: Random) => ({
  username: anyone(world, chance),
  circle: chance.pick(circles),
});

const actions: Record<string, [weight: number, action: Action]> = {
  add: [5, (w, c) => ask(w, calls.storeCirclePins, { body: givenTo(w, c) })],
  overwrite: [4, (w, c) => ask(w, calls.replaceCirclePins, { body: givenTo(w, c) })],
  unassign: [3, (w, c) => ask(w, calls.deleteCircle, { body: givenTo(w, c) })],
  assign: [
    3,
    (w, c) =>
      ask(w, calls.assignCircleToUsers, {
        body: { circle: c.pick(circles), usernames: [...new Set([anyone(w, c), anyone(w, c)])] },
      }),
  ],
  transfer: [
    4,
    (w, c) =>
      ask(w, calls.transferPins, {
        body: { source_user: anyone(w, c), target_user: anyone(w, c), circle: c.pick(circles) },
      }),
  ],
  split: [
    3,
    (w, c) => {
      const [circle, middle] = [c.pick(circles), pinOf(c)];
      const shares = [
        { username: anyone(w, c), groups: [{ from: '0001', to: middle }] },
        { username: anyone(w, c), groups: [{ from: `${middle}+`, to: '9999+' }] },
      ];
      return ask(w, calls.splitCircle, { body: { circle, by: 'pins', shares } });
    },
  ],
  'upload a sheet': [5, (w, c) => ask(w, calls.storeRecords, { body: { records: sheet(c) } })],
  'add a pin': [
    6,
    (w, c) =>
      ask(w, calls.addPin, {
        body: {
          ...givenTo(w, c),
          pin: c.chance(0.5) ? pinOf(c) : `new ${c.whole(1, 200)}`,
          ...{ ratingarea: 'A', Locality: 'B', Street_Address: 'C', OwnerName: 'By hand' },
        },
      }),
  ],
  'delete a pin': [
    4,
    async (w, c) => {
      const list = await ask(w, calls.pinsByCircle, { body: givenTo(w, c) });
      if (list?.pins.length) await ask(w, calls.deletePin, { body: { id: c.pick(list.pins).id } });
    },
  ],
  'send a pin back': [
    5,
    (w, c) =>
      ask(w, calls.changePinStatus, {
        body: { ...givenTo(w, c), pin: pinOf(c), status: c.chance(0.8) ? 0 : 1 },
      }),
  ],
  'send reports back': [1, (w, c) => sendAllBack(w, c.pick(circles))],
  'bulk statuses': [
    3,
    (w, c) => {
      const status: 0 | 1 = c.chance(0.5) ? 0 : 1;
      const pins = Array.from({ length: 20 }, () => ({
        circle: c.pick(circles),
        pin: pinOf(c),
        status,
      }));
      return ask(w, calls.changeStatusBulk, { body: { pins } });
    },
  ],
  undo: [
    7,
    async (w, c) => {
      if (w.undoable.length === 0) return;
      await ask(w, calls.undoActivity, { body: { id: c.pick(w.undoable) } });
    },
  ],
  'create a user': [1, (w) => createUser(w)],
  'delete a user': [1, (w, c) => deleteUser(w, anyone(w, c))],
};

const weights = Object.fromEntries(
  Object.entries(actions).map(([name, [weight]]) => [name, weight]),
);

/** One administrator, who does one thing after another until it is over. */
export const administrate = async (world: World, name: string): Promise<void> => {
  const chance = seeded(world.seed, name);
  while (!world.isOver) {
    const [, action] = actions[chance.weighted(weights)] as [number, Action];
    await action(world, chance);
  }
};

/** Units and people to begin with. */
export const prepareWorld = async (world: World): Promise<void> => {
  const records = circles.flatMap((Circle) =>
    Array.from({ length: pinsOfCircle }, (_, pin) => ({
      Circle,
      Pin: String(pin + 1).padStart(4, '0'),
      OwnerName: 'First owner',
    })),
  );
  await ask(world, calls.storeRecords, { body: { records } });
  while (world.users.size < users.most - 1) await createUser(world);
  for (const circle of circles)
    await ask(world, calls.assignCircleToUsers, { body: { circle, usernames: [...world.users] } });
};
