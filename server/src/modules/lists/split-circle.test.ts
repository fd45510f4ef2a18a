// A circle is split: what is left of it is shared out, each unit on one list; phones, counts and undo follow (ADR 90).
import { type ClientInput, calls, type ReplyOf } from '@survey/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { lastAudit, listedPins } from '../../testing/parcels.ts';
import { submissionFields, submit } from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';

const server = setUpTestServer();
let token: string;
let ali: Person;
let sana: Person;
let omar: Person;
beforeAll(async () => {
  token = server.administrator.token;
  ali = await server.addSurveyor('ali');
  sana = await server.addSurveyor('sana');
  omar = await server.addSurveyor('omar');
});

type Split = ClientInput<typeof calls.splitCircle>['body'];
const split = (body: Split) => server.call(calls.splitCircle, { body }, token);
const preview = (body: Split) => server.call(calls.previewSplit, { body }, token);
const groupsOf = async (circle: string, by: Split['by'], size?: number) =>
  (await server.call(calls.circleGroups, { query: { circle, by, size } }, token)).body;
const undo = (id: number | undefined) =>
  server.call(calls.undoActivity, { body: { id: id as number } }, token);

/** Streets A·1, A·2 and B·1 with two houses each, PINs 8 to 13, on the lists of ali and sana. */
const addCircle = async (circle: string) => {
  const streets = [
    'House 1, Street 1',
    'H. No. 2, St. No. 1',
    '1, Street 2, Block A',
    '2، Street 2',
  ];
  const records = [...streets, 'House 1, St 1', 'No street'].map((Street_Address, at) => ({
    Circle: circle,
    Pin: String(at + 8),
    Block: at < 4 ? 'A' : 'B',
    Street_Address,
  }));
  await server.call(calls.storeRecords, { body: { records } }, token);
  const body = { circle, usernames: ['ali', 'sana'] };
  await server.call(calls.assignCircleToUsers, { body }, token);
};

const listsOf = async (circle: string) => {
  const lists: Record<string, string> = {};
  for (const row of await listedPins(server)) {
    if (row.circle !== circle) continue;
    lists[row.username] = [lists[row.username], `${row.pin}${row.status ? '!' : ''}`]
      .filter(Boolean)
      .join(' ');
  }
  return lists;
};

const survey = async (person: Person, circle: string, pin: string) => {
  const { status } = await submit(server, person.token, submissionFields({ circle, pin }));
  expect(status).toBe(200);
};

const blocks = (circle: string): Split => ({
  circle,
  by: 'block',
  shares: [
    { username: 'ali', groups: [{ from: 'A', to: 'A' }] },
    { username: 'sana', groups: [{ from: 'B', to: 'B' }] },
  ],
});

describe('refused, and nothing changes', () => {
  beforeAll(() => addCircle('Refused'));

  const refusals: [string, number, string, Partial<Split>][] = [
    ['an unknown circle', 404, 'There is no circle "Atlantis".', { circle: 'Atlantis' }],
    [
      'an unknown user',
      404,
      'There is no mobile user "nobody".',
      { shares: [{ username: 'nobody', groups: [{ from: 'A', to: 'A' }] }] },
    ],
    [
      'a unit in the shares of two users',
      422,
      'PIN 10 is in the shares of two users. Nothing was changed.',
      {
        by: 'pins',
        shares: [
          { username: 'ali', groups: [{ from: '8', to: '10' }] },
          { username: 'sana', groups: [{ from: '10', to: '13' }] },
        ],
      },
    ],
    [
      'shares with nothing in them',
      409,
      'None of the units of these shares is left to survey. Nothing was changed.',
      { shares: [{ username: 'ali', groups: [{ from: 'Z', to: 'Z' }] }] },
    ],
    [
      'other units than were counted',
      409,
      'Units have been surveyed or changed meanwhile: 6 units are left now, not 5. Nothing was changed.',
      { expected_units: 5 },
    ],
  ];
  test.each(refusals)('%s', async (_, status, message, change) => {
    const before = await listsOf('Refused');
    const answer = await split({ ...blocks('Refused'), ...change });
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
    expect(await listsOf('Refused')).toEqual(before);
  });

  test('a blocked user', async () => {
    await server.addSurveyor('blocked', { is_active: false });
    const shares = [{ username: 'blocked', groups: [{ from: 'A', to: 'A' }] }];
    const answer = await split({ ...blocks('Refused'), shares });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toContain('blocked is blocked and cannot take pins');
  });
});

test('a circle in groups: by street, block and range of PINs, with what is left of each', async () => {
  await addCircle('Grouped');
  await survey(ali, 'Grouped', '8');
  const named = (groups: ReplyOf<typeof calls.circleGroups>['groups']) =>
    groups.map(
      ({ from, to, left, units }) => `${from === to ? from : `${from}-${to}`} ${left}/${units}`,
    );
  const streets = await groupsOf('Grouped', 'street');
  expect(named(streets.groups)).toEqual([
    ' 1/1',
    'A · Street 1 1/2',
    'A · Street 2 2/2',
    'B · Street 1 1/1',
  ]);
  expect(named((await groupsOf('Grouped', 'block')).groups)).toEqual(['A 3/4', 'B 2/2']);
  // By their numbers: 8 and 9 before 10.
  expect(named((await groupsOf('Grouped', 'pins', 4)).groups)).toEqual(['8-11 3/4', '12-13 2/2']);
  expect(streets.holders).toEqual([
    { username: 'ali', left: 5 },
    { username: 'sana', left: 5 },
  ]);
  // A group stands where its reports are; one without reports has no place.
  expect(streets.groups.map(({ latitude }) => latitude !== null)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

describe('a split', () => {
  test('puts each unit that is left on one list, as the preview counts; surveyed ones stay', async () => {
    await addCircle('Shared');
    await survey(sana, 'Shared', '8');
    const counted = await preview(blocks('Shared'));
    expect(counted.body).toEqual({
      units: 5,
      unshared: 0,
      people: [
        { username: 'ali', before: 5, added: 0, removed: 2, after: 3 },
        { username: 'sana', before: 5, added: 0, removed: 3, after: 2 },
      ],
    });
    const { body, status } = await split({ ...blocks('Shared'), expected_units: 5 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ units: 5, added: 0, removed: 5 });
    expect(await listsOf('Shared')).toEqual({ ali: '10 11 8 9', sana: '12 13 8!' });
    expect(await lastAudit(server)).toMatchObject({
      action: 'split-circle',
      subject: 'Shared among ali, sana',
      row_count: 5,
    });
  });

  test('gives the circle to who did not have it, takes it from who has nothing left, and is undone', async () => {
    await addCircle('Handed on');
    const before = await listsOf('Handed on');
    const { body } = await split({
      circle: 'handed ON ',
      by: 'pins',
      shares: [
        { username: 'omar', groups: [{ from: '8', to: '11' }] },
        { username: 'sana', groups: [{ from: '12', to: '99' }] },
      ],
    });
    expect(body).toMatchObject({ added: 4, removed: 10 });
    expect(await listsOf('Handed on')).toEqual({ omar: '10 11 8 9', sana: '12 13' });
    const holders = async () => (await groupsOf('Handed on', 'pins')).holders;
    expect((await holders()).map(({ username }) => username)).toEqual(['omar', 'sana']);
    expect((await undo(body.undo_entry)).status).toBe(200);
    expect(await listsOf('Handed on')).toEqual(before);
    expect((await holders()).map(({ username }) => username)).toEqual(['ali', 'sana']);
  });

  test('leaves what no share names, and what was sent back, where it is', async () => {
    await addCircle('Sent back');
    await survey(ali, 'Sent back', '8');
    const sent = { username: 'ali', circle: 'Sent back', pin: '8', status: 0 as const };
    await server.call(calls.changePinStatus, { body: sent }, token);
    const shares = [{ username: 'omar', groups: [{ from: 'A', to: 'A' }] }];
    const counted = await preview({ circle: 'Sent back', by: 'block', shares });
    expect(counted.body).toMatchObject({ units: 3, unshared: 2 });
    await split({ circle: 'Sent back', by: 'block', shares });
    expect(await listsOf('Sent back')).toEqual({
      ali: '12 13 8',
      omar: '10 11 9',
      sana: '12 13 8',
    });
  });

  test('is not undone once one of its pins was surveyed', async () => {
    await addCircle('Too late');
    const shares = [{ username: 'omar', groups: [{ from: '8', to: '11' }] }];
    const { body } = await split({ circle: 'Too late', by: 'pins', shares });
    await survey(omar, 'Too late', '9');
    const refused = await undo(body.undo_entry);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      'This cannot be undone: 1 pin has been surveyed or changed since.',
    );
  });
});

test('phones learn of a split and of its undo from their cursors', async () => {
  await addCircle('Followed');
  const people = [ali, sana, omar];
  const lists = new Map(people.map(({ id }) => [id, new Map<number, string>()]));
  const cursors = new Map<number, number>();
  const follow = async (person: Person) => {
    const query = { cursor: cursors.get(person.id) };
    const { body } = await server.call(calls.devicePins, { query }, person.token);
    const own = lists.get(person.id) as Map<number, string>;
    if (body.is_whole) own.clear();
    for (const id of body.removed) own.delete(id);
    for (const pin of body.pins) own.set(pin.id as number, pin.circle);
    cursors.set(person.id, body.cursor);
    return body;
  };
  const expectCurrent = async () => {
    for (const person of people) {
      await follow(person);
      const { body } = await server.call(calls.devicePins, { query: {} }, person.token);
      const ids = (all: Iterable<unknown>) => [...all].map(Number).sort((a, b) => a - b);
      expect(ids(lists.get(person.id)?.keys() ?? [])).toEqual(ids(body.pins.map(({ id }) => id)));
    }
  };
  for (const person of people) await follow(person);
  const { body } = await split({
    circle: 'Followed',
    by: 'pins',
    shares: [
      { username: 'omar', groups: [{ from: '8', to: '9' }] },
      { username: 'ali', groups: [{ from: '10', to: '13' }] },
    ],
  });
  await expectCurrent();
  expect((await undo(body.undo_entry)).status).toBe(200);
  await expectCurrent();
});

test('two administrators who split one circle at once leave each unit on one list', async () => {
  await addCircle('At once');
  const share = (one: string, other: string): Split => ({
    circle: 'At once',
    by: 'pins',
    shares: [
      { username: one, groups: [{ from: '8', to: '10' }] },
      { username: other, groups: [{ from: '11', to: '13' }] },
    ],
  });
  const answers = await Promise.all([split(share('ali', 'sana')), split(share('sana', 'omar'))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { rows } = await sql<{ most: number }>`
    select max(holders) as most from (
      select count(*) as holders from assigned_pins join circles on circles.id = circle_id
      where circles.name = 'At once' group by unit_id) as each_unit`.execute(server.database.db);
  expect(rows[0]?.most).toBe(1);
});
