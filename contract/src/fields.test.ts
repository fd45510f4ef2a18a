import { expect, test } from 'vitest';
import { submission } from './device.ts';
import { recordId } from './fields.ts';
import { reportPageQuery } from './report-filters.ts';

test.each([
  '0x1F',
  '0b11',
  '0o17',
  '1_000',
  '١٢',
  'Infinity',
  '1e400',
  '',
  true,
  [7],
  null,
])('%j is no id', (value) => {
  expect(recordId.safeParse(value).success).toBe(false);
});

test.each([[7], ['7'], [' 7 '], ['7.0'], ['007']])('%j is the id 7', (value) => {
  expect(recordId.parse(value)).toBe(7);
});

test('a figure of a report, and a page, is written in decimal', () => {
  const { land_area, latitude, floors_num } = submission.shape;
  for (const field of [land_area, latitude, floors_num]) {
    expect(field.safeParse('0x1F').success).toBe(false);
    expect(field.safeParse('0b11').success).toBe(false);
    expect(field.parse(' ')).toBeNull();
  }
  expect(land_area.parse('125.5')).toBe(125.5);
  expect(latitude.parse('-3.15e1')).toBe(-31.5);
  expect(floors_num.parse('+2')).toBe(2);
  expect(reportPageQuery.safeParse({ page: '0x1F' }).success).toBe(false);
  expect(reportPageQuery.parse({ page: '31', per_page: '' })).toMatchObject({ page: 31 });
});
