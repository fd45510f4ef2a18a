// Files and feeds for other programs compared with the CSV of the same rows, and pages of OData from anywhere in the
// set.
import http from 'node:http';
import { calls } from '@survey/contract';
import { ask, atOnce } from './clients.ts';
import { type OpenDataset, openDataset } from './dataset-server.ts';
import { type Bench, best, type Figure, percentile } from './figures.ts';
import { grownMemory, takeStream } from './streams.ts';

const path = (format: string, more = ''): string =>
  `${calls.exportReports.path}?format=${format}${more}`;

/** The first of the newest days that together have about this number of reports, and the number they have. */
const daysWith = async ({ client }: OpenDataset, wanted: number) => {
  const { rows } = await client.query<{ day: string; n: number }>(`
    select to_char(capture_time, 'YYYY-MM-DD') as day, count(*)::int as n from reports
    where replaced_by is null group by 1 order by 1 desc`);
  let n = 0;
  for (const row of rows) {
    n += row.n;
    if (n >= wanted) return { from: row.day, n };
  }
  return { from: rows.at(-1)?.day ?? '', n };
};

const pages = 60;

/** The 95th percentile of a page of 5000 entities from anywhere in the set, in ms. */
const odataPage = async ({ server, client }: OpenDataset): Promise<number> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { rows } = await client.query<{ snapshot: string; newest: number }>(
    'select pg_current_snapshot()::text as snapshot, max(id)::int as newest from reports',
  );
  const { snapshot, newest } = rows[0] as { snapshot: string; newest: number };
  const places = Array.from({ length: pages }, (_, at) =>
    Math.max(1, Math.round((newest * (at + 0.5)) / pages)),
  );
  try {
    const times = await atOnce(places, 1, async (after) => {
      const token = { snapshot, newest, after, left: null };
      const written = Buffer.from(JSON.stringify(token)).toString('base64url');
      const url = `${server.url}/odata/Reports?$skiptoken=${written}`;
      const { status } = await ask(url, { token: server.token, agent });
      if (status !== 200) throw new Error(`a page of OData was answered ${status}`);
    });
    return percentile(times, 0.95);
  } finally {
    agent.destroy();
  }
};

const rowsOfSheet = 200_000;

export const feedsBench: Bench = {
  name: 'feeds',
  question: 'What do XLSX and GeoJSON cost over the CSV, and a page of OData anywhere?',
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    const { server } = opened;
    try {
      const { from, n } = await daysWith(opened, rowsOfSheet);
      const some = `&date_from=${from}`;
      const seconds: Record<string, number[]> = {};
      const memory: number[] = [];
      const take = async (name: string, address: string) => {
        const taken = await takeStream(server, address, '*/*');
        seconds[name] = [...(seconds[name] ?? []), taken.seconds];
        log(`${name} ${taken.seconds.toFixed(2)} s, ${(taken.bytes / 1e6).toFixed(0)} MB`);
      };
      for (let round = 0; round < 3; round += 1) {
        await take('CSV of some', path('csv', some));
        memory.push(await grownMemory(server, () => take('XLSX of some', path('xlsx', some))));
        await take('CSV of all', path('csv'));
        await take('GeoJSON of all', path('geojson'));
      }
      const odata = await odataPage(opened);
      const of = (name: string) => best(seconds[name] ?? []);
      const figures: Figure[] = [
        {
          name: `XLSX of ${n} reports`,
          value: of('XLSX of some'),
          unit: 's',
          limit: { name: 'CSV of the same', value: of('CSV of some') },
          goal: 2.5,
        },
        {
          name: 'memory over idle while it is written',
          value: Math.max(...memory),
          unit: 'MB',
          most: 60,
        },
        {
          name: 'GeoJSON of all reports',
          value: of('GeoJSON of all'),
          unit: 's',
          limit: { name: 'CSV of the same', value: of('CSV of all') },
          goal: 1.5,
        },
        { name: 'OData page of 5000 reports anywhere, p95', value: odata, unit: 'ms', most: 150 },
      ];
      return { dataset: `${opened.words}; best of 3 rounds`, figures };
    } finally {
      await opened.close();
    }
  },
};
