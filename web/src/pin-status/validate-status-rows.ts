// The rules of spec 5 for the content of a status file, and R15 for a blank Status.
import type { PinStatus, Said } from '@survey/contract';

export const statusColumns = ['Circle', 'Pin', 'Status'] as const;
export type StatusColumn = (typeof statusColumns)[number];

/** Index of each column in the sheet. */
export type StatusColumnIndexes = Record<StatusColumn, number>;

export interface StatusRow {
  circle: string;
  pin: string;
  /** The text in the file; '' where it is blank. */
  status: string;
}

export interface RowError {
  /** Index of the row among the records. */
  index: number;
  /** 'Row N: …', N being index + 2. */
  message: string;
  said: Said;
}

export interface ValidatedRows {
  errors: RowError[];
  /** Valid rows with a blank Status, which means 0. */
  blankStatuses: number;
}

const plain = (header: string) => header.toLowerCase().replace(/[\s_.]+/g, '');

/** The column that a header means, if any. */
export const statusColumnOf = (header: string): StatusColumn | undefined =>
  statusColumns.find((column) => plain(column) === plain(header));

/** The indexes of the required columns, found without regard to case, spaces, underscores and dots. */
export const findStatusColumns = (
  headers: readonly string[],
): { indexes: StatusColumnIndexes; missing: StatusColumn[] } => {
  const [Circle = -1, Pin = -1, Status = -1] = statusColumns.map((column) =>
    headers.findIndex((header) => statusColumnOf(header) === column),
  );
  const indexes = { Circle, Pin, Status };
  return { indexes, missing: statusColumns.filter((column) => indexes[column] < 0) };
};

export const statusRowOf = (row: readonly string[], indexes: StatusColumnIndexes): StatusRow => ({
  circle: row[indexes.Circle] ?? '',
  pin: row[indexes.Pin] ?? '',
  status: row[indexes.Status] ?? '',
});

const zeroOrOne = /^([01])(?:\.0+)?$/;

/** 0 or 1 of a Status cell, 0 where it is blank, undefined where it is anything else. */
export const statusOf = (status: string): PinStatus | undefined => {
  if (status === '') return 0;
  const [, digit] = zeroOrOne.exec(status) ?? [];
  if (digit === undefined) return undefined;
  return digit === '1' ? 1 : 0;
};

/** What is wrong with one row, in the words and with the ids of the server; nothing where it is fine. */
const rowErrors = ({ circle, pin, status }: StatusRow, index: number): RowError[] => {
  const errors: RowError[] = [];
  const row = index + 2;
  if (circle === '' || pin === '') {
    const message = `Row ${row}: Missing Circle or Pin`;
    errors.push({ index, message, said: { id: 'row-missing', values: { row } } });
  }
  if (statusOf(status) === undefined) {
    const message = `Row ${row}: Invalid status "${status}"`;
    errors.push({ index, message, said: { id: 'row-status', values: { row, status } } });
  }
  return errors;
};

/** Checks every row. `report` is called with the number of rows done. */
export const validateStatusRows = (
  rows: readonly (readonly string[])[],
  indexes: StatusColumnIndexes,
  report: (done: number) => void = () => undefined,
): ValidatedRows => {
  const errors: RowError[] = [];
  let blankStatuses = 0;
  rows.forEach((cells, index) => {
    const row = statusRowOf(cells, indexes);
    const found = rowErrors(row, index);
    errors.push(...found);
    if (found.length === 0 && row.status === '') blankStatuses += 1;
    report(index + 1);
  });
  return { errors, blankStatuses };
};
