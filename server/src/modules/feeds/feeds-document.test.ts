// The recipes of docs/feeds.md, run exactly as they stand there, with the programs they are for where those are
// installed.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTestKey } from '../../testing/api-keys.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { findProgram, runProgram } from '../../testing/other-programs.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { insertReports, report } from '../../testing/report-factory.ts';

const server = setUpTestServer();
let folder: string;
let environment: NodeJS.ProcessEnv;
let recipes: { language: string; code: string }[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-recipes-'));
  await insertReports(server.database, [
    report({ pin: '0001', comments: 'two\nlines, and "quotes"' }),
    report({ pin: '0002', latitude: null }),
    report({ pin: '0003', circle: 'Johar' }),
  ]);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const { key } = await addTestKey(server, ['reports']);
  environment = { SURVEY_ADDRESS: `http://127.0.0.1:${port}`, SURVEY_KEY: key, FOLDER: folder };
  const file = path.join(import.meta.dirname, '../../../../docs/feeds.md');
  recipes = [...(await readFile(file, 'utf8')).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', code = '']) => ({ language, code }),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const recipe = (language: string, containing: string): string => {
  const found = recipes.find((one) => one.language === language && one.code.includes(containing));
  if (!found) throw new Error(`docs/feeds.md has no ${language} with ${containing}`);
  return found.code;
};

/** The path of a Python with `requests`; undefined where there is none. */
const findPython = async (): Promise<string | undefined> => {
  const python = await findProgram('python3');
  if (!python) return undefined;
  return runProgram(python, ['-c', 'import requests']).then(
    () => python,
    () => undefined,
  );
};

test('Python reads the CSV of one circle, line breaks in cells included', async ({ annotate }) => {
  const python = await findPython();
  if (!python) {
    await annotate('python3-requests is not installed: the recipe was not run.');
    return;
  }
  const told = await runProgram(python, ['-c', recipe('python', 'csv.DictReader')], environment);
  expect(told.trim().split('\n').sort()).toEqual([
    '0001 10/03/2026 14:00:00',
    '0002 10/03/2026 14:00:00',
  ]);
});

test('Python follows OData to its end and asks for the changes since', async ({ annotate }) => {
  const python = await findPython();
  if (!python) {
    await annotate('python3-requests is not installed: the recipe was not run.');
    return;
  }
  const told = await runProgram(python, ['-c', recipe('python', '@odata.deltaLink')], environment);
  expect(told.trim()).toBe('3');
});

test('GDAL writes the layer as a file', { timeout: 120_000 }, async ({ annotate }) => {
  if (!(await findProgram('ogr2ogr'))) {
    await annotate('GDAL is not installed: the recipe was not run.');
    return;
  }
  const script = path.join(folder, 'recipe.sh');
  await writeFile(script, recipe('sh', 'ogr2ogr'));
  const told = await runProgram('/bin/sh', ['-e', script], environment);
  expect(told).toContain('reports');
  const written = (await readFile(path.join(folder, 'places.csv'), 'utf8')).replace(
    /\r?\n/g,
    '\r\n',
  );
  const [header = [], ...rows] = readCsv(written);
  const at = (name: string) => header.indexOf(name);
  const places = rows.map((row) => [row[at('pin')], row[at('X')], row[at('Y')]]).sort();
  expect(places.map(([pin, x, y]) => [pin, Number(x), Number(y)])).toEqual([
    ['0001', 74.3587, 31.5204],
    ['0002', 0, 0],
    ['0003', 74.3587, 31.5204],
  ]);
});

test('LibreOffice reads the spreadsheet of one circle', { timeout: 120_000 }, async ({
  annotate,
}) => {
  if (!(await findProgram('soffice')) || !(await findProgram('curl'))) {
    await annotate('LibreOffice or curl is not installed: the recipe was not run.');
    return;
  }
  const script = path.join(folder, 'office.sh');
  await writeFile(script, recipe('sh', 'soffice'));
  // LibreOffice stores its profile below HOME.
  await runProgram('/bin/sh', ['-e', script], { ...environment, HOME: folder });
  const { 'content.xml': content } = unzipSync(await readFile(path.join(folder, 'johar.ods')));
  const cells = [...strFromU8(content as Uint8Array).matchAll(/<text:p>([^<]*)<\/text:p>/g)];
  const texts = cells.map(([, text]) => text);
  expect(texts).toEqual(expect.arrayContaining(['pin', '0003', 'Johar']));
  expect(texts).not.toContain('0001');
});
