// Writes a table in the format that was asked for: CSV, or XLSX with a sheet that describes the file.
import { fileTypes, type SheetOptions } from '@survey/contract';
import type { Actor } from '../../database/audit.ts';
import { csvType, writeCsv } from './csv.ts';
import type { Row } from './csv-cells.ts';
import { type SheetText, sheetText } from './sheet-texts.ts';
import type { Column, TableRows } from './table.ts';
import { writeXlsx } from './xlsx.ts';
import type { LinkOf } from './xlsx-cells.ts';
import type { AboutLine } from './xlsx-parts.ts';

export interface Sheet {
  /** Name of the file without extension. */
  fileName: string;
  title: SheetText;
  columns: readonly Column[];
  rows: TableRows;
  /** Filters by name, as text for the file. */
  filters: readonly (readonly [name: string, value: string])[];
  /** Gives the address of a report for its photo's cell. */
  linkOf?: LinkOf;
  /** Called for each row, so that `counted` can report totals. */
  onRow?: (row: Row) => void;
  /** Further lines about the rows, called after the last row. */
  counted?: (text: (name: SheetText) => string) => readonly AboutLine[];
}

interface Maker {
  actor: Actor;
  config: { TIME_ZONE: string };
}

/** The present time in the operation's time zone, in the format of R16. */
const writtenNow = (timeZone: string): string =>
  new Date().toLocaleString('en-GB', { timeZone }).replace(',', '');

/** The answer of a call that exports a table. */
export const writeSheet = (
  { actor, config }: Maker,
  { format, language }: SheetOptions,
  { fileName, title, columns, rows, filters, linkOf, onRow, counted }: Sheet,
) => {
  if (format === 'csv') {
    return { type: csvType, fileName: `${fileName}.csv`, body: writeCsv(columns, rows) };
  }
  const text = sheetText(language);
  let count = 0;
  const made: AboutLine[] = [
    [text('made'), writtenNow(config.TIME_ZONE)],
    [text('timeZone'), config.TIME_ZONE],
    [text('by'), `${actor.name} (${actor.username})`],
    ...(actor.key ? [[text('key'), actor.key.name] as const] : []),
    ...(filters.length === 0 ? [[text('filter'), text('none')] as const] : []),
    ...filters.map(([name, value]) => [`${text('filter')}: ${name}`, value] as const),
  ];
  const body = writeXlsx(
    {
      name: text(title),
      columns,
      isRightToLeft: language === 'ur',
      ...(linkOf && { linkOf }),
      onRow: (row) => {
        count += 1;
        onRow?.(row);
      },
      about: {
        name: text('about'),
        lines: () => [...made, [text('rows'), count], ...(counted?.(text) ?? [])],
      },
    },
    rows,
  );
  return { type: fileTypes.xlsx, fileName: `${fileName}.xlsx`, body };
};
