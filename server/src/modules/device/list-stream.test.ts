// Lists with more pins than are held in memory: the same answer, streamed, one at a time for each session.
import net from 'node:net';
import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { type Person, testPassword } from '../../testing/test-server.ts';
import { until } from '../../testing/until.ts';

const circle = 'Long "Circle" کلاں';
/** More than all buffers between the database and a phone that does not read. */
const pins = 30_000;

const server = setUpTestServer();
let surveyor: Person;
let origin: string;
const sockets: net.Socket[] = [];

beforeAll(async () => {
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  surveyor = await server.addSurveyor('long.list');
  await addParcels(server, circle, pins);
  await sql`update units set owner_name = ${'"Ali"\t\\ & علی\n\u0001/'} || pin, street_address = repeat('Street, ', 40)`.execute(
    server.database.db,
  );
  const body = { username: surveyor.username, circle };
  expect(
    (await server.call(calls.storeCirclePins, { body }, server.administrator.token)).status,
  ).toBe(200);
}, 120_000);
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  server.app.server.closeAllConnections();
});

const ask = (token = surveyor.token, cursor?: number, headers: Record<string, string> = {}) =>
  fetch(`${origin}${calls.devicePins.path}${cursor === undefined ? '' : `?cursor=${cursor}`}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

const listOf = async (answer: Promise<Response>) =>
  calls.devicePins.reply.schema.parse(await (await answer).json());

/** Requests the list and reads only its beginning. */
const begin = (token: string): Promise<net.Socket> => {
  const { hostname, port } = new URL(origin);
  const socket = net.connect(Number(port), hostname);
  sockets.push(socket);
  socket.write(
    `GET ${calls.devicePins.path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once('data', (head: Buffer) => {
      socket.pause();
      if (head.toString('latin1').startsWith('HTTP/1.1 200')) resolve(socket);
      else reject(new Error(head.toString()));
    });
  });
};

/** Statements of the database that stream a list now. */
const listsUnderWay = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and state = 'active' and query like 'copy (%assigned_pins%'
      and pid <> pg_backend_pid()`.execute(server.database.db);
  return rows[0]?.count ?? -1;
};

const newSession = async (): Promise<string> =>
  (
    await server.call(calls.deviceSignIn, {
      body: { login: surveyor.username, password: testPassword },
    })
  ).body.token;

test('a long list is byte for byte what its schema writes, whole and since a cursor, plain and compressed', async () => {
  const answer = await ask(surveyor.token, undefined, { 'accept-encoding': 'identity' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const text = await answer.text();
  const list = calls.devicePins.reply.schema.parse(JSON.parse(text));
  expect(JSON.stringify(list) === text).toBe(true);
  expect(list).toMatchObject({ circles: [circle], removed: [], is_whole: true });
  expect(list.pins).toHaveLength(pins);
  const [first] = list.pins;
  expect(first).toMatchObject({
    circle,
    pin: '0000001',
    OwnerName: '"Ali"\t\\ & علی\n\u0001/0000001',
    status: 0,
    sent_back: false,
  });
  expect(list.pins.map(({ pin }) => pin)).toEqual(list.pins.map(({ pin }) => pin).sort());
  // A short list is serialised from the schema: the same pin looks the same.
  const short = await server.addSurveyor('short.list');
  await addParcels(server, 'Short', ['1']);
  const body = { username: short.username, circle: 'Short' };
  await server.call(calls.storeCirclePins, { body }, server.administrator.token);
  const ofShort = await (await ask(short.token)).text();
  expect(JSON.stringify(calls.devicePins.reply.schema.parse(JSON.parse(ofShort)))).toBe(ofShort);
  expect(Object.keys(JSON.parse(ofShort).pins[0])).toEqual(Object.keys(first ?? {}));

  const packed = await ask(surveyor.token, undefined, { 'accept-encoding': 'gzip' });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect((await packed.text()) === text).toBe(true);

  // Nothing changed: a short answer. Everything changed: a long one, with `is_whole` false.
  expect(await listOf(ask(surveyor.token, list.cursor))).toMatchObject({
    pins: [],
    is_whole: false,
  });
  await sql`update assigned_pins set version = version + 1 where user_id = ${surveyor.id}`.execute(
    server.database.db,
  );
  await sql`update pin_lists set version = version + 1 where user_id = ${surveyor.id}`.execute(
    server.database.db,
  );
  const changed = await listOf(ask(surveyor.token, list.cursor));
  expect({ ...changed, pins: changed.pins.length }).toEqual({
    circles: [circle],
    pins,
    removed: [],
    cursor: list.cursor + 1,
    is_whole: false,
  });
});

test('it waits for a phone that reads slowly, and a second one of the session is refused in words', async () => {
  await begin(surveyor.token);
  await until(async () => (await listsUnderWay()) === 1);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({
    code: 'too-many-attempts',
    message: expect.stringMatching(/on its way already/),
  });
  // Changes only, and other sessions, do not wait.
  const { cursor } = await listOf(ask(await newSession()));
  expect((await ask(surveyor.token, cursor)).status).toBe(200);
  expect(await listsUnderWay()).toBe(1);
});

test('when the phone leaves, its query ends at once and the next list begins', async () => {
  const socket = await begin(surveyor.token);
  await until(async () => (await listsUnderWay()) === 1);
  socket.destroy();
  await until(async () => (await listsUnderWay()) === 0);
  const again = await ask();
  expect(again.status).toBe(200);
  expect(calls.devicePins.reply.schema.parse(await again.json()).pins).toHaveLength(pins);
});

test('a phone whose answer was lost on the way is not kept out: what nobody takes gives its place', {
  timeout: 60_000,
}, async () => {
  await begin(surveyor.token);
  await until(async () => (await listsUnderWay()) === 1);
  let status = 429;
  await until(async () => {
    const again = await ask();
    status = again.status;
    await again.body?.cancel();
    return status === 200;
  });
  expect(status).toBe(200);
  await until(async () => (await listsUnderWay()) === 0);
});

test('exports that hold all their connections keep no phone waiting, and slow phones no sign-in', async () => {
  const { longReads, phoneLists } = server.database;
  const held = await Promise.all(
    Array.from({ length: longReads.options.max }, () => longReads.connect()),
  );
  try {
    expect((await listOf(ask())).pins).toHaveLength(pins);
  } finally {
    for (const client of held) client.release();
  }
  const slow = await Promise.all(Array.from({ length: phoneLists.options.max }, newSession));
  await Promise.all(slow.map(begin));
  expect(await newSession()).toBeTruthy();
});
