// Coordinates of tiles and cells: Web Mercator, the world as a square from 0 to 1, y down (OpenStreetMap's tiles).
import type { Box } from '@survey/contract';
import { sql } from 'kysely';
import { cellsPerSide, type Tile } from '../rollups/cells.ts';

/** Just below 1, so that the world's last border belongs to its last tile, as in map_cell. */
const last = 0.9999999999;

/** A report's position in the world square; the same formula as map_cell, so that both agree at every border. */
export const worldX = sql<number>`greatest(0, least(${sql.lit(last)}, (longitude + 180) / 360))`;
export const worldY = sql<number>`greatest(0, least(${sql.lit(last)},
  (1 - asinh(tan(radians(greatest(-85.0511, least(85.0511, latitude))))) / pi()) / 2))`;

const longitudeOf = (x: number): number => x * 360 - 180;
const latitudeOf = (y: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** Degrees of a position in the world square. */
export const degreesOf = (x: number, y: number) => ({ lng: longitudeOf(x), lat: latitudeOf(y) });

/** The position of degrees: worldX and worldY in JavaScript. */
export const placeOf = ({ longitude, latitude }: { longitude: number; latitude: number }) => {
  const radians = (Math.max(-85.0511, Math.min(85.0511, latitude)) * Math.PI) / 180;
  const within = (place: number) => Math.max(0, Math.min(last, place));
  return {
    x: within((longitude + 180) / 360),
    y: within((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2),
  };
};

export const degreesOfTile = ({ z, x, y }: Tile): Box => {
  const side = 2 ** z;
  return {
    minLng: longitudeOf(x / side),
    maxLng: longitudeOf((x + 1) / side),
    minLat: latitudeOf((y + 1) / side),
    maxLat: latitudeOf(y / side),
  };
};

/** Degrees of a tile with a small margin; unbounded at the borders of the world square. */
export const degreesAround = (tile: Tile): Box => {
  const { minLng, maxLng, minLat, maxLat } = degreesOfTile(tile);
  const lastTile = 2 ** tile.z - 1;
  const [little, beyond] = [1e-9, 1e9];
  return {
    minLng: tile.x === 0 ? -beyond : minLng - little,
    maxLng: tile.x === lastTile ? beyond : maxLng + little,
    minLat: tile.y === lastTile ? -beyond : minLat - little,
    maxLat: tile.y === 0 ? beyond : maxLat + little,
  };
};

/** The box of cells from the first to the last column and row. */
export const boxOfCells = (x0: number, y0: number, x1: number, y1: number): Box => ({
  minLng: longitudeOf(x0 / cellsPerSide),
  maxLng: longitudeOf((x1 + 1) / cellsPerSide),
  minLat: latitudeOf((y1 + 1) / cellsPerSide),
  maxLat: latitudeOf(y0 / cellsPerSide),
});
