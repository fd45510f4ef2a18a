import { Readable } from 'node:stream';
import { calls, type MapColouring, type ReportFilters } from '@survey/contract';
import { AppError } from '../../app-error.ts';
import { read } from '../../plugins/calls.ts';
import { say } from '../../say.ts';
import type { Services } from '../../services.ts';
import type { Question } from '../rollups/tile-rollups.queries.ts';
import { mapCirclesOf } from './map-circles.ts';
import { mapSummaryOf } from './map-summary.ts';
import { makeTile } from './map-tile.ts';
import { sendArchive } from './send-archive.ts';

/** Tiles may be cached: a console that knows of new reports requests them under another address. */
const tileSeconds = 30;

/** By time zone: making one takes a tenth of a millisecond. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Today in a time zone, YYYY-MM-DD. */
const todayIn = (timeZone: string): string => {
  // sv-SE formats days as ISO 8601.
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  dayFormats.set(timeZone, format);
  return format.format(new Date());
};

const questionOf = (
  { config }: Services,
  filters: ReportFilters,
  colour: MapColouring,
): Question => ({ filters, colour, today: todayIn(config.TIME_ZONE) });

export const mapRoutes = {
  mapTile: read(calls.mapTile, async ({ db, services }, { params: tile, query }) => {
    const { colour, ...filters } = query;
    if (Math.max(tile.x, tile.y) >= 2 ** tile.z) throw new AppError('not-found', say('no-tile'));
    const bytes = await makeTile(services, db, questionOf(services, filters, colour), tile);
    return {
      type: 'application/vnd.mapbox-vector-tile',
      body: Readable.from([Buffer.from(bytes)]),
      length: bytes.length,
      headers: { 'cache-control': `private, max-age=${tileSeconds}` },
    };
  }),
  mapArchive: read(calls.mapArchive, ({ services, request }, { query }) =>
    sendArchive(services.mapArchive, request, query.version),
  ),
  mapCircles: read(calls.mapCircles, ({ db, services }, { query: filters }) =>
    mapCirclesOf(services, db, questionOf(services, filters, 'land')),
  ),
  mapSummary: read(calls.mapSummary, ({ db, services }, { query: filters }) =>
    mapSummaryOf(services, db, questionOf(services, filters, 'land')),
  ),
};
