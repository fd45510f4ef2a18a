import { describe, expect, test } from 'vitest';
import { textLines } from '../../plugins/text-lines.ts';
import { randomFrom } from '../../testing/random.ts';
import { csvLineEnds } from './csv-line-ends.ts';

/** The text in chunks cut at random bytes. */
const cut = (text: string, seed: number): Buffer[] => {
  const random = randomFrom(seed);
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.number(6);
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
};

describe('csvLineEnds', () => {
  test.each([
    ['', ''],
    ['a,b\n', 'a,b\r\n'],
    ['a\nb\n', 'a\r\nb\r\n'],
    ['"a\nb",c\n', '"a\nb",c\r\n'],
    ['"a\r\nb"\n', '"a\r\nb"\r\n'],
    ['"say ""x\n"" now"\nnext\n', '"say ""x\n"" now"\r\nnext\r\n'],
    ['""\n"\n"\n', '""\r\n"\n"\r\n'],
    ['"\n\n\n"\n\n', '"\n\n\n"\r\n\r\n'],
    ['مکان,"گلی\n۴"\n', 'مکان,"گلی\n۴"\r\n'],
  ])('%j becomes %j, wherever it is cut', (given, expected) => {
    for (let seed = 0; seed < 40; seed += 1) {
      const ends = csvLineEnds();
      const chunks = cut(given, seed).map(ends);
      expect(Buffer.concat(chunks).toString()).toBe(expected);
    }
  });

  test('a chunk that is the whole file', () => {
    expect(csvLineEnds()(Buffer.from('a\n"b\n"\nc\n')).toString()).toBe('a\r\n"b\n"\r\nc\r\n');
  });
});

describe('textLines', () => {
  test('gives whole lines and never half a character', () => {
    const text = 'مکان\n🏠🏠\n\nplain\u2028same line\n';
    for (let seed = 0; seed < 40; seed += 1) {
      const lines = textLines();
      const given = cut(text, seed).map(lines);
      expect(given.join('')).toBe(text);
      for (const batch of given) expect(batch === '' || batch.endsWith('\n')).toBe(true);
    }
  });

  test('as bytes, gives the bytes', () => {
    const text = 'مکان\n🏠🏠\n';
    const given = cut(text, 7).map(textLines('latin1'));
    expect(Buffer.from(given.join(''), 'latin1').toString()).toBe(text);
  });
});
