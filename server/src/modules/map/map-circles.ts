// The circles of the matching reports: position and number of reports. From rollups where possible, else from the
// reports.
import type { Reader } from '../../database/connection.ts';
import { areOfWork } from '../rollups/cell-rollups.queries.ts';
import { cellsPerSide, cellX, cellY } from '../rollups/cells.ts';
import {
  type CellRow,
  type CircleMiddle,
  circleMiddles,
  circleNames,
  type Question,
} from '../rollups/tile-rollups.queries.ts';
import { heldCells } from './counted-cells.ts';
import { degreesOf } from './map-place.ts';

const circlesMost = 500;

/** The middle of each circle: the mean of its cells, weighted by reports. */
const middlesOf = (cells: readonly CellRow[]): CircleMiddle[] => {
  const middles = new Map<string, CircleMiddle>();
  for (const { cell, value, n } of cells) {
    const middle = middles.get(value) ?? { circle_key: value, n: 0, x: 0, y: 0 };
    middle.n += n;
    middle.x += n * (cellX(cell) + 0.5);
    middle.y += n * (cellY(cell) + 0.5);
    middles.set(value, middle);
  }
  return [...middles.values()]
    .map(({ circle_key, n, x, y }) => ({
      circle_key,
      n,
      x: x / n / cellsPerSide,
      y: y / n / cellsPerSide,
    }))
    .sort((one, other) => other.n - one.n)
    .slice(0, circlesMost);
};

/** The circles with the most matching reports that have a position, largest first. */
export const mapCirclesOf = async (
  owner: object,
  db: Reader,
  { filters, today }: Pick<Question, 'filters' | 'today'>,
) => {
  const question: Question = { filters, today, colour: 'circle' };
  const middles = areOfWork(question)
    ? await circleMiddles(db, question, circlesMost)
    : middlesOf(await heldCells(owner, db, question, false));
  const names = await circleNames(
    db,
    middles.map(({ circle_key }) => circle_key),
  );
  return {
    circles: middles.map(({ circle_key, n: reports, x, y }) => ({
      circle: names.get(circle_key) ?? circle_key,
      reports,
      ...degreesOf(x, y),
    })),
  };
};
