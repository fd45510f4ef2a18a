// Text files: comma, semicolon, tab or bar between the cells, quotes as in RFC 4180.
import Papa from 'papaparse';
import { refuseAbove } from './count-tags.ts';
import { gridBounds } from './grid-bounds.ts';
import { countKnownHeaders } from './known-headers.ts';
import { type Grid, type GridRow, type ReportProgress, SheetError } from './sheet.ts';
import { sheetLimits } from './sheet-limits.ts';
import { trimCell } from './trim-cell.ts';

const separators = [',', ';', '\t', '|'] as const;

/** Rows examined to find the separator. */
const sampleRows = 50;

/** Characters examined for it: a file may be one endless row. */
const sampleCharacters = 1 << 20;

/** Rows between two reports of progress. */
const rowsPerReport = 5000;

interface Fit {
  separator: string;
  knownHeaders: number;
  rows: number;
  /** Rows that have the most common number of cells, where that is 2 or more. */
  regularRows: number;
  columns: number;
}

const fitOf = (text: string, separator: string): Fit => {
  const { data } = Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    preview: sampleRows,
    skipEmptyLines: true,
  });
  const rowsByWidth = new Map<number, number>();
  for (const row of data) {
    if (row.length > 1) rowsByWidth.set(row.length, (rowsByWidth.get(row.length) ?? 0) + 1);
  }
  const [columns, regularRows] = [...rowsByWidth].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [
    1, 0,
  ];
  const knownHeaders = Math.max(0, ...data.map(countKnownHeaders));
  return { separator, knownHeaders, rows: data.length, regularRows, columns };
};

const bestFit = (text: string): Fit => {
  const sample = text.slice(0, sampleCharacters);
  const fits = separators.map((separator) => fitOf(sample, separator));
  const [best] = fits.sort(
    (a, b) =>
      b.knownHeaders - a.knownHeaders || b.regularRows - a.regularRows || b.columns - a.columns,
  );
  return best as Fit;
};

/** Prose has commas too: a table has headers that we know, or the same number of cells in every row. */
const isTable = ({ separator, knownHeaders, rows, regularRows, columns }: Fit): boolean =>
  knownHeaders > 0 || (rows > 1 && regularRows === rows && (columns > 2 || separator === '\t'));

/** `="0001234"`: a formula that keeps leading zeros when a spreadsheet program opens a CSV. */
const textFormula = /^="(.*)"$/s;

const cellOf = (raw: string): string => {
  const cell = trimCell(raw);
  return textFormula.exec(cell)?.[1] ?? cell;
};

/** The parser delivers whole rows, and a row may be the whole file: cells are counted before parsing. */
const checkCells = (text: string, separator: string): void => {
  let cells = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
    cells += 1;
    refuseAbove(cells, sheetLimits.places, 'too-many-cells');
  }
};

/**
 * Reads delimited text; every cell stays as it was written, trimmed.
 * `mustBeTable`: refuse prose, for files whose name promises a workbook. Throws SheetError.
 */
export const readDelimited = (
  text: string,
  { mustBeTable, report }: { mustBeTable: boolean; report: ReportProgress },
): Grid => {
  // Line ends differ between programs, and within files that went through several.
  let body = text.replace(/\r\n?/g, '\n');
  const declared = /^sep=(.)\n/i.exec(body);
  if (declared) body = body.slice(declared[0].length);
  const fit = bestFit(body);
  if (mustBeTable && !isTable(fit)) throw new SheetError('not-a-spreadsheet');
  const separator = declared?.[1] ?? fit.separator;
  checkCells(body, separator);
  const rows: GridRow[] = [];
  const checkRow = gridBounds();
  let number = declared ? 1 : 0;
  Papa.parse<string[]>(body, {
    delimiter: separator,
    newline: '\n',
    step: ({ data, errors, meta }) => {
      // A quote that is never closed would swallow every row after it into one cell.
      if (errors.some(({ code }) => code === 'MissingQuotes')) throw new SheetError('damaged');
      if (number % rowsPerReport === 0) {
        report({ stage: 'rows', rows: number, share: meta.cursor / body.length });
      }
      number += 1;
      const cells = data.map(cellOf);
      checkRow(cells);
      if (cells.some((cell) => cell !== '')) rows.push({ number, cells });
    },
  });
  return { sheetName: '', sheetCount: 1, rows, merges: [] };
};
