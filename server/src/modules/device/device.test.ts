// The calls of phones: signing in, the list of pins, changes of it, reports that were sent back.
import { calls, type DevicePin, type ReplyOf } from '@survey/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { randomFrom } from '../../testing/random.ts';
import { circle, picture, submissionFields, submit } from '../../testing/submissions.ts';
import { type Person, testPassword } from '../../testing/test-server.ts';

const server = setUpTestServer();
let admin: string;
beforeAll(async () => {
  admin = server.administrator.token;
  await addParcels(server, circle, ['0001', '0002', '0003']);
  await addParcels(server, 'Johar Town', ['0001', 'J-2']);
});

const assign = (username: string, name = circle) =>
  server.call(calls.storeCirclePins, { body: { username, circle: name } }, admin);

const list = async (person: Person, cursor?: number) =>
  (await server.call(calls.devicePins, { query: { cursor } }, person.token)).body;

const pinOf = async (person: Person, pin: string) =>
  (await list(person)).pins.find((listed) => listed.pin === pin && listed.circle === circle);

const sendBack = (username: string, pin: string, status: 0 | 1 = 0) =>
  server.call(calls.changePinStatus, { body: { username, circle, pin, status } }, admin);

const details = async (id: number) =>
  (await server.call(calls.reportDetails, { params: { id } }, admin)).body;

const newSurveyor = async () => {
  const person = await server.addSurveyor(`surveyor-${Math.random().toString(36).slice(2)}`);
  await assign(person.username);
  return person;
};

describe('signing in on a phone', () => {
  const signIn = (login: string, password = testPassword) =>
    server.call(calls.deviceSignIn, { body: { login, password } });

  test('is refused to administrators, and leaves no session behind', async () => {
    const sessions = () =>
      server.database.db
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', server.administrator.id)
        .execute();
    const before = await sessions();
    const answer = await signIn(server.administrator.email);
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('Access not allowed');
    expect(answer.body).not.toHaveProperty('token');
    expect(await sessions()).toEqual(before);
  });

  test('is refused with a wrong password, to nobody, and to who is blocked', async () => {
    await server.addSurveyor('blocked', { is_active: false });
    await server.addSurveyor('hina');
    expect((await signIn('hina', 'wrong-password')).status).toBe(401);
    expect((await signIn('nobody')).status).toBe(401);
    expect((await signIn('blocked')).body.code).toBe('user-blocked');
    expect((await server.call(calls.deviceSignIn, { body: {} as never })).status).toBe(422);
  });

  test('works by username and by email, and the token works until the user is blocked', async () => {
    const bilal = await server.addSurveyor('bilal');
    for (const login of ['bilal', 'BILAL', 'bilal@example.org']) {
      const { status, body } = await signIn(login);
      expect(status).toBe(200);
      expect(body.user).toMatchObject({ id: bilal.id, username: 'bilal', role_id: 2 });
      expect((await list({ ...bilal, token: body.token })).cursor).toBe(0);
    }
    const body = { user_id: bilal.id, status: false };
    await server.call(calls.changeUserStatus, { body }, admin);
    const answer = await server.call(calls.devicePins, { query: {} }, bilal.token);
    expect(answer.status).toBe(401);
    expect((await submit(server, bilal.token, submissionFields())).status).toBe(401);
  });
});

describe('the list of pins', () => {
  test('refuses a cursor that is none', async () => {
    const person = await newSurveyor();
    for (const cursor of ['-1', '1.5', 'x']) {
      const query = { cursor } as never;
      const answer = await server.call(calls.devicePins, { query }, person.token);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors ?? {})).toEqual(['cursor']);
    }
  });

  test('is whole the first time, with the fields of spec 3', async () => {
    const person = await newSurveyor();
    const whole = await list(person);
    expect(whole.circles).toEqual([circle]);
    expect(whole.is_whole).toBe(true);
    expect(whole.removed).toEqual([]);
    expect(whole.pins.map(({ pin }) => pin)).toEqual(['0001', '0002', '0003']);
    expect(whole.pins[0]).toEqual({
      id: expect.any(Number),
      circle,
      pin: '0001',
      ratingarea: 'A',
      Locality: 'Block 0001',
      Block: '',
      Street_Address: 'House 0001',
      OwnerName: 'Owner 0001',
      Road: '',
      status: 0,
      sent_back: false,
      done_by: null,
    });
  });

  test('is empty after that where nothing changed, and where there never was anything', async () => {
    const person = await newSurveyor();
    const { cursor } = await list(person);
    expect(await list(person, cursor)).toEqual({
      circles: [circle],
      pins: [],
      removed: [],
      cursor,
      is_whole: false,
    });
    const idle = await server.addSurveyor('idle');
    expect(await list(idle)).toEqual({
      circles: [],
      pins: [],
      removed: [],
      cursor: 0,
      is_whole: true,
    });
  });

  test('tells what changed, what came, what left and what others have done since the cursor', async () => {
    const person = await newSurveyor();
    const other = await newSurveyor();
    const first = await list(person);
    const used = await submit(server, person.token, submissionFields({ pin: '0002' }));
    expect(used.body.was_assigned).toBe(true);
    await submit(server, other.token, submissionFields({ pin: '0003' }));
    const gone = first.pins.find(({ pin }) => pin === '0001');
    await server.call(calls.deletePin, { body: { id: gone?.id as number } }, admin);
    await assign(person.username, 'Johar Town');
    const since = await list(person, first.cursor);
    expect(since.is_whole).toBe(false);
    expect(since.circles).toEqual(['Johar Town', circle]);
    expect(since.pins.map(({ pin, status }) => `${pin} ${status}`)).toEqual([
      '0001 0',
      'J-2 0',
      '0002 1',
      '0003 0',
    ]);
    expect(since.pins.map(({ done_by }) => done_by !== null)).toEqual([false, false, false, true]);
    expect(since.removed).toEqual([gone?.id]);
    expect((await list(person, since.cursor)).pins).toEqual([]);
  });

  test('is whole again where the cursor is ahead of it', async () => {
    const person = await newSurveyor();
    const { cursor } = await list(person);
    const answer = await list(person, cursor + 1);
    expect(answer.is_whole).toBe(true);
    expect(answer.pins.length).toBe(3);
  });

  test('of 20 000 pins takes as long for each pin as a short one, and unchanged it takes no time', async () => {
    const person = await server.addSurveyor('huge');
    /** The quickest of three, because the machine may be busy. */
    const quickest = async (cursor?: number) => {
      const times: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const begin = performance.now();
        await list(person, cursor);
        times.push(performance.now() - begin);
      }
      return Math.min(...times);
    };
    await addParcels(server, 'Small Town', 2000);
    await assign('huge', 'Small Town');
    const small = await quickest();
    await addParcels(server, 'Huge Town', 18_000);
    await assign('huge', 'Huge Town');
    const whole = await list(person);
    expect(whole.pins.length).toBe(20_000);
    const huge = await quickest();
    expect(huge).toBeLessThan(small * 10 * 3);
    expect(await quickest(whole.cursor)).toBeLessThan(huge / 3);
  });
});

/** A phone's list after an answer, applied as docs/phones.md describes. */
const takeIn = (held: Map<number, DevicePin>, answer: ReplyOf<typeof calls.devicePins>) => {
  if (answer.is_whole) held.clear();
  for (const id of answer.removed) held.delete(id);
  for (const pin of answer.pins) held.set(pin.id, pin);
};

describe('a phone that asks again and again', () => {
  test('ends with the whole list, whatever administrators and others do meanwhile', async () => {
    const [one, two] = [await newSurveyor(), await newSurveyor()];
    await assign(one.username, 'Johar Town');
    const { pick } = randomFrom(20_261_121);
    const change = async (): Promise<unknown> => {
      const [person, other] = pick([
        [one, two],
        [two, one],
      ]) as [Person, Person];
      const name = pick([circle, 'Johar Town']);
      const pin = pick(['0001', '0002', '0003', 'J-2']);
      return pick([
        () => assign(person.username, name),
        () =>
          server.call(
            calls.replaceCirclePins,
            { body: { username: person.username, circle: name } },
            admin,
          ),
        () =>
          server.call(
            calls.deleteCircle,
            { body: { username: person.username, circle: name } },
            admin,
          ),
        () =>
          server.call(
            calls.transferPins,
            { body: { source_user: person.username, target_user: other.username, circle: name } },
            admin,
          ),
        () => submit(server, person.token, submissionFields({ circle: name, pin })),
        () => submit(server, person.token, submissionFields({ circle: name, pin })),
        () => sendBack(person.username, pin),
        () => sendBack(person.username, pin, 1),
      ])();
    };
    for (const person of [one, two]) {
      const held = new Map<number, DevicePin>();
      let cursor: number | undefined;
      let isChanging = true;
      const phone = async () => {
        while (isChanging) {
          const answer = await list(person, cursor);
          takeIn(held, answer);
          cursor = answer.cursor;
        }
      };
      const changes = async () => {
        for (let round = 0; round < 20; round += 1)
          await Promise.all([change(), change(), change()]);
        isChanging = false;
      };
      await Promise.all([phone(), changes()]);
      takeIn(held, await list(person, cursor));
      const whole = await list(person);
      const byId = (a: DevicePin, b: DevicePin) => a.id - b.id;
      expect([...held.values()].sort(byId)).toEqual([...whole.pins].sort(byId));
    }
  });
});

describe('a report that is sent back', () => {
  let person: Person;
  beforeEach(async () => {
    // Sent-back reports of other surveyors about the same pins would be answered too.
    await server.database.db.deleteFrom('reports').execute();
    person = await newSurveyor();
  });

  test('shows on the list, is answered by the next submission, which replaces it', async () => {
    const first = await submit(server, person.token, submissionFields(), await picture());
    expect(first.body.resubmission).toBeNull();
    expect(await pinOf(person, '0001')).toMatchObject({ status: 1, sent_back: false });
    const { cursor } = await list(person);
    await sendBack(person.username, '0001');
    const [changed] = (await list(person, cursor)).pins;
    expect(changed).toMatchObject({ pin: '0001', status: 0, sent_back: true });
    const second = await submit(server, person.token, submissionFields());
    expect(second.body.resubmission).toBe(0);
    expect(await pinOf(person, '0001')).toMatchObject({ status: 1, sent_back: false });
    const query = { username: person.username };
    const { data } = (await server.call(calls.allReports, { query }, admin)).body;
    expect(data.map(({ id, resubmission }) => [id, resubmission])).toEqual([[second.body.id, 0]]);
    expect((await details(first.body.id)).is_current).toBe(false);
    const { history } = await details(second.body.id);
    const ofPerson = history.filter(({ username }) => username === person.username);
    expect(ofPerson.map(({ id }) => id)).toEqual([second.body.id, first.body.id]);
  });

  test('and answered can be sent back once more: one chain, and old answers stay what they were', async () => {
    const ids: number[] = [];
    let fields = submissionFields();
    for (const expected of [null, 0, 0]) {
      fields = submissionFields();
      const { body } = await submit(server, person.token, fields);
      expect(body.resubmission).toBe(expected);
      ids.push(body.id);
      await sendBack(person.username, '0001');
    }
    expect((await submit(server, person.token, fields)).body.resubmission).toBe(0);
    const rows = await server.database.db
      .selectFrom('reports')
      .select(['id', 'replaced_by', 'resubmission'])
      .where('username', '=', person.username)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { id: ids[0], replaced_by: ids[1], resubmission: 1 },
      { id: ids[1], replaced_by: ids[2], resubmission: 1 },
      { id: ids[2], replaced_by: null, resubmission: 1 },
    ]);
  });

  test('is replaced by one of many that come at once, from its surveyor and from others', async () => {
    const others = [await newSurveyor(), await newSurveyor()];
    const first = await submit(server, person.token, submissionFields());
    await sendBack(person.username, '0001');
    const people = [person, person, ...others, ...others];
    const answers = await Promise.all(
      people.map(({ token }) => submit(server, token, submissionFields())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const winners = answers.filter(({ body }) => body.resubmission === 0);
    expect(winners.length).toBe(1);
    const { replaced_by } = await server.database.db
      .selectFrom('reports')
      .select('replaced_by')
      .where('id', '=', first.body.id)
      .executeTakeFirstOrThrow();
    expect(replaced_by).toBe(winners[0]?.body.id);
  });

  test('leaves the work of all who have the pin, and comes back to its surveyor only', async () => {
    const other = await newSurveyor();
    const { name } = await server.database.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    let { cursor } = await list(other);
    const follow = async () => {
      const changed = await list(other, cursor);
      cursor = changed.cursor;
      return changed.pins;
    };
    const done = [{ pin: '0001', status: 0, sent_back: false, done_by: name }];
    await submit(server, person.token, submissionFields());
    expect(await follow()).toMatchObject(done);
    await sendBack(person.username, '0001');
    const waits = { sent_back: true, done_by: null };
    expect(await follow()).toMatchObject(done);
    expect(await pinOf(person, '0001')).toMatchObject(waits);
    await submit(server, person.token, submissionFields());
    expect(await follow()).toMatchObject(done);
  });

  test('counts once among the pins that are left', async () => {
    const other = await newSurveyor();
    const left = async () => {
      const { body } = await server.call(calls.mobileUsers, {}, admin);
      return [person, other].map(({ username }) => {
        const user = body.users.find((one) => one.username === username);
        return `${user?.pins_left} of ${user?.pins_total}`;
      });
    };
    expect(await left()).toEqual(['3 of 3', '3 of 3']);
    await submit(server, person.token, submissionFields());
    expect(await left()).toEqual(['2 of 3', '2 of 3']);
    await submit(server, other.token, submissionFields({ pin: '0002' }));
    expect(await left()).toEqual(['1 of 3', '1 of 3']);
    await sendBack(person.username, '0001');
    expect(await left()).toEqual(['2 of 3', '1 of 3']);
  });

  test('goes with the pin to another surveyor, whose report then replaces it', async () => {
    const target = await server.addSurveyor(`${person.username}-target`);
    const first = await submit(server, person.token, submissionFields());
    await sendBack(person.username, '0001');
    const body = { source_user: person.username, target_user: target.username, circle };
    await server.call(calls.transferPins, { body }, admin);
    expect(await pinOf(target, '0001')).toMatchObject({ status: 0, sent_back: true });
    const second = await submit(server, target.token, submissionFields());
    expect(second.body).toMatchObject({ resubmission: 0, was_assigned: true });
    expect((await details(first.body.id)).is_current).toBe(false);
  });
});

describe('a report of a pin that is not on the list any more', () => {
  test.each([
    [
      'taken off the list',
      async (person: Person) => {
        const listed = await pinOf(person, '0001');
        await server.call(calls.deletePin, { body: { id: listed?.id as number } }, admin);
      },
    ],
    [
      'unassigned with its circle',
      async ({ username }: Person) => {
        await server.call(calls.deleteCircle, { body: { username, circle } }, admin);
      },
    ],
    [
      'transferred',
      async ({ username }: Person) => {
        const target = await server.addSurveyor(`${username}-target`);
        const body = { source_user: username, target_user: target.username, circle };
        await server.call(calls.transferPins, { body }, admin);
      },
    ],
  ] as const)('because it was %s, is stored and marked, with its unit', async (_, change) => {
    const person = await newSurveyor();
    await change(person);
    const { status, body } = await submit(
      server,
      person.token,
      submissionFields(),
      await picture(),
    );
    expect(status).toBe(200);
    expect(body.was_assigned).toBe(false);
    const shown = await details(body.id);
    expect(shown).toMatchObject({ was_unassigned: true, is_current: true });
    expect(shown.report).toMatchObject({ username: person.username, circle, pin: '0001' });
    expect(shown.report.picture_path).not.toBeNull();
    const row = await server.database.db
      .selectFrom('reports')
      .select('unit_id')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(row.unit_id).not.toBeNull();
  });

  test('or of a circle nobody knows, is stored as the phone wrote it', async () => {
    const person = await newSurveyor();
    const fields = submissionFields({ circle: ' Nowhere Colony ', pin: ' 9-9 ' });
    const { body } = await submit(server, person.token, fields);
    expect(body.was_assigned).toBe(false);
    const { report } = await details(body.id);
    expect(report).toMatchObject({ circle: 'Nowhere Colony', pin: '9-9' });
  });
});
