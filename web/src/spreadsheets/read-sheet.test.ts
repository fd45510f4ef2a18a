import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { expectedFailures, expectedTables } from './fixtures/expected.ts';
import { readSheet } from './read-sheet.ts';
import type { ReadProgress } from './sheet.ts';

const folder = fileURLToPath(new URL('./fixtures', import.meta.url));
const open = (name: string) => new File([new Uint8Array(readFileSync(join(folder, name)))], name);
const textFile = (text: string, name = 'sheet.csv') => new File([text], name);

test('every file of the folder has its expectation', () => {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(ts|md)$/.test(entry.name))
    .map(({ name }) => name);
  expect(files.sort()).toEqual(
    [...Object.keys(expectedTables), ...Object.keys(expectedFailures)].sort(),
  );
});

describe('refuses', () => {
  test.each(Object.entries(expectedFailures))('%s: %s', async (name, failure) => {
    await expect(readSheet(open(name))).rejects.toMatchObject({ name: 'SheetError', failure });
  });

  test('a zip bomb without unpacking it', async () => {
    const before = process.memoryUsage().rss;
    await expect(readSheet(open('bomb.xlsx'))).rejects.toMatchObject({ failure: 'too-large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('a file that can no longer be opened', async () => {
    const gone = {
      name: 'gone.xlsx',
      size: 5,
      stream: () => {
        throw new DOMException('gone', 'NotFoundError');
      },
    };
    await expect(readSheet(gone)).rejects.toMatchObject({ failure: 'cannot-open' });
  });

  test('cuts of a workbook at every length, without hanging', async () => {
    const whole = new Uint8Array(readFileSync(join(folder, 'messy.xls')));
    for (let length = 1; length < whole.length; length += 333) {
      const cut = new File([whole.subarray(0, length)], 'cut.xls');
      await expect(readSheet(cut), `first ${length} bytes`).rejects.toMatchObject({
        name: 'SheetError',
      });
    }
  });
});

describe('reads', () => {
  test.each(Object.entries(expectedTables))('%s', async (name, expected) => {
    const sheet = await readSheet(open(name));
    expect(sheet.headers).toEqual(expected.headers);
    expect(sheet.rows).toEqual(expected.rows);
    expect(sheet.rowNumbers).toEqual(expected.rowNumbers ?? expected.rows.map((_, at) => at + 2));
    if (expected.sheetName) expect(sheet.sheetName).toBe(expected.sheetName);
  });

  test('a workbook by its content where the name says text, and the reverse', async () => {
    const bytes = new Uint8Array(readFileSync(join(folder, 'status.xlsx')));
    expect((await readSheet(new File([bytes], 'status.csv'))).rows).toHaveLength(3);
    expect((await readSheet(textFile('Circle,Pin\nGulberg,1', 'list.xlsx'))).rows).toEqual([
      ['Gulberg', '1'],
    ]);
  });

  test('tells how far it has come, in bytes and rows', async () => {
    const told: ReadProgress[] = [];
    const body = Array.from({ length: 12_000 }, (_, row) => `Gulberg,${row}`).join('\n');
    const file = textFile(`Circle,Pin\n${body}`);
    await readSheet(file, (progress) => told.push(progress));
    expect(told.at(0)).toEqual({ stage: 'bytes', done: file.size, total: file.size });
    const rows = told.filter((progress) => progress.stage === 'rows');
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.every(({ share }) => share >= 0 && share <= 1)).toBe(true);
    expect(rows.at(-1)).toMatchObject({ rows: 10_000 });
  });
});

describe('text files', () => {
  test.each([
    ['comma', 'Circle,Pin,Area\nGulberg,1,"2,5"'],
    ['semicolon with decimal commas', 'Circle;Pin;Area\nGulberg;1;2,5'],
    ['tab', 'Circle\tPin\tArea\nGulberg\t1\t2,5'],
    ['bar', 'Circle|Pin|Area\nGulberg|1|2,5'],
    ['Macintosh line ends', 'Circle;Pin;Area\rGulberg;1;2,5\r'],
    ['mixed line ends', 'Circle;Pin;Area\r\n;;\nGulberg;1;2,5\r'],
  ])('%s', async (_, text) => {
    expect((await readSheet(textFile(text))).rows).toEqual([['Gulberg', '1', '2,5']]);
  });

  test('line breaks and doubled quotes inside a cell', async () => {
    const { rows } = await readSheet(textFile('Circle,Pin\r\n"Gul\r\nberg ""East""",0\r\n'));
    expect(rows).toEqual([['Gul\nberg "East"', '0']]);
  });

  test('headers twice and missing, and columns that are blank throughout', async () => {
    const { headers, rows } = await readSheet(textFile('Pin,Pin,,Pin_1,,x\n1,2,3,4,,5'));
    expect(headers).toEqual(['Pin', 'Pin_1', 'Column C', 'Pin_1_1', 'x']);
    expect(rows).toEqual([['1', '2', '3', '4', '5']]);
  });

  test('headers that no list knows', async () => {
    const { headers } = await readSheet(textFile('Parcels\n\nName,Street,Number\nAli,Canal,7'));
    expect(headers).toEqual(['Name', 'Street', 'Number']);
  });
});
