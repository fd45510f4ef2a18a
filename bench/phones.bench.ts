// Two hundred phones send their reports with photos at the same time, as after an evening without a signal.
//
// The limit's files stay until the end: for minutes ext4 does not give the numbers of deleted files to new ones, and
// looks for others one by one under the folder's lock; what is created then takes up to four times the kernel's time.
// (For the same reason a run within minutes of removing many files shows too low a figure.) Product and limit are
// measured in every round, each after a checkpoint, in alternating order. Rounds differ by half with the state of memory
// and disk, so the median rounds are compared, and the best of each. The first round of both does not count, because a
// server that has just started accepts a third less.
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@survey/contract';
import pg from 'pg';
import { seeded } from '../field/random.ts';
import { preparePhotos } from '../field/simulation/photo-pool.ts';
import { atOnce } from './clients.ts';
import { collectGarbage } from './collect-garbage.ts';
import { type OpenDataset, openDataset } from './dataset-server.ts';
import { type Bench, best, type Figure, median, percentile } from './figures.ts';
import { openConnection, postRequest, type RawConnection } from './raw-http.ts';
import { startBareReceiver } from './server-process.ts';

export const phones = 200;
export const each = 10;
export const photoKb = 200;
const answerBytes = 4096;
const rounds = 7;
const warmUpRounds = 1;

/** Surveyors, and pins of their largest circle that they have not visited yet: of all such one in fifteen was sent back. */
const surveyorsOf = async ({ client }: OpenDataset, tokens: ReadonlyMap<string, string>) => {
  const { rows } = await client.query<{ username: string; circle: string; pins: string[] }>(
    `select username, circles.name as circle, list.pins from users
    cross join lateral (
      select assigned_pins.circle_id, (array_agg(pin order by random()))[:$2] as pins
      from assigned_pins join units on units.id = unit_id
      where user_id = users.id and status = 0 group by 1 order by count(*) desc limit 1) as list
    join circles on circles.id = list.circle_id
    where username = any($1)`,
    [[...tokens.keys()], each],
  );
  return rows;
};

/** Signs the phones in; their tokens by username. */
export const signIn = async ({ server, client }: OpenDataset): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ username: string }>(
    "select username from users where username like 'surveyor-%' order by username limit $1",
    [phones],
  );
  const tokens = new Map<string, string>();
  await atOnce(rows, 4, async ({ username }) => {
    const answer = await fetch(server.url + calls.deviceSignIn.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: username, password: 'bench-secret' }),
    });
    tokens.set(username, calls.deviceSignIn.reply.schema.parse(await answer.json()).token);
  });
  return tokens;
};

/** A submission as the bytes of its request, made before the clock runs. */
const makeRequest = async (
  url: string,
  { token, circle, pin }: { token: string; circle: string; pin: string },
  photo: Buffer,
): Promise<Buffer> => {
  const id = randomUUID();
  const random = seeded(id);
  const fields = {
    submission_id: id,
    circle,
    pin,
    info: 'Owner occupied',
    floors_num: '2',
    basement: '0',
    Store_front: '0',
    land_area: String(random.whole(500, 9000)),
    covered_area: '900',
    land: 'Residential',
    latitude: '31.52',
    longitude: '74.35',
    capture_time: new Date().toISOString(),
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const response = new Response(form);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': response.headers.get('content-type') as string,
  };
  return postRequest(url, headers, new Uint8Array(await response.arrayBuffer()));
};

/**
 * A report with its photo for each pin of each phone, ordered so that all phones send their first one before the
 * second.
 */
export const makeWork = async (
  opened: OpenDataset,
  tokens: ReadonlyMap<string, string>,
): Promise<{ requests: Buffer[]; photos: Buffer[] }> => {
  const photoFor = await preparePhotos(photoKb);
  const url = opened.server.url + calls.submitReport.path;
  const work: { turn: number; request: Buffer; photo: Buffer }[] = [];
  for (const { username, circle, pins } of await surveyorsOf(opened, tokens)) {
    const token = tokens.get(username) as string;
    for (const [turn, pin] of pins.slice(0, each).entries()) {
      const photo = photoFor(randomUUID()) as Buffer;
      work.push({ turn, request: await makeRequest(url, { token, circle, pin }, photo), photo });
    }
  }
  work.sort((a, b) => a.turn - b.turn);
  return { requests: work.map(({ request }) => request), photos: work.map(({ photo }) => photo) };
};

/** Repeats a submission until it is acknowledged, as phones do. The time includes all tries. */
const post = async (phone: RawConnection, request: Buffer): Promise<void> => {
  for (;;) {
    const { status, retryAfter } = await phone.send(request);
    if (status === 200) return;
    if (status !== 503) throw new Error(`submission: ${status}`);
    await pause((retryAfter ?? 1) * 1000);
  }
};

/** All requests from all phones at once, each phone over one connection; milliseconds of each. */
export const sendAll = async (url: string, requests: readonly Buffer[]): Promise<number[]> => {
  const all = await Promise.all(
    Array.from({ length: phones }, () => openConnection(url, answerBytes)),
  );
  const idle = [...all];
  try {
    return await atOnce(requests, phones, async (request) => {
      const phone = idle.pop() as RawConnection;
      await post(phone, request);
      idle.push(phone);
    });
  } finally {
    for (const phone of all) phone.close();
  }
};

/** Seconds that a piece of work takes, after a garbage collection. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  collectGarbage();
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};

/**
 * One report with its photo from all phones at once, several times.
 * @param untilDone waits for the work on the reports that follows their answers
 * @returns milliseconds for each report, the wait of each phone, and the seconds that `untilDone` took
 */
export const roundOfReports = async (
  opened: OpenDataset,
  tokens: ReadonlyMap<string, string>,
  untilDone: (opened: OpenDataset) => Promise<unknown>,
): Promise<{ perReport: number; waits: number[]; after: number }> => {
  const url = opened.server.url + calls.submitReport.path;
  const { requests } = await makeWork(opened, tokens);
  await opened.client.query('checkpoint');
  let waits: number[] = [];
  const seconds = await timed(async () => {
    waits = await sendAll(url, requests);
  });
  const after = await timed(() => untilDone(opened));
  // Photos must not be measured during the next round; those in progress end within seconds.
  await opened.client.query('delete from photo_facts_due');
  await pause(3000);
  return { perReport: (seconds * 1000) / requests.length, waits, after };
};

const writtenFolder = (dataDir: string): string => path.join(dataDir, 'bench-written');

/** The same bytes written, synced and named, and one row committed for each, with the same concurrency. */
const bareWrites = async (
  { server, client }: OpenDataset,
  photos: readonly Buffer[],
): Promise<number> => {
  await client.query(
    'drop table if exists bench.written; create table bench.written (id uuid primary key, name text)',
  );
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 10 });
  const folder = writtenFolder(server.dataDir);
  await mkdir(folder, { recursive: true });
  const seconds = await timed(() =>
    atOnce(photos, phones, async (photo) => {
      const name = path.join(folder, randomUUID());
      const handle = await open(`${name}.part`, 'wx');
      await handle.writeFile(photo);
      await handle.sync();
      await handle.close();
      await rename(`${name}.part`, name);
      await pool.query('insert into bench.written values ($1, $2)', [randomUUID(), name]);
    }),
  );
  await pool.end();
  return seconds;
};

export const phonesBench: Bench = {
  name: 'phones',
  question: `How many reports with a photo does the server keep for good, from ${phones} phones at once?`,
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    const receiver = await startBareReceiver();
    const { server, client } = opened;
    try {
      const tokens = await signIn(opened);
      const url = server.url + calls.submitReport.path;
      const [seconds, p99, bare, received]: [number[], number[], number[], number[]] = [
        [],
        [],
        [],
        [],
      ];
      let memory = 0;
      for (let round = 0; round < warmUpRounds + rounds; round += 1) {
        const { requests, photos } = await makeWork(opened, tokens);
        received.push((await timed(() => sendAll(receiver.url, requests))) / requests.length);
        const storeAll = async () => {
          await client.query('checkpoint');
          let times: number[] = [];
          const whole = await timed(async () => {
            times = await sendAll(url, requests);
          });
          seconds.push(whole / requests.length);
          p99.push(percentile(times, 0.99));
          memory = Math.max(memory, await server.memory());
        };
        const writeAll = async () => {
          await client.query('checkpoint');
          bare.push((await bareWrites(opened, photos)) / photos.length);
        };
        for (const turn of round % 2 ? [writeAll, storeAll] : [storeAll, writeAll]) await turn();
        log(
          `${(1 / (seconds.at(-1) as number)).toFixed(0)} per s, p99 ${p99.at(-1)?.toFixed(0)} ms; bare ${(1 / (bare.at(-1) as number)).toFixed(0)} per s; only received ${(1 / (received.at(-1) as number)).toFixed(0)} per s`,
        );
      }
      for (const all of [seconds, p99, bare, received]) all.splice(0, warmUpRounds);
      const durable = (round: string, of: (times: readonly number[]) => number): Figure => ({
        name: `one report, durable, ${round}`,
        value: of(seconds) * 1000,
        unit: 'ms',
        limit: {
          name: `write, fsync, rename and one durable insert, ${round}`,
          value: of(bare) * 1000,
        },
        goal: 2,
      });
      const figures: Figure[] = [
        durable('median round', median),
        durable('best round', best),
        { name: 'that is', value: 1 / best(seconds), unit: 'per s' },
        {
          name: 'the same requests, only received by a bare HTTP server',
          value: best(received) * 1000,
          unit: 'ms',
        },
        { name: 'wait of a phone, p99', value: best(p99), unit: 'ms', most: 1000 },
        { name: 'server memory meanwhile', value: memory / 1024 / 1024, unit: 'MB' },
      ];
      return {
        dataset: `${opened.words}; ${phones} phones, ${each} reports each with a photo of ${photoKb} kB, as they come; ${rounds} rounds after ${warmUpRounds} to warm up`,
        figures,
      };
    } finally {
      await receiver.stop();
      await rm(writtenFolder(server.dataDir), { recursive: true, force: true });
      await opened.close();
    }
  },
};
