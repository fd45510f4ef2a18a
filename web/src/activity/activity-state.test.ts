import { expect, test } from 'vitest';
import { isFiltered, readState } from './activity-state.ts';

test('an empty address shows what administrators did, newest first', () => {
  expect(readState({})).toEqual({
    source: 'office',
    actor: '',
    action: '',
    from: '',
    to: '',
    text: '',
    before: undefined,
    entry: undefined,
  });
  expect(isFiltered(readState({}))).toBe(false);
});

test('what means nothing is left out', () => {
  const state = readState({ action: 'toString', from: '31/02/2026', before: '-1', entry: 'x' });
  expect(state).toMatchObject({ action: '', from: '', before: undefined, entry: undefined });
});

test('filters are read from the address', () => {
  const state = readState({ source: 'all', action: 'delete-pin', from: '2026-03-01', entry: '7' });
  expect(state).toMatchObject({ source: '', action: 'delete-pin', from: '2026-03-01', entry: 7 });
  expect(isFiltered(state)).toBe(true);
});
