import { limits } from '@survey/contract';
import { expect, test } from 'vitest';
import { jsonBody } from './json-body.ts';

const body = (count: number, maxBytes = 1_000_000) =>
  jsonBody({
    name: 'pins',
    count,
    writeRow: (index) => JSON.stringify({ pin: `${index}é` }),
    maxBytes,
    tooLarge: 'too large',
    report: () => undefined,
  });

test('a body over the limit is refused, counted in bytes', () => {
  expect(() => body(100, 1200)).toThrow('too large');
  expect(body(100, 1900).size).toBeLessThan(1910);
});

test.each([1, 2000, 2001, 4567])('%i rows are one JSON value', async (count) => {
  const written = JSON.parse(await body(count).text()) as { pins: { pin: string }[] };
  expect(written.pins).toHaveLength(count);
  expect(written.pins.at(-1)).toEqual({ pin: `${count - 1}é` });
});

test('a row that the server would not take is refused by its place', () => {
  const write = (bytes: number) => () =>
    jsonBody({
      name: 'records',
      count: 2,
      writeRow: (index) => (index === 1 ? `"${'ب'.repeat(bytes / 2 - 1)}"` : '{}'),
      maxBytes: limits.uploadBodyBytes,
      tooLarge: 'body',
      tooLargeRow: (index) => `row ${index}`,
      report: () => undefined,
    });
  expect(write(limits.uploadRowBytes)).not.toThrow();
  expect(write(limits.uploadRowBytes + 2)).toThrow('row 1');
});
