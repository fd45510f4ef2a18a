// Cells of a map query, counted once for the whole world; the tiles of large areas are cut from them. Counts that come
// from rollups stay cached until their version changes; others (areas, floors, PINs, boxes) for a short time.
import type { Reader } from '../../database/connection.ts';
import { AskerLeft } from '../../database/reading-pool.ts';
import { areOfFacets, areOfWork } from '../rollups/cell-rollups.queries.ts';
import { cellsOf, cellsPerSide, cellX, cellY, type Tile } from '../rollups/cells.ts';
import {
  type CellRow,
  type GroupRow,
  type Question,
  rollupStateNow,
  rollupWorld,
} from '../rollups/tile-rollups.queries.ts';
import { countedCells } from './map.queries.ts';

/** Most queries cached at once; the cells of one are some thousand rows. */
const heldAtMost = 24;
/**
 * Counts made from the reports are cached ten times as long as counting took, and at least this long, in milliseconds.
 */
const heldMs = 1500;

interface Held {
  cells: Promise<CellRow[]>;
  /** Version of the rollups; none where the reports were counted. */
  version: string | undefined;
  until: number;
}

const held = new WeakMap<object, Map<string, Held>>();

const sourceOf = (question: Question, state: Awaited<ReturnType<typeof rollupStateNow>>) => {
  if (areOfWork(question)) return 'work';
  return areOfFacets(question, state) ? 'facets' : undefined;
};

/** Cells by facets. Where the areas' buckets changed since the state was read, the reports are counted. */
const facetWorld = async (db: Reader, question: Question, isLarge: boolean): Promise<CellRow[]> => {
  const cells = await rollupWorld(db, question, 'facets', isLarge);
  const isStill = areOfFacets(question, await rollupStateNow(db));
  return isStill ? cells : countedCells(db, question);
};

/**
 * The cells of a query. Concurrent requests share one count.
 * @param isLarge for large areas, where cells may stand for those around them
 */
export const heldCells = async (
  owner: object,
  db: Reader,
  question: Question,
  isLarge: boolean,
): Promise<CellRow[]> => {
  const ofOwner = held.get(owner) ?? new Map<string, Held>();
  held.set(owner, ofOwner);
  // Read before the cells: a change in between makes the cells newer than their version, which is safe.
  const state = await rollupStateNow(db);
  const source = sourceOf(question, state);
  const version = source && state.version;
  // Counts from the reports are always by cell, so large and small areas share them.
  const key = JSON.stringify([question, source && isLarge]);
  const known = ofOwner.get(key);
  if (known && known.version === version && known.until > Date.now()) {
    return known.cells.catch((error: unknown) => {
      if (!(error instanceof AskerLeft)) throw error;
      // The request that was counting disconnected. Where ours has too, the retry ends at once.
      return heldCells(owner, db, question, isLarge);
    });
  }
  const started = Date.now();
  const cells =
    source === 'work'
      ? rollupWorld(db, question, source, isLarge)
      : (source ? facetWorld : countedCells)(db, question, isLarge);
  const entry: Held = { cells, version, until: Number.POSITIVE_INFINITY };
  ofOwner.delete(key);
  ofOwner.set(key, entry);
  cells.then(
    () => {
      if (!source) entry.until = Date.now() + Math.max(heldMs, 10 * (Date.now() - started));
    },
    () => {
      if (ofOwner.get(key) === entry) ofOwner.delete(key);
    },
  );
  for (const oldest of ofOwner.keys()) {
    if (ofOwner.size <= heldAtMost) break;
    ofOwner.delete(oldest);
  }
  return cells;
};

/** Reports in the cells of a tile. */
export const totalIn = (cells: readonly CellRow[], tile: Tile): number => {
  const { x0, x1, y0, y1 } = cellsOf(tile);
  let total = 0;
  for (const { cell, n } of cells) {
    const [x, y] = [cellX(cell), cellY(cell)];
    if (x >= x0 && x <= x1 && y >= y0 && y <= y1) total += n;
  }
  return total;
};

/** The groups of a tile, `size` cells to the side. */
export const groupCells = (cells: readonly CellRow[], tile: Tile, size: number): GroupRow[] => {
  const { x0, x1, y0, y1 } = cellsOf(tile);
  const groups = new Map<string, GroupRow>();
  for (const { cell, value, n } of cells) {
    const [x, y] = [cellX(cell), cellY(cell)];
    if (x < x0 || x > x1 || y < y0 || y > y1) continue;
    const [gx, gy] = [Math.floor(x / size), Math.floor(y / size)];
    const key = `${gx} ${gy} ${value}`;
    const group = groups.get(key) ?? { gx, gy, value, n: 0, x: 0, y: 0 };
    group.n += n;
    group.x += (n * (x + 0.5)) / cellsPerSide;
    group.y += (n * (y + 0.5)) / cellsPerSide;
    groups.set(key, group);
  }
  return [...groups.values()];
};
