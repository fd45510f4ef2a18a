// A table as the file that was asked for: CSV, or XLSX with a sheet about itself.
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
  /** Of the file, without its extension. */
  fileName: string;
  title: SheetText;
  columns: readonly Column[];
  rows: TableRows;
  /** Filters by name, as they are said in the file. */
  filters: readonly (readonly [name: string, value: string])[];
  /** Leads from a photo's name to the report. */
  linkOf?: LinkOf;
  /** Sees each row, for `counted`. */
  onRow?: (row: Row) => void;
  /** Further lines about the rows, when all have been seen. */
  counted?: (text: (name: SheetText) => string) => readonly AboutLine[];
}

interface Maker {
  actor: Actor;
  config: { TIME_ZONE: string };
}

/** Now, as times are written in the operation's time zone (R16). */
const writtenNow = (timeZone: string): string =>
  new Date().toLocaleString('en-GB', { timeZone }).replace(',', '');

/** The answer for a table. */
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
