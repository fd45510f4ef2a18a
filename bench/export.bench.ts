// All reports as one CSV file: against the bare COPY, its first byte, memory, slow readers, and truncation.
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@survey/contract';
import { ask, atOnce } from './clients.ts';
import { type OpenDataset, openDataset } from './dataset-server.ts';
import { type Bench, best, type Figure, percentile } from './figures.ts';
import type { Taken } from './raw-http.ts';
import { grownMemory, memoryFigure, openStream, takeCopy, takeStream } from './streams.ts';

const csv = 'text/csv';
const path = calls.allReportsExport.path;
const clients = 8;

/** The 21 columns as they stand in the table, in the order of the file. */
const bareQuery = `select id, username, user_name, user_phone, circle, pin, info, floors_num, basement, store_front,
  land_area, covered_area, land, other, comments, latitude, longitude, capture_time, submission_time, resubmission,
  photo_name from reports where replaced_by is null order by capture_time desc, id desc`;

/** The 95th percentile of the report page meanwhile, in ms. */
const reportPage = async ({ server }: OpenDataset): Promise<number> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  const turns = Array.from({ length: 400 }, (_, page) => page + 1);
  const url = (page: number) => `${server.url}${calls.allReports.path}?page=${page}`;
  try {
    const times = await atOnce(turns, clients, (page) =>
      ask(url(page), { token: server.token, agent }),
    );
    return percentile(times, 0.95);
  } finally {
    agent.destroy();
  }
};

/** Others' report page while two clients read an export very slowly. */
const besideSlowReaders = async (opened: OpenDataset): Promise<number> => {
  const readers = await Promise.all([1, 2].map(() => openStream(opened.server, path, csv)));
  try {
    for (const reader of readers) reader.read(1);
    await pause(2000);
    return await reportPage(opened);
  } finally {
    for (const reader of readers) reader.destroy();
  }
};

const cuts = 3;

/** How many exports whose database connection broke were taken for complete by their client. */
const silentlyShort = async ({ server, client }: OpenDataset): Promise<number> => {
  let silent = 0;
  for (let cut = 0; cut < cuts; cut += 1) {
    const response = await openStream(server, path, csv);
    response.resume();
    await pause(150);
    response.pause();
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where query ilike 'copy (%' and pid <> pg_backend_pid()`);
    response.resume();
    silent += await new Promise<number>((resolve) => {
      response.once('end', () => resolve(response.complete ? 1 : 0));
      response.once('error', () => resolve(0));
    });
  }
  return silent;
};

export const exportBench: Bench = {
  name: 'export',
  question: 'What does the CSV of all reports cost over the bare COPY, and does anybody notice it?',
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    const { server, client } = opened;
    try {
      await client.query("set timezone = 'Asia/Karachi'");
      const rounds = dataset.reports > 1_000_000 ? 2 : 3;
      const [whole, bare]: [Taken[], Taken[]] = [[], []];
      const memory: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        bare.push(await takeCopy(client, bareQuery, 'format csv'));
        memory.push(
          await grownMemory(server, async () => {
            whole.push(await takeStream(server, path, csv));
          }),
        );
        log(`CSV ${whole.at(-1)?.seconds.toFixed(1)} s, bare ${bare.at(-1)?.seconds.toFixed(1)} s`);
      }
      const idle = await reportPage(opened);
      const beside = await besideSlowReaders(opened);
      log(
        `report page beside slow readers p95 ${beside.toFixed(1)} ms, alone ${idle.toFixed(1)} ms`,
      );
      const seconds = (taken: readonly Taken[]) => best(taken.map((one) => one.seconds));
      const figures: Figure[] = [
        {
          name: 'CSV of all reports',
          value: seconds(whole),
          unit: 's',
          limit: { name: 'bare COPY of the same columns and order', value: seconds(bare) },
          goal: 1.18,
        },
        {
          name: 'first byte',
          value: Math.max(...whole.map(({ firstByteMs }) => firstByteMs)),
          unit: 'ms',
          most: 100,
        },
        memoryFigure('it', Math.max(...memory)),
        {
          name: 'report page p95 of 8 clients beside two exports hardly read',
          value: beside,
          unit: 'ms',
          limit: { name: 'without them', value: idle },
          goal: 1.5,
        },
        {
          name: `exports cut off by the database and taken for whole, of ${cuts}`,
          value: await silentlyShort(opened),
          unit: 'times',
          most: 0,
        },
      ];
      const bytes = ((whole[0]?.bytes ?? 0) / 1e6).toFixed(0);
      return { dataset: `${opened.words}; file of ${bytes} MB; best of ${rounds} rounds`, figures };
    } finally {
      await opened.close();
    }
  },
};
