import { expect, test } from 'vitest';
import { cellText, plainNumber } from './cell-text.ts';

test.each([
  [351234567890, '351234567890'],
  [123456789012345, '123456789012345'],
  [1e21, '1000000000000000000000'],
  [0.1 + 0.2, '0.3'],
  [1e-7, '0.0000001'],
  [-7, '-7'],
  [-0, '0'],
  [Number.NaN, ''],
])('%s is written in full: %s', (value, text) => {
  expect(plainNumber(value)).toBe(text);
});

test.each([
  ['General', 7, '7'],
  ['0', 7, '7'],
  ['0.00', 7, '7'],
  ['#,##0', 1234567, '1234567'],
  ['"Rs" #,##0.00', 1234.5, '1234.5'],
  ['0.00E+00', 351234567890, '351234567890'],
  ['0000000', 1234, '0001234'],
  ['[$-809]0000000', 1234, '0001234'],
  ['00000\\-0000000\\-0', 3520212345671, '35202-1234567-1'],
  ['"PIN-"0000', 12, 'PIN-0012'],
  ['0%', 0.25, '25%'],
  ['m/d/yy', 45385, '03/04/2024'],
  ['[$-409]mmmm\\ d\\,\\ yyyy', 45385, '03/04/2024'],
  ['yyyy-mm-dd hh:mm', 45385.5, '03/04/2024 12:00:00'],
  ['mmm', 45385, '03/04/2024'],
  ['h:mm AM/PM', 0.75, '18:00:00'],
  ['[h]:mm', 1.5, '36:00'],
  ['dd/mm/yyyy', -5, '-5'],
])('format %s of %s is %s', (z, v, text) => {
  expect(cellText({ t: 'n', v, z }, false)).toBe(text);
});

test('text, truth, errors and blanks', () => {
  expect(cellText({ t: 's', v: ' \u200f0001\u00a0' }, false)).toBe('0001');
  expect(cellText({ t: 'b', v: false }, false)).toBe('FALSE');
  expect(cellText({ t: 'e', v: 42 }, false)).toBe('#N/A');
  expect(cellText({ t: 'z' }, false)).toBe('');
});
