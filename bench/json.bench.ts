// The literal calls of spec 7 that answer everything in one piece of JSON, over all reports.
import { calls } from '@survey/contract';
import { openDataset } from './dataset-server.ts';
import type { Bench, Figure } from './figures.ts';
import type { Taken } from './raw-http.ts';
import { grownMemory, memoryFigure, takeCopy, takeStream } from './streams.ts';

const bareQuery = `select row_to_json(report)::text from (select id, username, user_name, user_phone, circle, pin, info,
  floors_num, basement, store_front as "Store_front", land_area, covered_area, land, other, comments, latitude,
  longitude, to_char(capture_time, 'DD/MM/YYYY HH24:MI:SS') as capture_time,
  to_char(submission_time, 'DD/MM/YYYY HH24:MI:SS') as submission_time, resubmission, photo_name as picture_path
  from reports where replaced_by is null order by capture_time desc, id desc) as report`;

const streams = {
  'all-reports-no-pagination': calls.allReportsNoPagination.path,
  'all-reports-export as JSON': calls.allReportsExport.path,
};

export const jsonBench: Bench = {
  name: 'json',
  question: 'Do the calls that answer all reports as JSON stream, with flat memory?',
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    const { server, client } = opened;
    try {
      const bare = await takeCopy(
        client,
        bareQuery,
        String.raw`format csv, quote E'\x01', delimiter E'\x02'`,
      );
      log(`bare COPY of JSON: ${bare.seconds.toFixed(1)} s`);
      const limit = { name: 'bare COPY of rows as JSON', value: bare.seconds };
      const figures: Figure[] = [];
      for (const [name, path] of Object.entries(streams)) {
        let taken: Taken | undefined;
        const memory = await grownMemory(server, async () => {
          taken = await takeStream(server, path);
        });
        const { seconds = Number.NaN, firstByteMs = Number.NaN } = taken ?? {};
        log(`${name}: ${seconds.toFixed(1)} s`);
        figures.push({ name, value: seconds, unit: 's', limit, goal: 1.3 });
        figures.push({ name: `first byte of ${name}`, value: firstByteMs, unit: 'ms', most: 100 });
        figures.push(memoryFigure(name, memory));
      }
      return { dataset: `${opened.words}; ${(bare.bytes / 1e6).toFixed(0)} MB of JSON`, figures };
    } finally {
      await opened.close();
    }
  },
};
