import { describe, expect, test } from 'vitest';
import { errorLines } from './error-lines.ts';
import { refuseStatusFile } from './status-file.ts';
import { findStatusColumns, statusOf, validateStatusRows } from './validate-status-rows.ts';

const indexes = { Circle: 0, Pin: 1, Status: 2 };
const messages = (...rows: string[][]) =>
  validateStatusRows(rows, indexes).errors.map(({ message }) => message);

describe('the file', () => {
  const file = { name: 'status.csv', type: 'text/csv', size: 10 };

  test.each([
    ['none', undefined, 'Please select a file'],
    [
      'a document',
      { ...file, name: 'status.docx', type: 'application/msword' },
      'Please select a valid Excel or CSV file (.xlsx, .xls, .csv)',
    ],
    [
      'nothing after the dot',
      { ...file, name: 'csv', type: '' },
      'Please select a valid Excel or CSV file (.xlsx, .xls, .csv)',
    ],
    ['10485760 bytes', { ...file, size: 10_485_760 }, 'File size must be less than 10MB'],
  ])('%s is refused', (_, given, message) => {
    expect(refuseStatusFile(given)).toBe(message);
  });

  test.each([
    ['an extension in capitals, no type', { name: 'A.XLSX', type: '', size: 10_485_759 }],
    ['a type without extension', { name: 'export', type: 'application/vnd.ms-excel', size: 1 }],
    ['an old workbook', { name: 'a.xls', type: '', size: 1 }],
  ])('%s is taken', (_, given) => {
    expect(refuseStatusFile(given)).toBeUndefined();
  });
});

describe('columns', () => {
  test('all three are required', () => {
    expect(findStatusColumns(['Name']).missing).toEqual(['Circle', 'Pin', 'Status']);
    expect(findStatusColumns(['Circle', 'Pin']).missing).toEqual(['Status']);
  });

  test('case, spaces and order do not matter', () => {
    expect(findStatusColumns([' STATUS ', 'x', 'pin.', 'Circle'])).toEqual({
      indexes: { Circle: 3, Pin: 2, Status: 0 },
      missing: [],
    });
  });
});

describe('rows', () => {
  test('row numbers are index + 2', () => {
    expect(messages(['Gulberg', '1', '1'], ['', '1', '1'], ['Gulberg', '', '0'])).toEqual([
      'Row 3: Missing Circle or Pin',
      'Row 4: Missing Circle or Pin',
    ]);
  });

  test.each(['2', '-1', 'USED', 'TRUE', '01', '1.5', '#N/A'])('status %s is invalid', (status) => {
    expect(messages(['Gulberg', '1', status])).toEqual([`Row 2: Invalid status "${status}"`]);
  });

  test('a row can be wrong twice', () => {
    expect(messages(['', '', 'Active'])).toEqual([
      'Row 2: Missing Circle or Pin',
      'Row 2: Invalid status "Active"',
    ]);
  });

  test('0, 1, 1.0 and blank are valid; blank means 0 and is counted', () => {
    const rows = [
      ['Gulberg', '1', '0'],
      ['Gulberg', '2', '1'],
      ['Gulberg', '3', '1.0'],
      ['Gulberg', '4', ''],
      ['Gulberg', '', ''],
    ];
    const { errors, blankStatuses } = validateStatusRows(rows, indexes);
    expect(errors.map(({ index }) => index)).toEqual([4]);
    expect(blankStatuses).toBe(1);
    expect(rows.map(([, , status = '']) => statusOf(status))).toEqual([0, 1, 1, 0, 0]);
  });
});

describe('the list of errors', () => {
  const many = Array.from({ length: 13 }, (_, at) => `Row ${at + 2}: Missing Circle or Pin`);

  test('at most 10 and how many more', () => {
    expect(errorLines(many)).toEqual([...many.slice(0, 10), '...and 3 more errors']);
    expect(errorLines(many.slice(0, 10))).toEqual(many.slice(0, 10));
    expect(errorLines(many, 500)).toHaveLength(11);
    expect(errorLines(many, 500).at(-1)).toBe('...and 490 more errors');
  });
});
