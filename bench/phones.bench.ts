// Two hundred phones that send their reports with photos at the same moment, as in an evening with signal again.
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@survey/contract';
import pg from 'pg';
import { seeded } from '../field/random.ts';
import { preparePhotos } from '../field/simulation/photo-pool.ts';
import { atOnce } from './clients.ts';
import { type OpenDataset, openDataset } from './dataset-server.ts';
import { type Bench, best, type Figure, percentile } from './figures.ts';

const phones = 200;
const each = 10;
const photoKb = 200;
const rounds = 3;

interface Sent {
  token: string;
  type: string;
  body: Buffer;
}

/** Sessions of surveyors, and pins that they have not visited yet. */
const surveyorsOf = async ({ client }: OpenDataset, tokens: ReadonlyMap<string, string>) => {
  const { rows } = await client.query<{ username: string; circle: string; pins: string[] }>(
    `select username, circles.name as circle, list.pins from users
    cross join lateral (
      select circle_id, array_agg(pin) as pins from (
        select assigned_pins.circle_id, pin from assigned_pins join units on units.id = unit_id
        where user_id = users.id and status = 0 limit $2) as free group by circle_id limit 1) as list
    join circles on circles.id = list.circle_id
    where username = any($1)`,
    [[...tokens.keys()], each * 2],
  );
  return rows;
};

const signIn = async ({ server, client }: OpenDataset): Promise<Map<string, string>> => {
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

/** A submission as bytes, made before the clock runs. */
const makeBody = async (
  { circle, pin }: { circle: string; pin: string },
  photo: Buffer,
): Promise<{ type: string; body: Buffer }> => {
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
  return {
    type: response.headers.get('content-type') as string,
    body: Buffer.from(await response.arrayBuffer()),
  };
};

/** Sends once; gives the seconds to wait where the server asks for patience, and 0 where it has it. */
const sendOnce = (url: string, { token, type, body }: Sent, agent: http.Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'content-length': body.length,
    };
    const request = http.request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve(0);
        else if (response.statusCode === 503) resolve(Number(response.headers['retry-after'] ?? 1));
        else reject(new Error(`submission: ${response.statusCode}`));
      });
    });
    request.once('error', reject);
    request.end(body);
  });

/** Sends until it is kept, as phones do; all of it is the phone's wait. */
const post = async (url: string, sent: Sent, agent: http.Agent): Promise<void> => {
  for (;;) {
    const seconds = await sendOnce(url, sent, agent);
    if (seconds === 0) return;
    await pause(seconds * 1000);
  }
};

/** The same bytes written, synced and named, and one row committed for each, with the same concurrency. */
const bareWrites = async (
  { server, client }: OpenDataset,
  photos: readonly Buffer[],
): Promise<number> => {
  await client.query(
    'drop table if exists bench.written; create table bench.written (id uuid primary key, name text)',
  );
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 10 });
  const folder = path.join(server.dataDir, 'bench-written');
  await mkdir(folder, { recursive: true });
  const begun = performance.now();
  await atOnce(photos, phones, async (photo) => {
    const name = path.join(folder, randomUUID());
    const handle = await open(`${name}.part`, 'wx');
    await handle.writeFile(photo);
    await handle.sync();
    await handle.close();
    await rename(`${name}.part`, name);
    await pool.query('insert into bench.written values ($1, $2)', [randomUUID(), name]);
  });
  const seconds = (performance.now() - begun) / 1000;
  await pool.end();
  await rm(folder, { recursive: true });
  return seconds;
};

export const phonesBench: Bench = {
  name: 'phones',
  question: `How many reports with a photo does the server keep for good, from ${phones} phones at once?`,
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    const { server, client } = opened;
    try {
      const tokens = await signIn(opened);
      const photoFor = await preparePhotos(photoKb);
      const agent = new http.Agent({ keepAlive: true, maxSockets: phones });
      const url = server.url + calls.submitReport.path;
      const [seconds, p99, bare]: [number[], number[], number[]] = [[], [], []];
      let memory = 0;
      for (let round = 0; round < rounds; round += 1) {
        const work: Sent[] = [];
        const photos: Buffer[] = [];
        for (const { username, circle, pins } of await surveyorsOf(opened, tokens)) {
          for (const pin of pins.slice(0, each)) {
            const photo = photoFor(randomUUID()) as Buffer;
            photos.push(photo);
            work.push({
              token: tokens.get(username) as string,
              ...(await makeBody({ circle, pin }, photo)),
            });
          }
        }
        // Each phone sends one report, then its next: the first of all, then the second of all.
        const turns = work.map((_, at) => at).sort((a, b) => (a % each) - (b % each));
        await client.query('checkpoint');
        const begun = performance.now();
        const times = await atOnce(turns, phones, (at) => post(url, work[at] as Sent, agent));
        seconds.push((performance.now() - begun) / 1000 / work.length);
        p99.push(percentile(times, 0.99));
        memory = Math.max(memory, await server.memory());
        await client.query('checkpoint');
        bare.push((await bareWrites(opened, photos)) / photos.length);
        log(
          `${(1 / (seconds.at(-1) as number)).toFixed(0)} per s, p99 ${p99.at(-1)?.toFixed(0)} ms; bare ${(1 / (bare.at(-1) as number)).toFixed(0)} per s`,
        );
      }
      agent.destroy();
      const figures: Figure[] = [
        {
          name: 'one report, durable',
          value: best(seconds) * 1000,
          unit: 'ms',
          limit: { name: 'write, fsync, rename and one durable insert', value: best(bare) * 1000 },
          goal: 2,
        },
        { name: 'that is', value: 1 / best(seconds), unit: 'per s' },
        { name: 'wait of a phone, p99', value: best(p99), unit: 'ms', most: 1000 },
        { name: 'server memory meanwhile', value: memory / 1024 / 1024, unit: 'MB' },
      ];
      return {
        dataset: `${opened.words}; ${phones} phones, ${each} reports each with a photo of ${photoKb} kB, as they come; best of ${rounds} rounds`,
        figures,
      };
    } finally {
      await opened.close();
    }
  },
};
