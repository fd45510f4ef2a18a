// A table as CSV (R21): UTF-8 with BOM, RFC 4180, formulas escaped.
import type { Readable } from 'node:stream';
import { csvRows } from './csv-rows.ts';
import type { Column, TableRows } from './table.ts';
import { wrapped } from './wrapped-stream.ts';

export const csvType = 'text/csv; charset=utf-8';

const canBeFormula = ({ kind }: Column): boolean => kind === 'text';

export const writeCsv = (columns: readonly Column[], { source, mark }: TableRows): Readable =>
  wrapped(source, {
    before: `\uFEFF${columns.map(({ name }) => name).join(',')}\r\n`,
    each: csvRows(mark, columns.map(canBeFormula)),
    after: '',
  });
