import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { limits } from '@survey/contract';
import { describe, expect, test } from 'vitest';
import { readJsonRows } from './json-rows.ts';

/** A body that arrives in chunks of this size. */
const arriving = (body: Buffer | string, pieceBytes: number): IncomingMessage => {
  const bytes = Buffer.from(body);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    pieces.push(bytes.subarray(at, at + pieceBytes));
  }
  return Object.assign(Readable.from(pieces, { objectMode: false }), {
    headers: {},
  }) as unknown as IncomingMessage;
};

const rowsOf = async (body: Buffer | string, pieceBytes = 7, bodyLimit = 1024 ** 2) => {
  const rows: unknown[] = [];
  const settings = { rowsIn: 'records', bodyLimit };
  for await (const batch of readJsonRows(arriving(body, pieceBytes), settings)) {
    expect(batch.first).toBe(rows.length);
    rows.push(...batch.rows);
  }
  return rows;
};

const refusal = (body: Buffer | string) => rowsOf(body).then(String, (error) => error.code);

/** Random, the same in every run (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const pieces = [
  'a',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ' ',
  '\n',
  'ماڈل',
  '😀',
  '"records":[',
];

describe('rows of a JSON body', () => {
  test('are those that JSON.parse gives, wherever the pieces end', async () => {
    const random = seeded(4);
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
    const text = () =>
      Array.from({ length: Math.floor(random() * 6) }, () => pick(pieces)).join('');
    const value = (depth: number): unknown => {
      const kind = Math.floor(random() * (depth > 2 ? 4 : 6));
      if (kind === 0) return text();
      if (kind === 1) return Math.floor(random() * 1e9) / 100;
      if (kind === 2) return pick([true, false, null]);
      if (kind === 3) return '';
      const parts = Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1));
      return kind === 4 ? parts : Object.fromEntries(parts.map((part) => [text(), part]));
    };
    for (let run = 0; run < 300; run += 1) {
      const records = Array.from({ length: 1 + Math.floor(random() * 9) }, () => value(0));
      const before = random() < 0.5 ? { [text()]: value(0) } : {};
      const after = random() < 0.5 ? { after: value(0) } : {};
      const body = JSON.stringify({ ...before, records, ...after }, null, pick([0, 1, '\t']));
      expect(await rowsOf(body, 1 + Math.floor(random() * 20))).toEqual(records);
    }
  });

  test('may follow a byte order mark and other members, and stand in any white space', async () => {
    const body =
      '\ufeff \n{ "note": {"records": [9]}, "more" : [[1]] ,\r\n "records" \t: [ 1 , {"a":[2]} ] }\n';
    expect(await rowsOf(body)).toEqual([1, { a: [2] }]);
  });

  test('keep columns named like parts of a prototype', async () => {
    const [row] = await rowsOf('{"records":[{"__proto__":"x","constructor":1}]}');
    expect(Object.entries(row as object)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 1],
    ]);
  });

  test.each([
    '',
    '{',
    '{"records":[',
    '{"records":[{}',
    '{"records":[{}]',
    '{"records":[{}]}}',
    '{"records":[{}]}{"records":[{}]}',
    '{"records":[{}],"records":[{}]}',
    '{"records":[1,]}',
    '{"records":[,1]}',
    '{"records":[1,,2]}',
    '{"records":[,]}',
    '{"records":[1 2]}',
    '{"records":[{]}]}',
    '{"records":[1}}',
    '{"records":["\u0000"]}',
    "{'records':[1]}",
    '{"records":[NaN]}',
    'records=1',
  ])('are refused where the body is not JSON: %s', async (body) => {
    expect(await refusal(body)).toBe('malformed-request');
  });

  test.each([
    '{}',
    '[]',
    '[[1]]',
    'null',
    '"records"',
    '{"records":null}',
    '{"records":{"a":[1]}}',
    '{"Records":[1]}',
    '{"a":{"records":[1]}}',
    '{"records":[]}',
    '{"records": [ \n ]}',
  ])('are refused where there are none: %s', async (body) => {
    expect(await refusal(body)).toBe('invalid-input');
  });

  test('are refused past the limit of bytes, as soon as it is passed', async () => {
    const body = JSON.stringify({ records: Array.from({ length: 1000 }, (_, index) => index) });
    expect(await rowsOf(body, 100, body.length)).toHaveLength(1000);
    await expect(rowsOf(body, 100, body.length - 1)).rejects.toMatchObject({ code: 'too-large' });
  });

  test('are refused where what stands beside them is large, before it is in memory', async () => {
    const beside = `{"note":"${'x'.repeat(2 * 1024 * 1024)}","records":[1]}`;
    await expect(rowsOf(beside, 65_536, limits.uploadBodyBytes)).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  test('must come faster once the first megabyte is there: then a place is taken for them', async () => {
    const body = Object.assign(new PassThrough(), { headers: {} });
    const read = readJsonRows(body as unknown as IncomingMessage, {
      rowsIn: 'records',
      bodyLimit: limits.uploadBodyBytes,
      patience: { silenceMs: 500 },
    });
    const row = `{"note":"${'x'.repeat(1000)}"},`;
    body.write(`{"records":[${row.repeat(1 + limits.uploadGatheredBytes / row.length)}`);
    // Far above the least rate until then, far below the one from then on.
    const bytesPerSecond = 2 * limits.uploadBytesPerSecond;
    const trickling = setInterval(() => body.write(' '.repeat(bytesPerSecond / 20)), 50);
    const all = async () => {
      for await (const { rows } of read) expect(rows.length).toBeGreaterThan(0);
    };
    await expect(all()).rejects.toMatchObject({ code: 'request-timeout' });
    clearInterval(trickling);
  });
});
