import { expect, test } from 'vitest';
import { escapedTexts } from './escape-formula.cases.ts';
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

test.each(escapedTexts)('%j as a cell is %j', (text, escaped) => {
  expect(escapeFormula(text)).toBe(escaped);
});
