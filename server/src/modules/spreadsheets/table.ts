// A table to export: columns with their kinds, and rows streamed from the database. All formats are written from the
// same rows, so that CSV, XLSX and the feeds cannot differ in content.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { OperationNodeSource } from 'kysely';
import type { Snapshot } from '../../database/snapshot.ts';

/**
 * What a cell contains. `flag`: 1 or 0. `label-or-number`: a word or a number. `time`: `DD/MM/YYYY HH:mm:ss`. `photo`:
 * the name of a photo.
 */
export type CellKind = 'text' | 'number' | 'flag' | 'label-or-number' | 'time' | 'photo';

export interface Column {
  name: string;
  kind: CellKind;
}

/** Rows as COPY streams them. */
export interface TableRows {
  source: Readable;
  /** Text that stands for null and ends each row. */
  mark: string;
}

/**
 * Reads the rows of a query, which must be the last one of the snapshot.
 * @param query the cells in the order of the columns, then a null that ends the row
 */
export const readTable = ({ copyOut }: Snapshot, query: OperationNodeSource): TableRows => {
  const mark = randomBytes(8).toString('hex');
  return { source: copyOut(query, { csvWithNull: mark }), mark };
};
