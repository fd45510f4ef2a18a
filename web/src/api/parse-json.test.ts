import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';
import { runNow } from './steps.ts';

const parse = (json: string) => runNow(parseJson(json));

const rows = Array.from({ length: 9000 }, (_, at) => ({
  id: at,
  pin: `00${at}`,
  info: at % 3 === 0 ? 'a "quoted", {odd} [text] \\' : 'سڑک',
  nested: { list: [at, [at]], none: null },
}));

it.each([
  ['a list', { data: rows, total: rows.length }],
  ['a numbered object', { total: 1, users: { ...rows } }],
  ['two lists and an empty one', { first: rows, none: [], second: rows, 'a "key"': {} }],
])('parses %s as JSON.parse does', (_what, value) => {
  for (const space of [undefined, 2]) {
    const json = JSON.stringify(value, null, space);
    expect(json.length).toBeGreaterThan(256 * 1024);
    expect(parse(json)).toEqual(value);
  }
});

it('takes a long list in many steps', () => {
  const steps = parseJson(JSON.stringify({ data: rows }));
  let pauses = 0;
  while (!steps.next().done) pauses += 1;
  expect(pauses).toBeGreaterThan(5);
});

it('gives nothing for JSON that breaks off, wherever it does', () => {
  const json = JSON.stringify({ data: rows, total: rows.length });
  for (let end = json.length - 1; end > 256 * 1024; end -= 4999) {
    expect(parse(json.slice(0, end))).toBeUndefined();
  }
});

it.each([
  (json: string) => json.replace('"id":4000', '"id":4000 5'),
  (json: string) => json.replace('"id":4000', 'id:4000'),
  (json: string) => json.replace(/\]\}$/, '}]'),
  (json: string) => `${json}}`,
  (json: string) => `${json} trailing`,
  (json: string) => json.replace('{"data":', '{"data"'),
])('gives nothing for JSON with a mistake: %#', (damage) => {
  expect(parse(damage(JSON.stringify({ data: rows })))).toBeUndefined();
});
