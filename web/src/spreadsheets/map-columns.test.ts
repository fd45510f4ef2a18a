import { unitColumnOf } from '@survey/contract';
import { expect, test } from 'vitest';
import { headersFor, mapColumns } from './map-columns.ts';

const headers = ['Ward', 'circle', 'No.', 'PIN', 'pin_old'];
const fields = ['Circle', 'Pin', 'Road'] as const;
const fieldOf = unitColumnOf as (header: string) => (typeof fields)[number] | undefined;

test('columns are found by their headers', () => {
  expect([...mapColumns(headers, fields, fieldOf)]).toEqual([
    ['Circle', 1],
    ['Pin', 3],
  ]);
});

test('a chosen column is recognised instead of the one that was', () => {
  const chosen = new Map([
    ['Circle', 0],
    ['Pin', 3],
  ] as const);
  const renamed = headersFor(headers, chosen, fieldOf);
  expect(renamed).toEqual(['Circle', 'circle (as it came)', 'No.', 'PIN', 'pin_old']);
  expect([...mapColumns(renamed, fields, fieldOf)]).toEqual([...chosen]);
});
