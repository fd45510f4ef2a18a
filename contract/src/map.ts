// The map: positions of the reports that match the filters of the report page.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { numberOrText } from './fields.ts';
import { reportFilters } from './report-filters.ts';

/** Colourings of points and clusters. */
export const mapColourings = [
  'land',
  'username',
  'resubmission',
  'review',
  /** The worst severity of flags that nobody dismissed, or `none`. */
  'flag',
  'day',
] as const;
export type MapColouring = (typeof mapColourings)[number];

/** Colouring by day: the age of a capture in the operation's days; the value of each group. */
export const mapAges = ['today', 'week', 'month', 'older'] as const;
/** Upper age of the group in days: today; the last 7 days; the last 30. */
export const mapAgeDays = { today: 1, week: 7, month: 30 } as const;

export const mapZoomMost = 18;
/** Edge of a tile in its own units (Mapbox vector tiles). */
export const mapExtent = 4096;
/** Layers of a tile, and the properties of their features. */
export const mapLayers = {
  /** `n` reports; `c` the commonest value of the colouring, `s` its share in percent. */
  clusters: 'clusters',
  /** One report: its id is the feature's id, `c` the value of the colouring, `pin` its PIN. */
  points: 'points',
} as const;

/** Why the file of a base map cannot be used. */
export const mapArchiveProblems = [
  'missing',
  'unreadable',
  'other-format',
  'unsupported',
  'cut-off',
  'damaged',
] as const;
export type MapArchiveProblem = (typeof mapArchiveProblems)[number];

const basemap = z.object({
  style_url: z.string().nullable(),
  tiles_url: z.string().nullable(),
  attribution: z.string(),
  /** A PMTiles file, read by ranges with `mapArchive`; null where there is none that can be used. */
  archive: z
    .object({
      version: z.string(),
      kind: z.enum(['vector', 'raster']),
      min_zoom: z.number(),
      max_zoom: z.number(),
    })
    .nullable()
    .default(null),
  archive_problem: z.enum(mapArchiveProblems).nullable().default(null),
});
export type Basemap = z.output<typeof basemap>;

const errors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;
const tileCoordinate = (most: number) => numberOrText(z.number().int().min(0).max(most));

export const mapTile = defineCall({
  name: 'mapTile',
  module: 'map',
  method: 'GET',
  path: '/api/map/tiles/:z/:x/:y',
  access: 'administrator',
  circles: 'filters',
  summary:
    'A Mapbox vector tile of the current reports that match the filters: clusters, or single points where they are few.',
  input: {
    params: z.object({
      z: tileCoordinate(mapZoomMost),
      x: tileCoordinate(2 ** mapZoomMost),
      y: tileCoordinate(2 ** mapZoomMost),
    }),
    query: reportFilters.extend({ colour: z.enum(mapColourings).default('land') }),
  },
  reply: { kind: 'stream', types: ['application/vnd.mapbox-vector-tile'] },
  errors: [...errors, 'not-found'],
  extension: true,
  example: { params: { z: 0, x: 0, y: 0 }, query: { colour: 'land', circle: 'Model Town' } },
});

export const mapArchive = defineCall({
  name: 'mapArchive',
  module: 'map',
  method: 'GET',
  path: '/api/map/archive',
  access: 'administrator',
  circles: 'whole',
  summary:
    'The PMTiles file of the base map, whole or one range of it (Range header). `version` is that of the summary.',
  input: { query: z.object({ version: z.string().max(40) }) },
  reply: { kind: 'stream', types: ['application/vnd.pmtiles'] },
  errors: [...errors, 'not-found', 'conflict', 'range-not-satisfiable'],
  extension: true,
  example: { query: { version: '8n-mi1q2z' } },
});

export const mapSummary = defineCall({
  name: 'mapSummary',
  module: 'map',
  method: 'GET',
  path: '/api/map/summary',
  access: 'administrator',
  circles: 'filters',
  summary: 'How many reports that match have a position, the box that holds them, and the basemap.',
  input: { query: reportFilters },
  reply: {
    kind: 'json',
    schema: z.object({
      placed: z.number(),
      /** Bounding box of all matching reports, to within a few kilometres; null where there are none. */
      bounds: z
        .object({ minLng: z.number(), minLat: z.number(), maxLng: z.number(), maxLat: z.number() })
        .nullable(),
      basemap,
    }),
  },
  errors,
  extension: true,
  example: { query: { circle: 'Model Town' } },
});

export const mapCircles = defineCall({
  name: 'mapCircles',
  module: 'map',
  method: 'GET',
  path: '/api/map/circles',
  access: 'administrator',
  circles: 'filters',
  summary:
    'How many of the reports that match each circle has on the map, and their mean position.',
  input: { query: reportFilters },
  reply: {
    kind: 'json',
    schema: z.object({
      /** The largest first, 500 at most. */
      circles: z.array(
        z.object({ circle: z.string(), reports: z.number(), lng: z.number(), lat: z.number() }),
      ),
    }),
  },
  errors,
  extension: true,
  example: { query: { land: 'Residential' } },
});
export type MapCircle = z.output<typeof mapCircles.reply.schema>['circles'][number];
