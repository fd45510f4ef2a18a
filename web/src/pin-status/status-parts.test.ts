import { expect, it } from 'vitest';
import { addUp, partsOf } from './status-parts.ts';

it('sends a file of 400 000 rows in parts that one call takes', () => {
  expect(partsOf(400_001)).toEqual([
    { from: 0, to: 200_000 },
    { from: 200_000, to: 400_000 },
    { from: 400_000, to: 400_001 },
  ]);
  expect(partsOf(2)).toEqual([{ from: 0, to: 2 }]);
});

const part = (updated: number, pins: number) => ({
  success: true,
  message: 'Done',
  updated,
  rows: { matched: 1, unmatched: 1 },
  unmatched: {
    count: pins,
    first: Array.from({ length: pins }, (_, at) => ({ circle: 'X', pin: `${updated}-${at}` })),
  },
  undo_entry: updated,
});

it('adds up what the parts changed, and names as many pairs as one answer does', () => {
  const sum = addUp([part(7, 70), part(5, 60)]);
  expect(sum).toMatchObject({ updated: 12, undo_entries: [7, 5], unmatched: { count: 130 } });
  expect('unmatched' in sum && sum.unmatched.first).toHaveLength(100);
});

it('shows no counts where a part has none', () => {
  expect(addUp([{ success: true, message: 'OK' }, part(1, 0)])).toEqual({
    success: true,
    message: 'OK',
  });
});
