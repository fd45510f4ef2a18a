// Spreadsheets for the journeys: the folder of real files, and larger ones made on the spot.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { utils, write } from '@e965/xlsx';
import type { Download } from '@playwright/test';
import { unitColumns } from '@survey/contract';

export interface SheetFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const fixtures = path.resolve(import.meta.dirname, '../web/src/spreadsheets/fixtures');

/** A file of the folder of real files. */
export const fixture = (name: string): string => path.join(fixtures, name);

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook of one sheet. */
export const workbook = (rows: unknown[][], name = 'parcels.xlsx'): SheetFile => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { dense: true }), 'Parcels');
  const buffer = write(book, { type: 'buffer', bookType: 'xlsx', compression: true });
  return { name, mimeType: xlsxType, buffer };
};

/** A workbook that was downloaded, under a name that the upload screen takes. */
export const downloaded = async (download: Download): Promise<SheetFile> => ({
  name: 'downloaded.xlsx',
  mimeType: xlsxType,
  buffer: await readFile(await download.path()),
});

export const csv = (text: string, name = 'status.csv'): SheetFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

/** Rows of a parcel list that pack badly, so that few of them make a large file. */
export const parcelRows = (count: number, circle: string): unknown[][] => [
  [...unitColumns],
  ...Array.from({ length: count }, (_, n) => [
    circle,
    String(n).padStart(7, '0'),
    `R${n % 9}`,
    `Locality ${n % 1000} ${(n * 7919) % 104_729}`,
    'ABCDEFG'[n % 7],
    `${n % 500} Street ${(n * 104_729) % 1_299_709}`,
    `Owner ${(n * 15_485_863) % 32_452_843}`,
    n % 3 ? 'Main Boulevard' : '',
  ]),
];

/** Lines of a status file. */
export const statusLines = (count: number, circle: string): string =>
  `Circle,Pin,Status\n${Array.from({ length: count }, (_, n) => `${circle},${String(n).padStart(7, '0')},${n % 2}`).join('\n')}\n`;
