// The photos of many reports in one ZIP, against only reading the same files.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { calls, writeListFilter } from '@survey/contract';
import { openDataset } from './dataset-server.ts';
import { type Bench, best, type Figure } from './figures.ts';
import type { Taken } from './raw-http.ts';
import { grownMemory, megabyte, memoryFigure, takeStream } from './streams.ts';

const rounds = 3;
/** About 1.2 GB of photos. */
const mostPhotos = 10_000;

/** Surveyors whose photos together are about as many as wanted, and the photos' names in the ZIP's order. */
const choose = async ({ client }: Awaited<ReturnType<typeof openDataset>>) => {
  const { rows } = await client.query<{ username: string; photos: string }>(
    `select username, count(photo_name) as photos from reports where replaced_by is null
    and username like 'surveyor-%' group by username order by photos`,
  );
  const usernames: string[] = [];
  let photos = 0;
  for (const row of rows) {
    if (photos > 0 && photos + Number(row.photos) > mostPhotos) break;
    usernames.push(row.username);
    photos += Number(row.photos);
  }
  const { rows: names } = await client.query<{ photo_name: string }>(
    `select photo_name from reports where replaced_by is null and photo_name is not null
    and username = any($1) order by capture_time desc, id desc`,
    [usernames],
  );
  return { usernames, names: names.map(({ photo_name }) => photo_name) };
};

export const zipBench: Bench = {
  name: 'zip',
  question: 'How fast do photos leave in a ZIP, beside a plain read of the same files?',
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    const { server } = opened;
    try {
      const { usernames, names } = await choose(opened);
      const query = new URLSearchParams({ username: writeListFilter(usernames) });
      const [whole, plain]: [Taken[], number[]] = [[], []];
      const memory: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const begun = performance.now();
        let bytes = 0;
        for (const name of names) {
          bytes += (await readFile(path.join(server.dataDir, 'photos', name))).length;
        }
        plain.push(bytes / megabyte / ((performance.now() - begun) / 1000));
        memory.push(
          await grownMemory(server, async () => {
            whole.push(await takeStream(server, `${calls.reportPhotosZip.path}?${query}`));
          }),
        );
        const taken = whole.at(-1) as Taken;
        if (taken.bytes < bytes) throw new Error('the ZIP is shorter than its photos');
        log(
          `ZIP ${taken.seconds.toFixed(1)} s, plain read ${(bytes / megabyte / (plain.at(-1) as number)).toFixed(1)} s`,
        );
      }
      const bytes = whole[0]?.bytes ?? 0;
      const seconds = best(whole.map((taken) => taken.seconds));
      const figures: Figure[] = [
        {
          name: `ZIP of ${names.length.toLocaleString('en')} photos`,
          value: seconds,
          unit: 's',
          limit: { name: 'plain read', value: bytes / megabyte / Math.max(...plain) },
          goal: 1.43,
        },
        { name: 'that is', value: bytes / megabyte / seconds, unit: 'MB/s' },
        {
          name: 'first byte',
          value: Math.max(...whole.map(({ firstByteMs }) => firstByteMs)),
          unit: 'ms',
        },
        memoryFigure('it', Math.max(...memory)),
      ];
      return {
        dataset: `${opened.words}; ZIP of ${(bytes / megabyte).toFixed(0)} MB, files in the page cache; best of ${rounds} rounds`,
        figures,
      };
    } finally {
      await opened.close();
    }
  },
};
