// Tiles count the same reports as the list, for any filters, at every zoom and on every border.

import { VectorTile } from '@mapbox/vector-tile';
import {
  calls,
  circleKey,
  joinList,
  type MapColouring,
  mapColourings,
  mapLayers,
  reportFilters,
} from '@survey/contract';
import { sql } from 'kysely';
import { PbfReader } from 'pbf';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { randomFrom } from '../../testing/random.ts';
import {
  insertReports,
  type Report,
  variedReports,
  variety,
} from '../../testing/report-factory.ts';
import { isShown, shownReports } from '../../testing/report-reference.ts';
import { applyDeltas, rebuildRollups } from '../rollups/rollups.commands.ts';

const server = setUpTestServer();
let reports: Report[];

/** Longitudes and latitudes on the borders of tiles, of the world, and in one crowded street. */
const placeOf = (random: ReturnType<typeof randomFrom>) => {
  if (random.chance(0.05)) return { latitude: null, longitude: random.chance(0.5) ? 74 : null };
  if (random.chance(0.1)) {
    return {
      longitude: random.pick([-180, -90, 0, 45, 90, 180]),
      latitude: random.pick([-90, -85.06, 0, 66.51326044311186, 85.06, 90]),
    };
  }
  const spread = random.chance(0.7) ? 0.004 : 0.8;
  return {
    latitude: 31.5 + (random.number(1_000_000) / 1e6) * spread,
    longitude: 74.3 + (random.number(1_000_000) / 1e6) * spread,
  };
};

/** The worst flag of a report that nobody dismissed, in the data that `addFlags` stores. */
const flagOf = ({ id }: Report): string => {
  if (id % 3 !== 0 || id % 5 === 0) return 'none';
  return id % 2 === 0 ? 'critical' : 'hint';
};

const addFlags = () =>
  sql`insert into flags (report_id, check_name, version, severity, found, capture_time, in_queue, dismissed_at)
    select id, name, 1, severity, '{}', capture_time, false, case when id % 5 = 0 then now() end
    from reports cross join (values ('photo-same', 3), ('pace', 1)) as flagged (name, severity)
    where id % 3 = 0 and (severity = 1 or id % 2 = 0)`.execute(server.database.db);

beforeAll(async () => {
  const random = randomFrom(7);
  const varied = variedReports(2400, 5).map((report) => ({ ...report, ...placeOf(random) }));
  // Days of every age, so that month and day rollups are both used.
  const today = Date.now();
  const aged = varied.map((report, at) =>
    at % 3 === 0
      ? { ...report, capture_time: new Date(today - random.number(100) * 24 * 3600 * 1000) }
      : report,
  );
  reports = await insertReports(server.database, aged);
});

type Query = Record<string, string>;

interface Feature {
  layer: string;
  id: number | undefined;
  n: number;
  c: string;
}

const readTile = (bytes: Buffer): Feature[] => {
  const { layers } = new VectorTile(new PbfReader(bytes));
  return Object.entries(layers).flatMap(([layer, features]) =>
    Array.from({ length: features.length }, (_, at) => {
      const { id, properties } = features.feature(at);
      const n = layer === mapLayers.points ? 1 : Number(properties.n);
      return { layer, id, n, c: String(properties.c) };
    }),
  );
};

const tile = async (place: { z: number; x: number; y: number }, query: Query) => {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api/map/tiles/${place.z}/${place.x}/${place.y}`,
    query,
    headers: { authorization: `Bearer ${server.administrator.token}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return readTile(answer.rawPayload);
};

const sum = (features: readonly Feature[]) => features.reduce((total, { n }) => total + n, 0);

/** Column or row of the tile that contains a position; the textbook formula, with the world's last border inside. */
const tileOf = ({ latitude, longitude }: Report, z: number) => {
  if (latitude === null || longitude === null) return undefined;
  const side = 2 ** z;
  const radians = (Math.max(-85.0511, Math.min(85.0511, latitude)) * Math.PI) / 180;
  const within = (place: number) => Math.min(side - 1, Math.max(0, Math.floor(place * side)));
  return {
    z,
    x: within((longitude + 180) / 360),
    y: within((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2),
  };
};

const isPlaced = ({ latitude, longitude }: Report) => latitude !== null && longitude !== null;

const recent = new Date(Date.now() - 20 * 24 * 3600 * 1000).toISOString().slice(0, 10);
const long = new Date(Date.now() - 80 * 24 * 3600 * 1000).toISOString().slice(0, 10);
const values: Record<string, readonly string[]> = {
  date_from: [...variety.days, recent, long],
  date_to: [...variety.days, recent, long],
  date: variety.days,
  username: variety.usernames.map((value) => joinList([value])),
  land: variety.lands.filter(Boolean).map((value) => joinList([value])),
  name: variety.names.map((value) => joinList([value])),
  circle: variety.circles.map((value) => joinList([value])),
  resubmission: ['No', '0', '1', 'No,1'],
  pin: ['0', '1', 'ab'],
  floors: ['1', '2,3'],
  basement: ['true', 'false'],
  land_area: ['0-200', '200-400'],
  box: ['74.3,31.5,74.302,31.502', '-180,-90,74.31,31.6'],
};

const randomQuery = (random: ReturnType<typeof randomFrom>, most: number): Query =>
  Object.fromEntries(
    random
      .some(Object.keys(values), most)
      .slice(0, random.number(most + 1))
      .map((name) => [name, random.pick(values[name] ?? [])]),
  );

const compareAtRandom = async (seed: number, rounds: number) => {
  const random = randomFrom(seed);
  let seen = 0;
  for (let round = 0; round < rounds; round += 1) {
    const query = randomQuery(random, 3);
    const colour = random.pick(mapColourings);
    const shown = shownReports(reports, reportFilters.parse(query)).filter(isPlaced);
    expect({ query, n: sum(await tile({ z: 0, x: 0, y: 0 }, { ...query, colour })) }).toEqual({
      query,
      n: shown.length,
    });
    const z = 1 + random.number(18);
    const place = tileOf(random.pick(reports.filter(isPlaced)), z);
    if (!place) continue;
    const inTile = shown.filter((report) => {
      const of = tileOf(report, z);
      return of?.x === place.x && of.y === place.y;
    });
    const features = await tile(place, { ...query, colour });
    expect({ query, place, n: sum(features) }).toEqual({ query, place, n: inTile.length });
    const points = features.filter(({ layer }) => layer === mapLayers.points);
    const ids = new Set(inTile.map(({ id }) => id));
    expect(points.every(({ id }) => id !== undefined && ids.has(id))).toBe(true);
    seen += inTile.length > 0 ? 1 : 0;
  }
  expect(seen).toBeGreaterThan(rounds / 8);
};

describe('a tile counts what the list shows', () => {
  test('before any delta is applied', () => compareAtRandom(11, 60));

  test('after deltas are applied', async () => {
    await applyDeltas(server.database);
    await compareAtRandom(12, 60);
  });

  test('after changes, with deltas applied or not: replaced, moved, sent back', async () => {
    const [one, two, three, ...others] = reports as [Report, Report, Report, ...Report[]];
    const change = (id: number, set: object) =>
      server.database.db.updateTable('reports').set(set).where('id', '=', id).execute();
    await change(one.id, { replaced_by: others[0]?.id });
    await change(two.id, { latitude: 31.5001, longitude: 74.3001 });
    await applyDeltas(server.database);
    await change(three.id, { resubmission: 1 });
    reports = [
      { ...one, replaced_by: others[0]?.id ?? null },
      { ...two, latitude: 31.5001, longitude: 74.3001 },
      { ...three, resubmission: 1 },
      ...others,
    ];
    await compareAtRandom(13, 40);
    await rebuildRollups(server.database, 'Asia/Karachi');
    await compareAtRandom(14, 20);
  });

  test.each(
    mapColourings,
  )('coloured by %s, its values are those of the reports', async (colour) => {
    const today = Date.now();
    const expectedValue = (report: Report, by: MapColouring): string => {
      if (by === 'land') return report.land;
      if (by === 'username') return report.username;
      if (by === 'resubmission') return String(report.resubmission ?? 'No');
      if (by === 'review')
        return report.resubmission === 1 ? 'sent_back' : (report.review ?? 'new');
      if (by === 'flag') return flagOf(report);
      return (today - report.capture_time.getTime()) / (24 * 3600 * 1000) > 31 ? 'older' : 'young';
    };
    const place = tileOf(reports.find(isPlaced) as Report, 18);
    if (!place) throw new Error('no place');
    await addFlags();
    onTestFinished(async () => {
      await server.database.db.deleteFrom('flags').execute();
    });
    const crowded = await tile({ z: 0, x: 0, y: 0 }, { colour });
    const known = new Set(reports.map((report) => expectedValue(report, colour)));
    for (const { c } of crowded) {
      expect(known).toContain(colour === 'day' && c !== 'older' ? 'young' : c);
    }
    const byId = new Map(reports.map((report) => [report.id, report]));
    for (const { id, c, layer } of await tile(place, { colour })) {
      if (layer !== mapLayers.points) continue;
      const value = expectedValue(byId.get(id ?? 0) as Report, colour);
      expect(colour === 'day' && c !== 'older' ? 'young' : c).toBe(value);
    }
  });
});

describe('a box', () => {
  test('holds its borders, and nothing a millionth of a degree beyond', async () => {
    const report = reports.find(
      ({ latitude, replaced_by }) => latitude !== null && latitude > 31.6 && replaced_by === null,
    ) as Report;
    const [lat, lng] = [Number(report.latitude), Number(report.longitude)];
    const total = async (box: string) =>
      (
        await server.call(
          calls.allReports,
          { query: { box, pin: report.pin, per_page: 500 } },
          server.administrator.token,
        )
      ).body.data.filter(({ id }) => id === report.id).length;
    expect(await total([lng, lat, lng, lat].join())).toBe(1);
    expect(await total([lng - 1, lat - 1, lng, lat].join())).toBe(1);
    expect(await total([lng, lat, lng + 1, lat + 1].join())).toBe(1);
    expect(await total([lng + 1e-6, lat, lng + 1, lat + 1].join())).toBe(0);
    expect(await total([lng - 1, lat - 1, lng, lat - 1e-6].join())).toBe(0);
  });

  test.each([
    '1,2,3',
    '1,2,3,x',
    '3,0,1,1',
    '0,-91,1,1',
    '-181,0,1,1',
    '1,2,3,4,5',
  ])('%s is refused, by list, tile and summary', async (box) => {
    const token = server.administrator.token;
    const answers = await Promise.all([
      server.call(calls.allReports, { query: { box } }, token),
      server.call(calls.mapTile, { params: { z: 0, x: 0, y: 0 }, query: { box } }, token),
      server.call(calls.mapSummary, { query: { box } }, token),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
  });
});

describe('the summary', () => {
  const summary = async (query: Query) =>
    (await server.call(calls.mapSummary, { query }, server.administrator.token)).body;

  test('counts reports with a position, and its bounds hold them', async () => {
    for (const query of [
      {},
      { land: 'Commercial' },
      { floors: '2' },
      { land: 'None' },
    ] as Query[]) {
      const shown = reports.filter((report) => isShown(report, reportFilters.parse(query)));
      const placed = shown.filter(isPlaced);
      const { placed: counted, bounds } = await summary(query);
      expect({ query, counted }).toEqual({ query, counted: placed.length });
      if (!bounds) expect(placed).toEqual([]);
      else {
        const outside = placed.filter(
          ({ latitude, longitude }) =>
            Number(longitude) < bounds.minLng ||
            Number(longitude) > bounds.maxLng ||
            Number(latitude) < Math.max(bounds.minLat, -90) - 5 ||
            Number(latitude) > bounds.maxLat + 5,
        );
        expect(outside).toEqual([]);
      }
    }
  });

  test('says that there is no basemap', async () => {
    expect((await summary({})).basemap).toEqual({
      style_url: null,
      tiles_url: null,
      attribution: '',
      archive: null,
      archive_problem: null,
    });
  });
});

describe('the circles', () => {
  const circles = async (query: Query) =>
    (await server.call(calls.mapCircles, { query }, server.administrator.token)).body.circles;

  test.each([
    {},
    { circle: variety.circles[0] as string },
    { land: 'Commercial', resubmission: '0' },
    { date_from: '2026-01-10' },
    { floors: '2' },
    { severity: 'none', land: 'Residential' },
    { land: 'None' },
  ] as Query[])('count what the filters %j leave, the largest first', async (query) => {
    const filters = reportFilters.parse(query);
    const expected = new Map<string, number>();
    for (const report of reports.filter((row) => isShown(row, filters) && isPlaced(row))) {
      const key = circleKey(report.circle);
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
    const found = await circles(query);
    const counted = new Map(found.map(({ circle, reports: n }) => [circleKey(circle), n]));
    expect(counted).toEqual(expected);
    const order = found.map(({ reports: n }) => n);
    expect(order).toEqual([...order].sort((one, other) => other - one));
  });

  test('lie where their matching reports are, to within a cell', async () => {
    const filters = reportFilters.parse({ floors: '2' });
    const [first] = await circles({ floors: '2' });
    const key = circleKey(first?.circle ?? '');
    const own = reports.filter(
      (row) => isShown(row, filters) && isPlaced(row) && circleKey(row.circle) === key,
    );
    const mean = own.reduce((sum, { longitude }) => sum + Number(longitude), 0) / own.length;
    expect(Math.abs(mean - (first?.lng ?? 0))).toBeLessThan(360 / 2 ** 14);
  });
});

describe('tiles', () => {
  test('beyond the world are not found', async () => {
    const { status } = await server.call(
      calls.mapTile,
      { params: { z: 2, x: 4, y: 0 }, query: {} },
      server.administrator.token,
    );
    expect(status).toBe(404);
  });

  test('are kept by the browser alone, and shortly', async () => {
    const { headers } = await server.call(
      calls.mapTile,
      { params: { z: 0, x: 0, y: 0 }, query: {} },
      server.administrator.token,
    );
    expect(headers['content-type']).toBe('application/vnd.mapbox-vector-tile');
    expect(headers['cache-control']).toBe('private, max-age=30');
  });
});
