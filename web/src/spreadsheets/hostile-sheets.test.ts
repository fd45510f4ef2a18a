// Small files that expand: each is refused soon, by the limit that it exceeds, with a message that names it.
import { utils, type WorkSheet, write } from '@e965/xlsx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readSheet } from './read-sheet.ts';
import { type ReadFailure, readFailures } from './sheet.ts';
import { sheetLimits } from './sheet-limits.ts';

/** Far longer than any refusal takes; without the limits these files take minutes or never end. */
const soonMs = 20_000;

const file = (content: BlobPart, name: string) => new File([content], name);

interface Parts {
  sheetData: string;
  afterData?: string;
  sharedStrings?: string;
  others?: Record<string, Uint8Array>;
}

const types =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>';
const relations = (entries: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`;
const officeType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** An .xlsx of one sheet, written by hand: no program would write these. */
const xlsx = ({ sheetData, afterData = '', sharedStrings = '', others = {} }: Parts): File =>
  file(
    new Uint8Array(
      zipSync(
        {
          '[Content_Types].xml': strToU8(types),
          '_rels/.rels': strToU8(
            relations(
              `<Relationship Id="r1" Type="${officeType}/officeDocument" Target="xl/workbook.xml"/>`,
            ),
          ),
          'xl/workbook.xml': strToU8(
            `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${officeType}"><sheets><sheet name="Parcels" sheetId="1" r:id="r1"/></sheets></workbook>`,
          ),
          'xl/_rels/workbook.xml.rels': strToU8(
            relations(
              `<Relationship Id="r1" Type="${officeType}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${officeType}/sharedStrings" Target="sharedStrings.xml"/>`,
            ),
          ),
          'xl/worksheets/sheet1.xml': strToU8(
            `<worksheet><sheetData>${sheetData}</sheetData>${afterData}</worksheet>`,
          ),
          ...(sharedStrings && {
            'xl/sharedStrings.xml': strToU8(`<sst>${sharedStrings}</sst>`),
          }),
          ...others,
        },
        { level: 1 },
      ),
    ),
    'parcels.xlsx',
  );

const text = (at: string, value: string) =>
  `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const header = `<row r="1">${text('A1', 'Circle')}${text('B1', 'Pin')}</row>`;
const first = `<row r="2">${text('A2', 'Gulberg')}${text('B2', '0001')}</row>`;
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 2}">${text(`A${at + 2}`, 'x')}</row>`);
const merges = (count: number, span: string) =>
  `<mergeCells>${`<mergeCell ref="${span}"/>`.repeat(count)}</mergeCells>`;

const columnName = (column: number): string =>
  column < 0
    ? ''
    : columnName(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26));

const xlsbBytes = (sheet: Partial<WorkSheet>) => {
  const book = utils.book_new();
  const table = utils.aoa_to_sheet([
    ['Circle', 'Pin'],
    ['Gulberg', '0001'],
  ]);
  utils.book_append_sheet(book, Object.assign(table, sheet), 'Parcels');
  return new Uint8Array<ArrayBuffer>(write(book, { type: 'array', bookType: 'xlsb' }));
};
const xlsb = (sheet: Partial<WorkSheet>): File => file(xlsbBytes(sheet), 'a.xlsx');

/** An .xlsb with one merged block, whose record is repeated: the library takes ten seconds to write as many. */
const xlsbMerges = (): File => {
  const merge = { s: { r: 0, c: 0 }, e: { r: 0, c: 1 } };
  const name = 'xl/worksheets/sheet1.bin';
  const parts = unzipSync(xlsbBytes({ '!merges': [merge] }));
  const sheet = Buffer.from(parts[name] as Uint8Array);
  // BrtMergeCell: its number, 16 bytes, which are rows and columns.
  const [at, length] = [sheet.indexOf(Buffer.from([0xb0, 0x01, 16])), 19];
  const record = sheet.subarray(at, at + length);
  const records = Array.from({ length: sheetLimits.merges }, () => record);
  parts[name] = Buffer.concat([sheet.subarray(0, at), ...records, sheet.subarray(at)]);
  return file(new Uint8Array(zipSync(parts, { level: 1 })), 'a.xlsx');
};

/** Records of BIFF8: its beginning, and one that lists the merged blocks of a thousand rows, repeated. */
const biffMerges = (): Uint8Array<ArrayBuffer> => {
  const record = new Uint8Array(4 + 2 + 8 * 1000);
  new DataView(record.buffer).setUint32(0, 0x00e5 + ((2 + 8 * 1000) << 16), true);
  new DataView(record.buffer).setUint16(4, 1000, true);
  const bytes = new Uint8Array(20 + 101 * record.length);
  bytes.set([9, 8, 16, 0, 0, 6, 5]);
  for (let at = 20; at < bytes.length; at += record.length) bytes.set(record, at);
  return bytes;
};

const ods = (rows: string) =>
  file(
    new Uint8Array(
      zipSync({
        mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
        'META-INF/manifest.xml': strToU8('<manifest:manifest/>'),
        'styles.xml': strToU8('<office:document-styles/>'),
        'content.xml': strToU8(
          `<office:document-content><office:body><office:spreadsheet><table:table table:name="Parcels">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
        ),
      }),
    ),
    'parcels.xlsx',
  );
const page = (table: string) => file(`<html><body><table>${table}</table></body></html>`, 'a.xls');
const xml2003 = (table: string) =>
  file(
    `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table>${table}</Table></Worksheet></Workbook>`,
    'a.xls',
  );

const refused: [what: string, failure: ReadFailure, make: () => File][] = [
  [
    'an .xlsx with more blank cells than are read, whatever their prefix',
    'too-many-cells',
    () => xlsx({ sheetData: `<row r="1">${'<x:c />'.repeat(sheetLimits.cells + 1)}</row>` }),
  ],
  [
    'an .xlsx with 200 000 merged cells',
    'too-many-merges',
    () => xlsx({ sheetData: header + first, afterData: merges(200_000, 'A1:A1048576') }),
  ],
  [
    'an .xlsx with fewer merged cells, each over ten thousand rows',
    'too-many-merges',
    () => xlsx({ sheetData: rowsOf(10_001).join(''), afterData: merges(2_100, 'A1:A10001') }),
  ],
  [
    'an .xlsx of 16 000 columns',
    'too-many-columns',
    () => {
      const cells = Array.from({ length: 16_000 }, (_, at) => text(`${columnName(at)}1`, `c${at}`));
      return xlsx({ sheetData: `<row r="1">${cells.join('')}</row>` });
    },
  ],
  [
    'an .xlsx with a column that no sheet has',
    'too-many-columns',
    () => xlsx({ sheetData: `<row r="1">${text('ZZZZ1', 'x')}</row>` }),
  ],
  [
    'an .xlsx with a row number of ten digits',
    'too-many-rows',
    () => xlsx({ sheetData: `${header}<row r="4294967290">${text('A4294967290', 'x')}</row>` }),
  ],
  [
    'an .xlsx with more rows than a sheet has',
    'too-many-rows',
    () => xlsx({ sheetData: '<row></row>'.repeat(sheetLimits.rows + 1) }),
  ],
  [
    'an .xlsx with more shared texts than are read',
    'too-many-texts',
    () => xlsx({ sheetData: header, sharedStrings: '<si></si>'.repeat(sheetLimits.texts + 1) }),
  ],
  [
    'an .xlsx of ten thousand parts',
    'too-many-parts',
    () => {
      const names = Array.from({ length: sheetLimits.entries }, (_, at) => `xl/media/${at}.png`);
      const others = Object.fromEntries(names.map((name) => [name, new Uint8Array()]));
      return xlsx({ sheetData: header, others });
    },
  ],
  [
    'an .xlsx with a cell that is a book',
    'too-long-cell',
    () => xlsx({ sheetData: `<row r="1">${text('A1', 'x'.repeat(32_768))}</row>` }),
  ],
  [
    'an .xlsx whose rows and columns cross at too many places',
    'too-wide-table',
    () => {
      const wide = Array.from({ length: 1000 }, (_, at) => text(`${columnName(at)}1`, `c${at}`));
      return xlsx({ sheetData: `<row r="1">${wide.join('')}</row>${rowsOf(20_001).join('')}` });
    },
  ],
  ['an .xls with 100 001 merged cells', 'too-many-merges', () => file(biffMerges(), 'a.xls')],
  ['an .xlsb with 100 001 merged cells', 'too-many-merges', xlsbMerges],
  [
    'an .xls of more than 64 MB',
    'too-large-xls',
    () => {
      const bytes = new Uint8Array(sheetLimits.binaryBytes + 1);
      bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
      return file(bytes, 'a.xls');
    },
  ],
  [
    'an .ods with a row that is repeated a million times',
    'too-many-cells',
    () =>
      ods(
        '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>',
      ),
  ],
  [
    'an HTML table with a cell over a thousand million columns',
    'too-many-columns',
    () => page('<tr><td colspan="1000000000">Circle</td><td>Pin</td></tr>'),
  ],
  [
    'an HTML table that merges every cell',
    'too-many-merges',
    () => page(`<tr>${'<td rowspan="2">x</td>'.repeat(10_001)}</tr>`),
  ],
  [
    'an XML table whose column spans a thousand million',
    'too-many-columns',
    () => xml2003('<Column ss:Span="1000000000"/><Row><Cell><Data>x</Data></Cell></Row>'),
  ],
  ['a text file of 16 000 columns', 'too-many-columns', () => file('x,'.repeat(16_000), 'a.csv')],
  [
    'a text file that is one row of commas',
    'too-many-cells',
    () => file(','.repeat(21_000_000), 'a.csv'),
  ],
  [
    'a text file of blank rows',
    'too-many-rows',
    () => file(`Circle,Pin${'\n'.repeat(sheetLimits.rows + 1)}`, 'a.csv'),
  ],
  [
    'a text file with a cell that is a book',
    'too-long-cell',
    () => file(`Circle,Pin\n"${'x'.repeat(40_000)}",1`, 'a.csv'),
  ],
];

describe('refuses, soon and by name', () => {
  test.each(refused)('%s: %s', async (_, failure, make) => {
    const before = process.cpuUsage();
    await expect(readSheet(make())).rejects.toMatchObject({ name: 'SheetError', failure });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(soonMs);
  });
});

describe('reads what only looks large', () => {
  const parcels = [['Gulberg', '0001']];

  test('a link over a whole sheet, which is dropped', async () => {
    const link = '<hyperlinks><x:hyperlink ref="A1:XFD1048576" location="a"/></hyperlinks>';
    const sheet = await readSheet(xlsx({ sheetData: header + first, afterData: link }));
    expect(sheet.rows).toEqual(parcels);
  });

  test('an .xlsb with a link over many cells', async () => {
    const linked = utils.aoa_to_sheet([
      ['Circle', 'Pin'],
      ['Gulberg', '0001'],
    ]);
    (linked.A1 as { l?: object }).l = { Target: 'https://example.org' };
    expect((await readSheet(xlsb(linked))).rows).toEqual(parcels);
  });

  test('rows with one cell in the last column', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, at) => `<row r="${at + 2}">${text(`XFD${at + 2}`, 'x')}</row>`,
    );
    const sheet = await readSheet(xlsx({ sheetData: header + rows.join('') }));
    expect(sheet.headers).toEqual(['Circle', 'Pin', 'Column XFD']);
    expect(sheet.rows).toHaveLength(20_000);
  });

  test('entities of its own, which stay as they are', async () => {
    const [entity, others] = ['&b;'.repeat(1000), '<!ENTITY b "&a;&a;&a;&a;">'];
    const sheetData = `${header}<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${others}]><row r="2">${text('A2', entity)}</row>`;
    const { rows } = await readSheet(xlsx({ sheetData }));
    expect(rows.flat().join('').length).toBeLessThan(entity.length + 100);
  });

  test('an .ods whose blank rows are repeated to the last one', async () => {
    const cell = (value: string) =>
      `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
    const row = (...values: string[]) =>
      `<table:table-row>${values.map(cell).join('')}</table:table-row>`;
    const blank =
      '<table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
    const sheet = await readSheet(ods(row('Circle', 'Pin') + row('Gulberg', '0001') + blank));
    expect(sheet.rows).toEqual(parcels);
  });

  test('the size that is promised: 200 000 rows of 20 columns', async () => {
    const row = Array.from({ length: 20 }, (_, at) => `value ${at}`).join();
    const { rows } = await readSheet(file(`${row}\n`.repeat(200_001), 'a.csv'));
    expect(rows).toHaveLength(200_000);
    expect(sheetLimits.cells).toBeGreaterThan(200_000 * 20);
  });

  test('a cell of blanks, in one pass', async () => {
    const blanks = ' '.repeat(30_000);
    const { rows } = await readSheet(file(`Circle,Pin\n${`x${blanks}x,1\n`.repeat(200)}`, 'a.csv'));
    expect(rows).toHaveLength(200);
  });
});

test('each sentence says the number of its limit', () => {
  const { bytes, binaryBytes, markupBytes, ...counts } = sheetLimits;
  const said: Partial<Record<ReadFailure, number>> = {
    'too-large': bytes / 1024 ** 2,
    'too-large-xls': binaryBytes / 1024 ** 2,
    'too-large-markup': markupBytes / 1024 ** 2,
    'too-many-parts': counts.entries,
    'too-many-cells': counts.cells,
    'too-many-texts': counts.texts,
    'too-wide-table': counts.places,
    'too-many-rows': counts.rows,
    'too-many-columns': counts.columns,
    'too-many-merges': counts.merges,
    'too-long-cell': counts.cellCharacters,
    'too-slow': counts.seconds,
  };
  for (const [failure, limit] of Object.entries(said)) {
    expect(readFailures[failure as ReadFailure]).toContain(limit.toLocaleString('en'));
  }
});
