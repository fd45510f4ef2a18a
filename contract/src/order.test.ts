import { expect, test } from 'vitest';
import { compareNames } from './order.ts';

test('names are listed by their numbers, and capitals as small letters', () => {
  const names = ['Block 10', 'block 2', 'Block 1', 'Airport', 'block 2'];
  expect(names.sort(compareNames)).toEqual([
    'Airport',
    'Block 1',
    'block 2',
    'block 2',
    'Block 10',
  ]);
  expect(compareNames('Garden Town', 'garden town')).toBe(0);
});
