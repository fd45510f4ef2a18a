import { expect, test } from 'vitest';
import { readSheet } from './read-sheet.ts';
import { writeReasons } from './write-reasons.ts';

test("the user's own columns come back with their zeros and the reasons last", async () => {
  const sheet = {
    sheetName: 'Status',
    sheetCount: 1,
    headers: ['Circle', 'Pin', 'Why'],
    rows: [
      ['Gulberg', '0001', ''],
      ['=1+1', '351234567890123', 'asked'],
    ],
    rowNumbers: [2, 3],
    headerRow: 1,
  };
  const blob = await writeReasons(sheet, [{ index: 1, reason: 'No such pin' }]);
  const read = await readSheet(new File([blob], 'rejected.xlsx'));
  expect(read.headers).toEqual(['Circle', 'Pin', 'Why', 'Why 2']);
  expect(read.rows).toEqual([['=1+1', '351234567890123', 'asked', 'No such pin']]);
});
