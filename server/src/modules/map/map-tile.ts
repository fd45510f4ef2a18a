// Chooses how a tile is made. A tile with few reports shows each of them, at any zoom; a crowded one groups
// them: in large areas from rollups, in streets from the reports.
import type { Reader } from '../../database/connection.ts';
import { areOfWork } from '../rollups/cell-rollups.queries.ts';
import { cellZoom, type Tile } from '../rollups/cells.ts';
import {
  type GroupRow,
  type Question,
  rollupGroups,
  rollupTotal,
} from '../rollups/tile-rollups.queries.ts';
import { groupCells, heldCells, totalIn } from './counted-cells.ts';
import { apart, clustersOf, encodeTile } from './encode-tile.ts';
import { reportGroups, tileReports } from './map.queries.ts';
import { placeOf } from './map-place.ts';

/** Groups to the side of a tile, as a power of two: 8, which is 64 pixels on the screen. */
const groupBits = 3;
/** The last zoom of tiles that are cut from the whole world's cells. Above it only the tile's own cells are read. */
const worldTo = 8;
/** The last zoom of tiles from cells; four groups to the side at this zoom. */
const cellTilesTo = 12;
/** From this zoom on few tiles cover the screen, so counting a tile first is cheap. */
const pointsFrom = 6;
/** Most reports that a tile shows one by one. */
const pointsAtMost = 1000;

const cellGroups = async (
  owner: object,
  db: Reader,
  question: Question,
  tile: Tile,
): Promise<GroupRow[]> => {
  const size = 2 ** Math.max(0, cellZoom - tile.z - groupBits);
  if (tile.z > worldTo && areOfWork(question)) return rollupGroups(db, question, tile, size);
  return groupCells(await heldCells(owner, db, question, tile.z <= worldTo), tile, size);
};

/** Current reports of a tile, without filters. */
const totalOf = async (owner: object, db: Reader, { today }: Question, tile: Tile) =>
  tile.z > worldTo
    ? rollupTotal(db, tile)
    : totalIn(await heldCells(owner, db, { filters: {}, colour: 'land', today }, true), tile);

/**
 * The bytes of a tile.
 * @param owner the server to which cached cells belong
 */
export const makeTile = async (
  owner: object,
  db: Reader,
  question: Question,
  tile: Tile,
): Promise<Uint8Array> => {
  const isOfStreets = tile.z > cellTilesTo;
  const mayShowPoints =
    isOfStreets ||
    (tile.z >= pointsFrom && (await totalOf(owner, db, question, tile)) <= pointsAtMost);
  if (mayShowPoints) {
    const reports = await tileReports(db, question, tile, pointsAtMost);
    if (reports.length > 0) {
      const points = reports.map((report) => ({ ...report, ...placeOf(report) }));
      return encodeTile(tile, [], points);
    }
  }
  const groups = isOfStreets
    ? await reportGroups(db, question, tile, 2 ** groupBits)
    : await cellGroups(owner, db, question, tile);
  return encodeTile(tile, apart(clustersOf(groups), tile), []);
};
