// Phones with ODK Collect: what the refresh of a list costs in the morning, and a report over OpenRosa beside one over the
// device API, with the same photos and the same number of phones, in turns.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { calls } from '@survey/contract';
import { preparePhotos } from '../field/simulation/photo-pool.ts';
import { atOnce } from './clients.ts';
import {
  addSurveyor,
  circle,
  overDeviceApi,
  overOpenRosa,
  pins,
  type Surveyor,
} from './collect-phones.ts';
import { type Bench, type Figure, median, percentile } from './figures.ts';
import { postJson } from './post-json.ts';
import { openConnection, type RawConnection } from './raw-http.ts';
import { type RunningServer, startServer } from './server-process.ts';

const surveyors = 10;
/** Two thousand phones at eight in the morning: each refreshes once. */
const refreshes = 2000;
const clients = 8;
const changes = 10;

const phones = 50;
const reportsEach = 8;
const photoKb = 200;
const rounds = 7;

const agent = new http.Agent({ keepAlive: true, maxSockets: clients });

/** Reads an answer completely, as gzip where there is some; returns its status and length on the wire. */
const get = (
  server: RunningServer,
  path: string,
  { authorization }: Surveyor,
  more: Record<string, string> = {},
): Promise<{ status: number; bytes: number; tag: string }> =>
  new Promise((resolve, reject) => {
    const headers = { authorization, 'accept-encoding': 'gzip', ...more };
    const request = http.get(`${server.url}/openrosa${path}`, { agent, headers });
    request.once('error', reject);
    request.once('response', (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('error', reject);
      response.once('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          bytes,
          tag: String(response.headers.etag ?? ''),
        });
      });
    });
  });

const manifest = '/manifests/property-report.xml';
const list = '/lists/pins.csv';

/** What Collect asks of an unchanged server: the list of forms, and the manifest. */
const refresh = async (server: RunningServer, surveyor: Surveyor): Promise<void> => {
  for (const path of ['/formList', manifest]) {
    const { status } = await get(server, path, surveyor);
    if (status !== 200) throw new Error(`${path}: ${status}`);
  }
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Milliseconds of a refresh where the list has changed: manifest, and the whole list. */
const refreshChanged = async (
  server: RunningServer,
  surveyor: Surveyor,
  change: number,
): Promise<{ ms: number; bytes: number }> => {
  const body = { username: surveyor.username, circle, pin: String(change), status: 1 };
  await postJson(server, calls.changePinStatus, Buffer.from(JSON.stringify(body)));
  let bytes = 0;
  const ms = await timed(async () => {
    await refresh(server, surveyor);
    const answer = await get(server, list, surveyor);
    bytes = answer.bytes;
    if (answer.status !== 200) throw new Error(`${list}: ${answer.status}`);
  });
  return { ms, bytes };
};

/** Milliseconds a report, all phones sending at once. */
const sendAll = async (url: string, requests: readonly Buffer[]): Promise<number> => {
  const all = await Promise.all(Array.from({ length: phones }, () => openConnection(url, 4096)));
  const idle = [...all];
  try {
    const ms = await timed(() =>
      atOnce(requests, phones, async (request) => {
        const phone = idle.pop() as RawConnection;
        const { status } = await phone.send(request);
        if (status !== 200 && status !== 201) throw new Error(`submission: ${status}`);
        idle.push(phone);
      }),
    );
    return ms / requests.length;
  } finally {
    for (const phone of all) phone.close();
  }
};

export const collectBench: Bench = {
  name: 'collect',
  question: 'What do phones with ODK Collect cost: a refresh of their list, and a report?',
  run: async (log) => {
    const server = await startServer();
    try {
      const records = Array.from({ length: pins }, (_, at) => ({
        Circle: circle,
        Pin: String(at),
        OwnerName: `Owner ${at}`,
        Street_Address: `House ${at}, Street ${Math.floor(at / 20)}`,
        Block: String(Math.floor(at / 500)),
        Locality: 'Collect',
      }));
      await postJson(server, calls.storeRecords, Buffer.from(JSON.stringify({ records })));
      const people: Surveyor[] = [];
      for (let at = 0; at < surveyors; at += 1) people.push(await addSurveyor(server, at));
      const of = (at: number) => people[at % people.length] as Surveyor;
      for (const surveyor of people) await refresh(server, surveyor);

      const turns = Array.from({ length: refreshes }, (_, at) => at);
      const whole = await timed(() => atOnce(turns, clients, (at) => refresh(server, of(at))));
      const tags = await Promise.all(
        people.map(async (surveyor) => (await get(server, list, surveyor)).tag),
      );
      const again = await timed(() =>
        atOnce(turns, clients, async (at) => {
          const known = { 'if-none-match': tags[at % people.length] ?? '' };
          const { status } = await get(server, list, of(at), known);
          if (status !== 304) throw new Error(`unchanged: ${status}`);
        }),
      );
      const changed: { ms: number; bytes: number }[] = [];
      for (let at = 0; at < changes; at += 1)
        changed.push(await refreshChanged(server, of(at), at));
      log(
        `unchanged ${(whole / refreshes).toFixed(2)} ms, 304 ${(again / refreshes).toFixed(2)} ms, changed ${median(changed.map(({ ms }) => ms)).toFixed(0)} ms, ${((changed[0]?.bytes ?? 0) / 1024).toFixed(0)} kB`,
      );

      const photoFor = await preparePhotos(photoKb);
      const took: { device: number[]; collect: number[] } = { device: [], collect: [] };
      for (let round = 0; round <= rounds; round += 1) {
        const both = (['device', 'collect'] as const).map((kind) => ({ kind }));
        for (const { kind } of round % 2 ? both.reverse() : both) {
          const make = kind === 'device' ? overDeviceApi(server) : overOpenRosa(server);
          const requests = await Promise.all(
            Array.from({ length: phones * reportsEach }, (_, at) =>
              make(of(at), String((round * 997 + at) % pins), photoFor(randomUUID()) as Buffer),
            ),
          );
          const ms = await sendAll(server.url, requests);
          // The first round warms up.
          if (round > 0) took[kind].push(ms);
        }
        log(
          `device API ${(1000 / (took.device.at(-1) ?? Number.NaN)).toFixed(0)} per s, OpenRosa ${(1000 / (took.collect.at(-1) ?? Number.NaN)).toFixed(0)} per s`,
        );
      }
      const figures: Figure[] = [
        {
          name: 'refresh of an unchanged list: form list and manifest',
          value: whole / refreshes,
          unit: 'ms',
          most: 3,
        },
        {
          name: 'the unchanged list asked for: 304',
          value: again / refreshes,
          unit: 'ms',
          most: 3,
        },
        {
          name: `refresh of a changed list of ${pins.toLocaleString('en')} pins, downloaded`,
          value: median(changed.map(({ ms }) => ms)),
          unit: 'ms',
          most: 300,
        },
        {
          name: 'the slowest of them',
          value: percentile(
            changed.map(({ ms }) => ms),
            1,
          ),
          unit: 'ms',
        },
        {
          name: 'the list on the wire, gzip',
          value: (changed[0]?.bytes ?? 0) / 1024 / 1024,
          unit: 'MB',
        },
        {
          name: 'one report over OpenRosa, median round',
          value: median(took.collect),
          unit: 'ms',
          limit: { name: 'the same over the device API', value: median(took.device) },
          goal: 1.15,
        },
      ];
      return {
        dataset: `${surveyors} surveyors with ${pins.toLocaleString('en')} pins each; ${refreshes} refreshes by ${clients} clients; ${phones} phones, ${reportsEach} reports each with a photo of ${photoKb} kB, ${rounds} rounds in turns`,
        figures,
      };
    } finally {
      agent.destroy();
      await server.stop();
    }
  },
};
