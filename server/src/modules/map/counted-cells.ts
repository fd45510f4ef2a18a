// Cells of filters that no kept count knows (areas, floors, PINs, boxes): counted once for the whole world, and
// every tile of a large area is cut from that for a moment.
import type { Reader } from '../../database/connection.ts';
import { type CellRow, countedCells, type GroupRow, type Question } from './map.queries.ts';
import { cellsOf, cellsPerSide, cellX, cellY, type Tile } from './map-place.ts';

/** Filters that are held at once; a filter's cells are a few thousand rows. */
const heldAtMost = 24;
/** They are held for as long as ten times what counting took, and at least this long, in milliseconds. */
const heldMs = 1500;

interface Held {
  cells: Promise<CellRow[]>;
  until: number;
}

const held = new WeakMap<object, Map<string, Held>>();

/** The cells of a question, counted or as counted a moment ago. Two who ask at once wait for one count. */
export const heldCells = (owner: object, db: Reader, question: Question): Promise<CellRow[]> => {
  const ofOwner = held.get(owner) ?? new Map<string, Held>();
  held.set(owner, ofOwner);
  const key = JSON.stringify(question);
  const known = ofOwner.get(key);
  if (known && known.until > Date.now()) return known.cells;
  const started = Date.now();
  const cells = countedCells(db, question);
  const entry: Held = { cells, until: Number.POSITIVE_INFINITY };
  ofOwner.delete(key);
  ofOwner.set(key, entry);
  cells.then(
    () => {
      entry.until = Date.now() + Math.max(heldMs, 10 * (Date.now() - started));
    },
    () => ofOwner.delete(key),
  );
  for (const oldest of ofOwner.keys()) {
    if (ofOwner.size <= heldAtMost) break;
    ofOwner.delete(oldest);
  }
  return cells;
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
