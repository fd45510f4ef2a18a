// A table for people and programs outside: columns with their kinds, and rows streamed from the database. Every format is
// written from the same rows, so that CSV, XLSX and the feeds cannot differ in what they hold.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { OperationNodeSource } from 'kysely';
import type { Snapshot } from '../../database/snapshot.ts';

/**
 * What a cell holds. `flag`: 1 or 0. `label-or-number`: a word or a number. `time`: `DD/MM/YYYY HH:mm:ss`. `photo`: a
 * photo's name.
 */
export type CellKind = 'text' | 'number' | 'flag' | 'label-or-number' | 'time' | 'photo';

export interface Column {
  name: string;
  kind: CellKind;
}

/** Rows on their way from the database. */
export interface TableRows {
  source: Readable;
  /** Stands for null, and ends each row. */
  mark: string;
}

/**
 * Reads the rows of a query: the last question of the snapshot.
 * @param query the cells in the order of the columns, then a null that ends the row
 */
export const readTable = ({ copyOut }: Snapshot, query: OperationNodeSource): TableRows => {
  const mark = randomBytes(8).toString('hex');
  return { source: copyOut(query, { csvWithNull: mark }), mark };
};
