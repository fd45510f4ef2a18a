import { expect, it } from 'vitest';
import { lastPageOf, pageOf } from './page-of.ts';

it('cuts records into pages, and has one page where there are none', () => {
  const rows = Array.from({ length: 21 }, (_, index) => index);
  expect(lastPageOf(0, 10)).toBe(1);
  expect(lastPageOf(20, 10)).toBe(2);
  expect(lastPageOf(rows.length, 10)).toBe(3);
  expect(pageOf(rows, 2, 10)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  expect(pageOf(rows, 3, 10)).toEqual([20]);
  expect(pageOf(rows, 4, 10)).toEqual([]);
});
