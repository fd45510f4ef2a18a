import { escapedTexts } from '@survey/contract/escape-formula.cases';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../testing/random.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { csvRows } from './csv-rows.ts';

const mark = 'k3x9';
const isText = [false, true, true, false];

/** Sends the text through `csvRows`, in chunks cut at random bytes. */
const through = (text: string, seed: number): string => {
  const random = randomFrom(seed);
  const rows = csvRows(mark, isText);
  const bytes = Buffer.from(text);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.number(9);
    out.push(rows(bytes.subarray(at, at + size)));
    at += size;
  }
  return Buffer.concat(out).toString();
};

describe('rows of CSV', () => {
  test.each([
    ['plain', `1,a,b,2,${mark}\n`, '1,a,b,2\r\n'],
    ['nothing in texts and no value', `1,,,${mark},${mark}\n`, '1,,,\r\n'],
    ['null everywhere', `1,${mark},${mark},${mark},${mark}\n`, '1,,,\r\n'],
    ['a break inside a cell', `1,"a\nb",c,2,${mark}\n`, '1,"a\nb",c,2\r\n'],
    [
      'quotes',
      `1,"say ""x\n"" now",c,2,${mark}\n2,"""",b,3,${mark}\n`,
      '1,"say ""x\n"" now",c,2\r\n2,"""",b,3\r\n',
    ],
    ['formulas', `1,=A1,"=B,C",2,${mark}\n`, `1,'=A1,"'=B,C",2\r\n`],
    [
      'every start of a formula',
      `1,+1,-1,2,${mark}\n2,@x,\tx,2,${mark}\n3,"\rx",a,2,${mark}\n`,
      `1,'+1,'-1,2\r\n2,'@x,'\tx,2\r\n3,"'\rx",a,2\r\n`,
    ],
    ['negative numbers are numbers', `-1,a,b,-74.3,${mark}\n`, '-1,a,b,-74.3\r\n'],
    [
      'a formula after a comma inside a cell is none',
      `1,"a,=b",c,-2,${mark}\n`,
      '1,"a,=b",c,-2\r\n',
    ],
    ['a formula after a quoted break', `1,"a\n,=b",=c,2,${mark}\n`, `1,"a\n,=b",'=c,2\r\n`],
    ['cells of another locale', `1,a;=b,"c\n-d",2,${mark}\n`, `1,a;'=b,"c\n'-d",2\r\n`],
    ['wide forms and quotes', `1,＝1,"""=1",2,${mark}\n`, `1,'＝1,"'""=1",2\r\n`],
    ['Urdu', `1,مکان,"گلی\n۴",2,${mark}\n`, '1,مکان,"گلی\n۴",2\r\n'],
  ])('%s, wherever the chunks are cut', (_, given, expected) => {
    for (let seed = 0; seed < 30; seed += 1) expect(through(given, seed)).toBe(expected);
  });

  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

  test.each(escapedTexts)('%j as a cell is %j', (given, escaped) => {
    for (let seed = 0; seed < 10; seed += 1) {
      const row = `1,${quoted(given)},b,2,${mark}\n`;
      expect(readCsv(through(row, seed))).toEqual([['1', escaped, 'b', '2']]);
      if (/[",\r\n]/.test(given)) continue;
      expect(readCsv(through(`1,a,${given},2,${mark}\n`, seed))).toEqual([
        ['1', 'a', escaped, '2'],
      ]);
    }
  });

  test('nothing at all', () => {
    expect(through('', 1)).toBe('');
  });
});
