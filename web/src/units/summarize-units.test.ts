import { describe, expect, test } from 'vitest';
import { questionableRows, summarizeUnits } from './summarize-units.ts';
import { recordWriter } from './write-record.ts';

const headers = ['CIRCLE ', 'pin', 'Pin_No', 'PIN', 'Owner Name'];
const row = (circle: string, pin: string, owner = '') => [circle, pin, '', '', owner];

describe('summary of a parcel list', () => {
  test('an empty sheet', () => {
    expect(summarizeUnits({ headers: [], rows: [] })).toEqual({
      rows: 0,
      recognised: [],
      others: [],
      missing: ['Circle', 'Pin'],
      unassignable: 0,
      duplicates: 0,
      shortenedPins: 0,
      errorCells: 0,
    });
  });

  test('the first column of a field is recognised, a second one is kept as it came', () => {
    const { recognised, others, missing } = summarizeUnits({ headers, rows: [] });
    expect(recognised).toEqual([
      { header: 'CIRCLE ', field: 'Circle' },
      { header: 'pin', field: 'Pin' },
      { header: 'Owner Name', field: 'OwnerName' },
    ]);
    expect(others).toEqual(['Pin_No', 'PIN']);
    expect(missing).toEqual([]);
  });

  test('every row is unassignable where a column is missing', () => {
    const sheet = { headers: ['Circle'], rows: [['Gulberg'], ['Gulberg']] };
    expect(summarizeUnits(sheet)).toMatchObject({
      missing: ['Pin'],
      unassignable: 2,
      duplicates: 0,
    });
  });

  test('circles are compared without regard to case, pins with their zeros', () => {
    const rows = [
      row('Gulberg', '1'),
      row('GULBERG', '1'),
      row('Gulberg', '01'),
      row('', '1'),
      row('Gulberg', ''),
      row('', ''),
      row('Gulberg', '1.23E+11'),
      row('Gulberg', '2', '#REF!'),
    ];
    const sheet = { headers, rows, rowNumbers: rows.map((_, at) => at + 5) };
    expect(summarizeUnits(sheet)).toMatchObject({
      rows: 8,
      unassignable: 3,
      duplicates: 1,
      shortenedPins: 1,
      errorCells: 1,
    });
    expect(questionableRows(sheet)).toEqual([
      { index: 1, reason: 'Same Circle and Pin as row 5' },
      { index: 3, reason: 'No Circle' },
      { index: 4, reason: 'No Pin' },
      { index: 5, reason: 'No Circle and no Pin' },
      { index: 6, reason: 'The digits of this Pin were dropped when the file was saved' },
    ]);
  });
});

describe('a record', () => {
  test('keeps every column in its order, whatever its name, and blanks as blanks', () => {
    const write = recordWriter(['Pin', '__proto__', 'constructor', '2', '1', 'say "hi"']);
    const text = write(['0001', 'a', 'b', 'ثنا', 'line\nbreak', '']);
    expect(text).toBe(
      '{"Pin":"0001","__proto__":"a","constructor":"b","2":"ثنا","1":"line\\nbreak","say \\"hi\\"":""}',
    );
    expect(Object.entries(JSON.parse(text))).toContainEqual(['__proto__', 'a']);
  });

  test('a row shorter than the header has blanks at its end', () => {
    expect(recordWriter(['a', 'b'])(['1'])).toBe('{"a":"1","b":""}');
  });
});
