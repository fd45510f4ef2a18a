import type { Reader } from '../../database/connection.ts';
import type { Services } from '../../services.ts';
import { areOfWork } from '../rollups/cell-rollups.queries.ts';
import { cellX, cellY } from '../rollups/cells.ts';
import { type Question, rollupExtent } from '../rollups/tile-rollups.queries.ts';
import { heldCells } from './counted-cells.ts';
import { boxOfCells } from './map-place.ts';

const countedExtent = async (owner: object, db: Reader, question: Question) => {
  const cells = await heldCells(owner, db, question, false);
  const extent = { n: 0, x0: null, x1: null, y0: null, y1: null } as Awaited<
    ReturnType<typeof rollupExtent>
  >;
  for (const { cell, n } of cells) {
    const [x, y] = [cellX(cell), cellY(cell)];
    extent.n += n;
    extent.x0 = Math.min(extent.x0 ?? x, x);
    extent.x1 = Math.max(extent.x1 ?? x, x);
    extent.y0 = Math.min(extent.y0 ?? y, y);
    extent.y1 = Math.max(extent.y1 ?? y, y);
  }
  return extent;
};

/** Number and extent of the matching reports on the map, and the base map. */
export const mapSummaryOf = async (services: Services, db: Reader, question: Question) => {
  const { config, mapArchive } = services;
  const [extent, { archive, problem, attribution }] = await Promise.all([
    areOfWork(question) ? rollupExtent(db, question) : countedExtent(services, db, question),
    mapArchive.state(),
  ]);
  const { n, x0, x1, y0, y1 } = extent;
  const isSomewhere = x0 !== null && x1 !== null && y0 !== null && y1 !== null;
  return {
    placed: n,
    bounds: isSomewhere ? boxOfCells(x0, y0, x1, y1) : null,
    basemap: {
      style_url: config.MAP_STYLE_URL ?? null,
      tiles_url: config.MAP_TILES_URL ?? null,
      attribution: config.MAP_ATTRIBUTION ?? attribution,
      archive,
      archive_problem: problem,
    },
  };
};
