import { expect, test } from 'vitest';
import { escapeFormula, propertyReport, reportColumns, reportTextColumns } from './reports.ts';

test('the 21 columns stand in the order of spec 3', () => {
  expect(reportColumns).toEqual(
    (
      'id username user_name user_phone circle pin info floors_num basement Store_front land_area ' +
      'covered_area land other comments latitude longitude capture_time submission_time resubmission ' +
      'picture_path'
    ).split(' '),
  );
});

test('every column of free text is a text of the report', () => {
  for (const column of reportTextColumns) expect(propertyReport.shape[column].type).toBe('string');
});

test.each([
  '=1+1',
  '+92',
  '-5',
  '@home',
  '\tx',
  '\rx',
  '\nx',
  ' =1',
  '"=1',
  '＝1+1',
  '＠x',
])('%j is escaped', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`);
});

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['a;"=1+1"', 'a;"\'=1+1"'],
  ['a\n-1\tb', "a\n'-1\tb"],
  ['=a\t+b', "'=a\t'+b"],
])('%j is escaped where a cell begins in other spreadsheets', (text, escaped) => {
  expect(escapeFormula(text)).toBe(escaped);
});

test.each(['', '1+1', 'plain', "'=1", 'a; -1', 'a = b', '2-3\n4'])('%j stays as it is', (text) => {
  expect(escapeFormula(text)).toBe(text);
});
