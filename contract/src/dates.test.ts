import { describe, expect, test } from 'vitest';
import { day, parseDay, writeDay } from './dates.ts';

describe('parseDay', () => {
  test.each([
    '31/02/2026',
    '29/02/2026',
    '00/01/2026',
    '01/13/2026',
    '2026-02-30',
    '2026-2-3',
    '1/1/26',
    '01-01-2026',
    '2026/01/01',
    '01/01/2026 10:00:00',
    'today',
    '',
    '01/01/0999',
    // The day after it has five digits.
    '31/12/9999',
  ])('refuses %j', (written) => {
    expect(parseDay(written)).toBeUndefined();
  });

  test.each([
    ['01/02/2026', '2026-02-01'],
    ['1/2/2026', '2026-02-01'],
    [' 2026-02-01 ', '2026-02-01'],
    ['29/02/2028', '2028-02-29'],
    ['31/12/9998', '9998-12-31'],
  ])('reads %j, the day first', (written, iso) => {
    expect(parseDay(written)).toBe(iso);
  });
});

test('writeDay writes what parseDay reads', () => {
  expect(writeDay('2026-02-01')).toBe('01/02/2026');
  expect(parseDay(writeDay('2026-11-21'))).toBe('2026-11-21');
});

test('the schema says which form it wants', () => {
  const { error } = day.safeParse('31/02/2026');
  expect(error?.issues[0]?.message).toBe('must be a day written DD/MM/YYYY');
});
