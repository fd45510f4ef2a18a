// The cells of the rollups of places, and which of them a tile holds (OpenStreetMap's tiles).
import { sql } from 'kysely';

/** Zoom of the cells of the rollups: `map_cell` of migration 0002, x * 2^14 + y. */
export const cellZoom = 14;
export const cellsPerSide = 2 ** cellZoom;

export interface Tile {
  z: number;
  x: number;
  y: number;
}

export const cellX = (cell: number): number => Math.floor(cell / cellsPerSide);
export const cellY = (cell: number): number => cell % cellsPerSide;

/** The cells of a tile that is at least one cell large: first and last column, first and last row. */
export const cellsOf = ({ z, x, y }: Tile) => {
  const size = 2 ** (cellZoom - z);
  return { x0: x * size, x1: (x + 1) * size - 1, y0: y * size, y1: (y + 1) * size - 1 };
};

/** The cells that cover a tile of any size. */
export const cellsAround = (tile: Tile) => {
  if (tile.z <= cellZoom) return cellsOf(tile);
  const size = 2 ** (tile.z - cellZoom);
  const [x, y] = [Math.floor(tile.x / size), Math.floor(tile.y / size)];
  return { x0: x, x1: x, y0: y, y1: y };
};

/** Up to this many cells are listed one by one: a range of columns would also read everything between the rows. */
const namedAtMost = 64;

/** Whether a cell (a column or expression of SQL) is one of these. */
export const isAmongCells = (
  cell: ReturnType<typeof sql>,
  { x0, x1, y0, y1 }: ReturnType<typeof cellsOf>,
) => {
  const [columns, rows] = [x1 - x0 + 1, y1 - y0 + 1];
  if (columns * rows <= namedAtMost) {
    const cells = Array.from(
      { length: columns * rows },
      (_, at) => (x0 + Math.floor(at / rows)) * cellsPerSide + y0 + (at % rows),
    );
    return sql<boolean>`${cell} = any(${cells}::integer[])`;
  }
  const first = x0 * cellsPerSide + y0;
  const last = x1 * cellsPerSide + y1;
  const strip = sql<boolean>`${cell} between ${first}::integer and ${last}::integer`;
  return x0 === x1 || (y0 === 0 && y1 === cellsPerSide - 1)
    ? strip
    : sql<boolean>`${strip} and (${cell} & ${sql.lit(cellsPerSide - 1)}) between ${y0}::integer and ${y1}::integer`;
};
