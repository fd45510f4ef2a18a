// What tiles of large areas and the map's summary are made of: the rollups of cells.
import type { ReportFilters } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { type Colouring, facetCells, rollupCells, worldCells } from './cell-rollups.queries.ts';
import { cellsAround, cellsPerSide, cellZoom, isAmongCells, type Tile } from './cells.ts';
import type { BucketWidths } from './rollup-conditions.ts';
import { countsVersion } from './versioned-cache.ts';

export interface Question {
  filters: ReportFilters;
  colour: Colouring;
  /** The operation's today, YYYY-MM-DD. */
  today: string;
}

/** The number of reports of one value in one group; x and y are the sums of their positions in the world square. */
export interface GroupRow {
  gx: number;
  gy: number;
  value: string;
  n: number;
  x: number;
  y: number;
}

export interface CellRow {
  cell: number;
  value: string;
  n: number;
}

const cell = sql`cell`;
/** Reports without a position are counted under -1. */
const everywhere = sql<boolean>`cell >= 0`;
/** Groups of a tile from rollups; `size` cells to the side of a group. */
export const rollupGroups = (
  db: Reader,
  question: Question,
  tile: Tile,
  size: number,
): Promise<GroupRow[]> => {
  const place = tile.z === 0 ? everywhere : isAmongCells(cell, cellsAround(tile));
  const by = sql.lit(Math.log2(size));
  const side = sql.lit(cellsPerSide);
  return db
    .selectFrom(
      // Summed by cell first, which leaves few rows for the arithmetic.
      sql<GroupRow>`(
        select cx >> ${by} as gx, cy >> ${by} as gy, value, sum(n)::float8 as n,
          sum(n * (cx + 0.5)) / ${side} as x, sum(n * (cy + 0.5)) / ${side} as y
        from (select cell >> ${sql.lit(cellZoom)} as cx, cell & ${sql.lit(cellsPerSide - 1)} as cy,
            value, sum(n)::float8 as n
          from (${rollupCells({ ...question, place })}) as rollup group by cell, value) as placed
        group by 1, 2, 3 having sum(n) > 0)`.as('groups'),
    )
    .selectAll()
    .execute();
};

/**
 * All cells from rollups, where areOfWork or areOfFacets.
 * @param isLarge for large areas, where cells may stand for those around them
 */
export const rollupWorld = (
  db: Reader,
  question: Question,
  source: 'work' | 'facets',
  isLarge: boolean,
): Promise<CellRow[]> =>
  db
    .selectFrom(
      sql<CellRow>`(select cell, value, sum(n)::integer as n
        from (${(source === 'work' ? worldCells : facetCells)(question, isLarge)}) as rollup
        group by cell, value having sum(n) > 0)`.as('cells'),
    )
    .selectAll()
    .execute();

/** The version of the rollups, which changes with every counted change, and the areas' buckets. */
export const rollupStateNow = (db: Reader): Promise<BucketWidths & { version: string }> =>
  db
    .selectFrom(
      sql<BucketWidths & { version: string }>`(
        select ${countsVersion} as version, land_width, covered_width from rollup_state)`.as('now'),
    )
    .selectAll()
    .executeTakeFirstOrThrow();

/** Current reports of a tile, without filters, from rollups. */
export const rollupTotal = async (db: Reader, tile: Tile): Promise<number> => {
  const place = isAmongCells(cell, cellsAround(tile));
  const found = await db
    .selectFrom(
      sql<{ n: number }>`(select n from rollup_cell_lands where ${place}
        union all select n from report_deltas where cell is not null and ${place})`.as('rollup'),
    )
    .select(sql<number>`coalesce(sum(n), 0)`.as('n'))
    .executeTakeFirstOrThrow();
  return found.n;
};

/** How many reports have a position in the rollups, and the range of their columns and rows of cells. */
export const rollupExtent = (db: Reader, question: Question) =>
  db
    .selectFrom(
      sql<{ cell: number; n: number }>`(select cell, sum(n) as n
        from (${rollupCells({ ...question, place: everywhere })}) as rollup
        group by cell having sum(n) > 0)`.as('cells'),
    )
    .select([
      sql<number>`coalesce(sum(n), 0)::float8`.as('n'),
      sql<number | null>`min(cell >> ${sql.lit(cellZoom)})`.as('x0'),
      sql<number | null>`max(cell >> ${sql.lit(cellZoom)})`.as('x1'),
      sql<number | null>`min(cell & ${sql.lit(cellsPerSide - 1)})`.as('y0'),
      sql<number | null>`max(cell & ${sql.lit(cellsPerSide - 1)})`.as('y1'),
    ])
    .executeTakeFirstOrThrow();

/** The number of reports of a circle, and their mean position in the unit square of the world. */
export interface CircleMiddle {
  circle_key: string;
  n: number;
  x: number;
  y: number;
}

/**
 * The circles with the most matching reports, largest first, with the mean position of their cells. Only where
 * `areOfWork`.
 */
export const circleMiddles = (
  db: Reader,
  question: Question,
  most: number,
): Promise<CircleMiddle[]> =>
  db
    .selectFrom(
      sql<CircleMiddle>`(
        select value as circle_key, sum(n)::float8 as n,
          sum(n * ((cell >> ${sql.lit(cellZoom)}) + 0.5)::float8) / sum(n) / ${sql.lit(cellsPerSide)} as x,
          sum(n * ((cell & ${sql.lit(cellsPerSide - 1)}) + 0.5)::float8) / sum(n) / ${sql.lit(cellsPerSide)} as y
        from (${rollupCells({ ...question, colour: 'circle', place: everywhere })}) as rollup
        group by value having sum(n) > 0
        order by 2 desc, 1 limit ${sql.lit(most)})`.as('middles'),
    )
    .selectAll()
    .orderBy('n', 'desc')
    .execute();

/** Names of circles by their keys; circles without reports are left out. */
export const circleNames = async (
  db: Reader,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  const found = await db
    .selectFrom('circles')
    .select(['key', 'name'])
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .execute();
  return new Map(found.map(({ key, name }) => [key, name]));
};
