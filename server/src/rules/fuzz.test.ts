// Invalid and nearly valid requests: none may be answered with 5xx, and memory and open files may not grow. FUZZ_SEED
// repeats a run. FUZZ_REQUESTS makes it longer: `npm run soak -- --long-forms` sends a hundred thousand.
import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Call, type CallName, calls } from '@survey/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { hashToken } from '../plugins/sessions.ts';
import { type BadRequest, badRequests } from '../testing/bad-input.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { submissionFields, submit } from '../testing/submissions.ts';

/** The same requests in every run; `FUZZ_SEED=random` makes new ones. */
const seed =
  process.env.FUZZ_SEED === 'random' ? randomInt(2 ** 31) : Number(process.env.FUZZ_SEED ?? 2026);
const total = Number(process.env.FUZZ_REQUESTS ?? 4000);
const atOnce = 12;
/** Largest growth of the heap during the second half, in MB. */
const growthMb = 24;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const server = setUpTestServer();
let tokens: Record<'administrator' | 'device', string>;
let people: Record<'administrator' | 'device', number>;
let followers = 0;
beforeAll(async () => {
  // Users with small ids, which random requests change, block and delete.
  for (let other = 0; other < 22; other += 1) await server.addSurveyor(`other-${other}`);
  const ali = await server.addSurveyor('ali');
  people = { administrator: server.administrator.id, device: ali.id };
  tokens = { administrator: server.administrator.token, device: ali.token };
  const { token } = server.administrator;
  const records = [1, 2, 3].map((pin) => ({ Circle: 'Model Town', Pin: `000${pin}` }));
  await server.call(calls.storeRecords, { body: { records } }, token);
  await server.call(
    calls.storeCirclePins,
    { body: { username: 'ali', circle: 'Model Town' } },
    token,
  );
  await submit(server, ali.token, submissionFields());
});

/** Files and sockets that the process has open. */
const openFiles = () => readdirSync('/proc/self/fd').length;
/** Largest growth of open files: pools open and close a few connections. */
const filesMore = 24;

const heapMb = () => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
};

/** Calls that would end the run's own session are made without a token. */
const endsSession = new Set(['logout', 'endOwnSessions']);

/** The calls that hash a password. */
const hashesPassword: ReadonlySet<CallName> = new Set<CallName>([
  'login',
  'deviceSignIn',
  'changeOwnPassword',
  'confirmSecondFactor',
  'stopSecondFactor',
  'newRecoveryCodes',
]);

interface Sent {
  call: Call;
  request: BadRequest;
  address: string;
}

/** Valid requests may end the session, or block or delete the user: restores the session, with another user if need be. */
const signInAgain = async (who: keyof typeof tokens) => {
  const { db } = server.database;
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ is_active: true })
    .where('id', '=', people[who])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) {
    followers += 1;
    const another = await server.addSurveyor(`ali-${followers}`);
    people[who] = another.id;
    tokens[who] = another.token;
    return;
  }
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(tokens[who]), user_id: people[who] })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const status = async (sent: Sent, isAgain = false): Promise<number> => {
  const { call, request, address } = sent;
  const who = call.access === 'device' ? 'device' : 'administrator';
  const token = tokens[who];
  const { url, headers, payload } = request;
  const answer = await server.app.inject({
    method: call.method,
    url,
    headers: {
      ...headers,
      ...(!endsSession.has(call.name) && { authorization: `Bearer ${token}` }),
    },
    ...(payload && { payload }),
    remoteAddress: address,
    payloadAsStream: true,
  });
  const body = answer.stream();
  if (call.name === 'live' && answer.statusCode < 400) body.destroy();
  else for await (const _ of body);
  const hasEnded = answer.statusCode === 401 && call.access !== 'public';
  if (!hasEnded || isAgain || endsSession.has(call.name)) return answer.statusCode;
  await signInAgain(who);
  return status(sent, true);
};

/** Sends all, `atOnce` concurrently; returns the requests that were answered 5xx, and the counts by status. */
const sendAll = async (all: readonly Sent[]) => {
  const faults: unknown[] = [];
  const statuses = new Map<number, number>();
  let next = 0;
  const sender = async () => {
    for (let sent = all[next++]; sent; sent = all[next++]) {
      const code = await status(sent);
      statuses.set(code, (statuses.get(code) ?? 0) + 1);
      if (code >= 500) {
        const { url, headers, payload } = sent.request;
        faults.push([
          code,
          sent.call.name,
          url,
          headers,
          payload?.toString('latin1').slice(0, 500),
        ]);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return { faults, statuses };
};

test(`${total} bad requests are refused, none is the server's fault, memory stays (seed ${seed})`, {
  timeout: 600_000,
}, async () => {
  const every = Object.values<Call>(calls);
  // What takes no input has little to get wrong; a password is hashed for a tenth of a second.
  const weightOf = ({ input, name }: Call) =>
    Object.keys(input).length > 0 && !hashesPassword.has(name as CallName) ? 5 : 1;
  const weights = every.reduce((sum, call) => sum + weightOf(call), 0);
  const shareOf = (call: Call) => Math.ceil((total * weightOf(call)) / weights);
  const made = every.flatMap((call, at) =>
    fc
      .sample(badRequests(call), { seed: seed + at, numRuns: shareOf(call) })
      .map((request, index) => ({
        call,
        request,
        // Different addresses: otherwise the login throttle would answer most sign-ins.
        address: `10.${at}.${index >> 8}.${index & 255}`,
      })),
  );
  expect(made.length).toBeGreaterThanOrEqual(total);
  // Both halves contain every call.
  const halves = [0, 1].map((half) => made.filter((_, index) => index % 2 === half));
  const first = await sendAll(halves[0] ?? []);
  const before = heapMb();
  const filesBefore = openFiles();
  const second = await sendAll(halves[1] ?? []);
  const after = heapMb();
  const faults = [...first.faults, ...second.faults];
  expect(faults.slice(0, 5)).toEqual([]);
  expect([...second.statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 400, 422]));
  expect(after - before).toBeLessThan(growthMb);
  expect(openFiles() - filesBefore).toBeLessThan(filesMore);
  // No staged upload and no open transaction is left.
  expect(await readdir(path.join(server.photoFolder, 'incoming'))).toEqual([]);
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(
    server.database.db,
  );
  expect(rows[0]?.count).toBe(0);
  const alive = await server.app.inject({ method: 'GET', url: '/health/ready' });
  expect(alive.statusCode).toBe(200);
});

test(`bytes that are no HTTP are refused on the wire (seed ${seed})`, async () => {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const port = Number(new URL(address).port);
  const lines = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        'GET /api/all-reports HTTP/9.9\r\n\r\n',
        'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
        'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
        `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
        `GET / HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(5000)}\r\n`,
        'GET /api/../../etc/passwd HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
        'GET //evil.example.org/%2e%2e HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
        'GET http://evil.example.org/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
        'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
        'TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
        'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n',
        'GET / HTTP/1.1\r\nhost: x\r\nauthorization: Bearer \xff\xfe\r\nconnection: close\r\n\r\n',
      )
      .map((text) => Buffer.from(text, 'latin1')),
  );
  const answered = (bytes: Buffer) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const socket = net.connect(port, '127.0.0.1', () => socket.end(bytes));
      socket.setTimeout(5000, () => socket.destroy());
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1');
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(answer));
    });
  const samples = fc.sample(lines, { seed, numRuns: 300 });
  for (let at = 0; at < samples.length; at += atOnce) {
    const answers = await Promise.all(samples.slice(at, at + atOnce).map(answered));
    for (const answer of answers) expect(answer).not.toMatch(/^HTTP\/1\.1 5/);
  }
});
