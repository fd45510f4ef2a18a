// Whatever changes during an assignment, every phone that has the pins receives it: the list built from its cursors
// equals the list of the database.
import { setTimeout as pause } from 'node:timers/promises';
import { type Call, type ClientInput, calls, type ReplyOf } from '@survey/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { submissionFields, submit } from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';

const server = setUpTestServer();

const ask = <C extends Call>(call: C, input: ClientInput<C>) =>
  server.call(call, input, server.administrator.token);

type List = ReplyOf<typeof calls.devicePins>;

/** A phone that follows its list. */
class Follower {
  readonly person: Person;
  #cursor: number | undefined;
  readonly #pins = new Map<number, List['pins'][number]>();

  constructor(person: Person) {
    this.person = person;
  }

  async follow(): Promise<void> {
    const { body } = await server.call(
      calls.devicePins,
      { query: { cursor: this.#cursor } },
      this.person.token,
    );
    if (body.is_whole) this.#pins.clear();
    for (const id of body.removed) this.#pins.delete(id);
    for (const pin of body.pins) this.#pins.set(pin.id, pin);
    this.#cursor = body.cursor;
  }

  async expectWhole(): Promise<void> {
    await this.follow();
    const { body } = await server.call(calls.devicePins, { query: {} }, this.person.token);
    const byId = (pins: Iterable<List['pins'][number]>) =>
      [...pins].sort((one, other) => one.id - other.id);
    expect(byId(this.#pins.values())).toEqual(byId(body.pins));
  }
}

let scenes = 0;
/** A circle with two units that the first of two surveyors has. */
const scene = async () => {
  scenes += 1;
  const circle = `Town ${scenes}`;
  await addParcels(server, circle, ['0001', '0002']);
  const first = new Follower(await server.addSurveyor(`first-${scenes}`));
  const late = new Follower(await server.addSurveyor(`late-${scenes}`));
  const give = ({ person: { username } }: Follower) =>
    ask(calls.storeCirclePins, { body: { username, circle } });
  await give(first);
  await first.follow();
  return { circle, first, late, give };
};

/** Milliseconds for a request to reach the lock that it waits for; a longer time only makes the test surer. */
const momentMs = 500;

/** Runs an action while another transaction holds rows that the action needs. */
const whileHeld = async <Result>(
  held: ReturnType<typeof sql>,
  work: () => Promise<Result>,
  between: () => Promise<unknown>,
  looks: () => Promise<unknown>,
): Promise<Result> => {
  const { working, others } = await server.database.db.transaction().execute(async (db) => {
    await held.execute(db);
    const begun = work();
    await pause(momentMs);
    const meanwhile = between();
    await pause(momentMs);
    await looks();
    return { working: begun, others: meanwhile };
  });
  await others;
  return working;
};

const listOf = ({ person: { id } }: Follower) =>
  sql`select from pin_lists where user_id = ${id} for update`;

test('a pin added by hand while an upload that holds it is merged', async () => {
  const { circle, first } = await scene();
  const { username } = first.person;
  const records = ['0001', '0009'].map((Pin) => ({ Circle: circle, Pin, OwnerName: 'Of sheet' }));
  const unit = { ratingarea: 'A', Locality: 'B', Street_Address: 'C', OwnerName: 'By hand' };
  const uploaded = await whileHeld(
    sql`select from units join circles on circles.id = circle_id
      where circles.name = ${circle} and pin = '0001' for update of units`,
    () => ask(calls.storeRecords, { body: { records } }),
    async () => {
      const body = { username, circle, pin: '0009', ...unit };
      expect((await ask(calls.addPin, { body })).status).toBe(200);
    },
    () => first.follow(),
  );
  expect(uploaded.status).toBe(200);
  await first.expectWhole();
});

const sendBack = (circle: string, { person: { username } }: Follower) =>
  ask(calls.changePinStatus, { body: { username, circle, pin: '0001', status: 0 } });

test('a report sent back while the circle is given to somebody else', async () => {
  const { circle, first, late, give } = await scene();
  await submit(server, first.person.token, submissionFields({ circle, pin: '0001' }));
  const sent = await whileHeld(
    listOf(first),
    () => sendBack(circle, first),
    () => give(late),
    () => late.follow(),
  );
  expect(sent.status).toBe(200);
  await first.expectWhole();
  await late.expectWhole();
});

test('a report sent back is answered while the circle is given to somebody else', async () => {
  const { circle, first, late, give } = await scene();
  await submit(server, first.person.token, submissionFields({ circle, pin: '0001' }));
  await sendBack(circle, first);
  const answered = await whileHeld(
    listOf(first),
    () => submit(server, first.person.token, submissionFields({ circle, pin: '0001' })),
    () => give(late),
    () => late.follow(),
  );
  expect(answered.status).toBe(200);
  await first.expectWhole();
  await late.expectWhole();
});

test('a circle that is being given away is waited for: the answer to a report of it tells its new holder', async () => {
  const { circle, first, late } = await scene();
  await submit(server, first.person.token, submissionFields({ circle, pin: '0001' }));
  await sendBack(circle, first);
  let answer: ReturnType<typeof submit> | undefined;
  await server.database.db.transaction().execute(async (db) => {
    // As `storeCirclePins` assigns it, but slowly.
    await sql`update circles set version = version + 1 where name = ${circle}`.execute(db);
    await sql`insert into pin_lists (user_id, version) values (${late.person.id}, 1)`.execute(db);
    await sql`insert into circle_assignments (user_id, circle_id)
      select ${late.person.id}, id from circles where name = ${circle}`.execute(db);
    await sql`insert into assigned_pins (user_id, circle_id, unit_id, version)
      select ${late.person.id}, circle_id, units.id, 1 from units join circles on circles.id = circle_id
      where circles.name = ${circle}`.execute(db);
    answer = submit(server, first.person.token, submissionFields({ circle, pin: '0001' }));
    await pause(momentMs);
  });
  await late.follow();
  expect((await answer)?.status).toBe(200);
  const { body } = await server.call(calls.devicePins, { query: {} }, first.person.token);
  expect(body.pins.map(({ sent_back }) => sent_back)).toEqual([false, false]);
  await late.expectWhole();
});
