// Spreadsheets for the journeys: the folder of real files, and larger generated ones.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CFB, utils, type WorkSheet, write } from '@e965/xlsx';
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

const parcel = () =>
  utils.aoa_to_sheet([
    ['Circle', 'Pin'],
    ['Gulberg', '0001'],
  ]);

const bookOf = (sheet: WorkSheet): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Parcels');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true });
};

/** Small files that expand enormously, and the console's message for each. */
export const sheetBombs = (): { says: string; file: SheetFile }[] => {
  const container = CFB.read(bookOf(parcel()), { type: 'buffer' });
  const sheet = CFB.find(container, 'sheet1.xml');
  const cells = '<c/>'.repeat(6_000_001);
  sheet.content = Buffer.from(
    `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
  );
  const blankCells = Buffer.from(
    CFB.write(container, { fileType: 'zip', type: 'buffer', compression: true }),
  );
  const merges = Array.from({ length: 200_000 }, () => ({
    s: { r: 0, c: 0 },
    e: { r: 1_000_000, c: 0 },
  }));
  const columns = Array.from({ length: 16_000 }, (_, at) => `column ${at}`);
  const bomb = (says: string, buffer: Buffer) => ({
    says,
    file: { name: 'bomb.xlsx', mimeType: xlsxType, buffer },
  });
  return [
    bomb('more than 6,000,000 cells', blankCells),
    bomb('more than 100,000 merged cells', bookOf({ ...parcel(), '!merges': merges })),
    bomb('more than 1,000 columns', bookOf(utils.aoa_to_sheet([columns]))),
  ];
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

/** Rows of a parcel list that compress badly, so that few of them make a large file. */
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
