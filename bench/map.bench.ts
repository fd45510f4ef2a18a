// Tiles of the map at every distance and with filters, over HTTP with 8 clients at once, around real reports.
import http from 'node:http';
import {
  areaBuckets,
  calls,
  dayMs,
  type ReportOptions,
  utcDay,
  writeListFilter,
  writeRange,
} from '@survey/contract';
import { type Random, seeded } from '../field/random.ts';
import { ask, atOnce } from './clients.ts';
import { openDataset } from './dataset-server.ts';
import { type Bench, type Figure, percentile } from './figures.ts';

const clients = 8;
const tilesEach = 160;
/** Goal at ten million reports, in ms. */
const most = 150;

type Query = Record<string, string>;

const zooms = { country: [4, 7], city: [9, 12], street: [14, 17] } as const;
type Distance = keyof typeof zooms;

interface Place {
  latitude: number;
  longitude: number;
}

const tilePath = ({ latitude, longitude }: Place, z: number): string => {
  const side = 2 ** z;
  const radians = (latitude * Math.PI) / 180;
  const x = Math.floor(((longitude + 180) / 360) * side);
  const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * side);
  return calls.mapTile.path
    .replace(':z', String(z))
    .replace(':x', String(x))
    .replace(':y', String(y));
};

const drawsOf = (
  options: ReportOptions,
  newest: number,
): Record<string, (random: Random) => Query> => ({
  'no filter': () => ({}),
  'land type': (random) => ({ land: writeListFilter([random.pick(options.land).value]) }),
  user: (random) => ({ username: writeListFilter([random.pick(options.users).username]) }),
  circle: (random) => ({ circle: writeListFilter([random.pick(options.circle).value]) }),
  dates: (random) => {
    const from = newest - random.whole(0, 700) * dayMs;
    return { date_from: utcDay(from), date_to: utcDay(from + random.whole(0, 120) * dayMs) };
  },
  'land area': (random) => ({
    land_area: writeRange(random.pick(areaBuckets(options.largest_land_area))),
  }),
});

export const mapBench: Bench = {
  name: 'map',
  question: 'How long does a tile of the map take, at any distance and with any filter?',
  needsDataset: true,
  run: async (log, dataset) => {
    const opened = await openDataset(dataset);
    const { server, client } = opened;
    const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
    const get = async (path: string, query: Query) => {
      const url = new URL(path, server.url);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const { status, body } = await ask(url, { token: server.token, agent });
      if (status !== 200) throw new Error(`${url}: ${status} ${body.slice(0, 300)}`);
      return body;
    };
    try {
      const { rows: places } = await client.query<Place>(
        'select latitude, longitude from reports tablesample system (0.05) where latitude is not null and longitude is not null limit 5000',
      );
      const { rows } = await client.query<{ newest: Date }>(
        'select max(capture_time) as newest from reports',
      );
      const answer = await get(calls.allReportsNoPagination.path, { view: 'options' });
      const { options } = JSON.parse(answer) as { options: ReportOptions };
      const draws = drawsOf(options, (rows[0]?.newest as Date).getTime());
      const random = seeded('bench', 'map', dataset.reports);
      const figures: Figure[] = [];
      const all: number[] = [];
      for (const [filter, draw] of Object.entries(draws)) {
        for (const distance of Object.keys(zooms) as Distance[]) {
          const [from, to] = zooms[distance];
          const tiles = Array.from({ length: tilesEach }, () => ({
            path: tilePath(random.pick(places), random.whole(from, to)),
            query: draw(random),
          }));
          const times = await atOnce(tiles, clients, ({ path, query }) => get(path, query));
          all.push(...times);
          const value = percentile(times, 0.95);
          log(
            `${filter}, ${distance}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${value.toFixed(1)} ms, worst ${Math.max(...times).toFixed(0)} ms`,
          );
          figures.push({ name: `tile, ${filter}, ${distance}, p95`, value, unit: 'ms', most });
        }
      }
      figures.unshift({
        name: 'any of these tiles, p95',
        value: percentile(all, 0.95),
        unit: 'ms',
        most,
      });
      return { dataset: `${opened.words}; ${clients} clients at once`, figures };
    } finally {
      agent.destroy();
      await opened.close();
    }
  },
};
