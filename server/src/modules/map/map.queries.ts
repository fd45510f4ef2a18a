// What tiles of streets are made of: single reports or groups of them, read from the reports themselves.
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { matchingReports } from '../reports/report-filters.ts';
import { colourValue } from '../rollups/cell-rollups.queries.ts';
import { cellsAround, cellZoom, isAmongCells, type Tile } from '../rollups/cells.ts';
import type { CellRow, GroupRow, Question } from '../rollups/tile-rollups.queries.ts';
import { degreesAround, degreesOfTile, placeOf, worldX, worldY } from './map-place.ts';

const mapCell = sql<number>`map_cell(reports.latitude, reports.longitude)`;

const captureDay = sql`reports.capture_time::date`;

const placedReports = (db: Reader, { filters, colour, today }: Question) =>
  matchingReports(db, filters, 'rollup')
    .where('reports.latitude', 'is not', null)
    .where('reports.longitude', 'is not', null)
    .select(colourValue(colour, captureDay, today).as('value'));

/** Finds a tile's reports by their cells, which is exact where a tile is at least one cell large. */
const ofTile = (db: Reader, question: Question, tile: Tile) => {
  const inCells = placedReports(db, question).where(isAmongCells(mapCell, cellsAround(tile)));
  if (tile.z <= cellZoom) return inCells;
  const scale = sql.lit(2 ** tile.z);
  const { minLng, maxLng, minLat, maxLat } = degreesAround(tile);
  return (
    inCells
      // Cheaper than the formula below, which decides about the remaining rows.
      .where('longitude', '>=', minLng)
      .where('longitude', '<=', maxLng)
      .where('latitude', '>=', minLat)
      .where('latitude', '<=', maxLat)
      .where(sql<boolean>`floor(${worldX} * ${scale}) = ${tile.x}::integer`)
      .where(sql<boolean>`floor(${worldY} * ${scale}) = ${tile.y}::integer`)
  );
};

/** The reports of a tile, read from its index alone; none where there are more than `most`. */
export const tileReports = (db: Reader, question: Question, tile: Tile, most: number) => {
  const found = ofTile(db, question, tile)
    .select(['reports.id', 'reports.pin', 'reports.longitude', 'reports.latitude'])
    .limit(sql.lit(most + 1));
  return db
    .selectFrom(
      sql<{ id: number; pin: string; value: string; longitude: number; latitude: number }>`(
        with found as materialized (${found})
        select * from found where (select count(*) from found) <= ${sql.lit(most)})`.as('reports'),
    )
    .selectAll()
    .execute();
};

/**
 * Groups of a tile of streets from the reports themselves, `count` to its side. Groups are computed in degrees: at this
 * size the difference from the map projection is negligible, and it is faster.
 */
export const reportGroups = async (
  db: Reader,
  question: Question,
  tile: Tile,
  count: number,
): Promise<GroupRow[]> => {
  const { minLng, maxLng, minLat, maxLat } = degreesOfTile(tile);
  const column = sql<number>`floor((longitude - ${minLng}::float8) * ${count / (maxLng - minLng)}::float8)`;
  const row = sql<number>`floor((${maxLat}::float8 - latitude) * ${count / (maxLat - minLat)}::float8)`;
  const rows = await ofTile(db, question, tile)
    .select([
      column.as('gx'),
      row.as('gy'),
      sql<number>`count(*)`.as('n'),
      sql<number>`avg(longitude)`.as('longitude'),
      sql<number>`avg(latitude)`.as('latitude'),
    ])
    .groupBy([sql`1`, sql`2`, sql`3`])
    .execute();
  return rows.map(({ gx, gy, value, n, longitude, latitude }) => {
    const { x, y } = placeOf({ longitude, latitude });
    return { gx, gy, value, n, x: n * x, y: n * y };
  });
};

/** All cells, counted from the reports: for filters that the rollups do not cover. */
export const countedCells = (db: Reader, question: Question): Promise<CellRow[]> =>
  placedReports(db, question)
    .select([mapCell.as('cell'), sql<number>`count(*)`.as('n')])
    .groupBy([sql`1`, sql`2`])
    .execute();
