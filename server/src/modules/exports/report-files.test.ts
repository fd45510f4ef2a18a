// XLSX and GeoJSON of reports compared with the CSV of the same filters, and read by programs of others.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { read, utils, type WorkSheet } from '@e965/xlsx';
import {
  calls,
  fileTypes,
  reportColumns,
  reportTextColumns,
  totalRowsHeader,
} from '@survey/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTestKey } from '../../testing/api-keys.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { findProgram, runProgram } from '../../testing/other-programs.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { insertReports, type Report, report, variedReports } from '../../testing/report-factory.ts';
import { shownReports } from '../../testing/report-reference.ts';

const server = setUpTestServer();
let reports: Report[];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-files-'));
  const stored = await insertReports(server.database, [
    ...variedReports(300, 11),
    report({ land_area: 1e-7, longitude: -74.123456789, latitude: 1e-9, pin: '000123' }),
  ]);
  reports = shownReports(stored, {});
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (query: string, path: string = calls.exportReports.path) =>
  server.app.inject({
    url: `${path}?${query}`,
    headers: { authorization: `Bearer ${server.administrator.token}` },
  });

const bookOf = async (query: string, path?: string) => {
  const answer = await get(`format=xlsx&${query}`, path);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe(fileTypes.xlsx);
  return read(answer.rawPayload, { cellFormula: true });
};
const cellsOf = (sheet: WorkSheet | undefined) =>
  utils.sheet_to_json<(string | number | null)[]>(sheet as WorkSheet, { header: 1, defval: null });
const csvOf = async (query: string, path?: string) =>
  readCsv((await get(query, path)).body.slice(1));

/** A cell of the CSV without the apostrophe that escapes a formula: XLSX needs none. */
const unescaped = (cell: string) =>
  cell
    .replace(/^'(?=[ \u00a0"]*[=+@＝＋－＠\t\r\n-])/, '')
    .replace(/([;\t\r\n]"*)'(?=[=+@＝＋－＠-])/g, '$1');
const times = ['capture_time', 'submission_time', 'reviewed_at'];
const pad = (value: number) => String(value).padStart(2, '0');

/** A cell of the sheet as the CSV writes it. */
const asCsv = (column: string, value: string | number | null): string => {
  if (value === null) return '';
  if (!times.includes(column) || typeof value === 'string') return String(value);
  const at = new Date(Math.round((value - 25_569) * 86_400) * 1000);
  return `${pad(at.getUTCDate())}/${pad(at.getUTCMonth() + 1)}/${at.getUTCFullYear()} ${at.toISOString().slice(11, 19)}`;
};

describe('XLSX', () => {
  test.each([
    '',
    'circle=Model%20Town&resubmission=No,0',
    'pin=7&extra=review,reviewed_by,is_second',
  ])('has the rows of the CSV for "%s", cell by cell', async (query) => {
    const [header = [], ...expected] = await csvOf(query);
    const book = await bookOf(query);
    const [names, ...rows] = cellsOf(book.Sheets.Reports);
    expect(names).toEqual(header);
    expect(expected.length).toBeGreaterThan(3);
    const texts = reportTextColumns as readonly string[];
    const written = rows.map((row) => header.map((name, at) => asCsv(name, row[at] ?? null)));
    const plain = expected.map((row) =>
      row.map((cell, at) => {
        const isText = texts.includes(header[at] ?? '');
        if (isText) return unescaped(cell).replace(/\r\n?/g, '\n');
        // PostgreSQL writes 1e-07 where JavaScript writes 1e-7.
        return /^-?[\d.]+e-\d+$/.test(cell) ? String(Number(cell)) : cell;
      }),
    );
    expect(written).toEqual(plain);
  });

  test('keeps PINs and phones as text, numbers and times as numbers, and leads to the report', async () => {
    const { Reports: sheet } = (await bookOf('pin=000123')).Sheets as Record<string, WorkSheet>;
    const at = (name: (typeof reportColumns)[number]) =>
      sheet?.[utils.encode_cell({ r: 1, c: reportColumns.indexOf(name) })];
    expect(at('pin')).toMatchObject({ t: 's', v: '000123' });
    expect(at('user_phone').t).toBe('s');
    expect([at('id').t, at('land_area').t, at('capture_time').t]).toEqual(['n', 'n', 'n']);
    const photographed = reports.find(({ photo_name }) => photo_name);
    const whole = cellsOf((await bookOf('photo=yes')).Sheets.Reports);
    expect(whole.length).toBeGreaterThan(2);
    const { Reports: linked } = (await bookOf('photo=yes')).Sheets as Record<string, WorkSheet>;
    expect(linked?.U2.f).toMatch(/^HYPERLINK\("http:\/\/[^"]+\/report\?report=\d+","/);
    expect(photographed).toBeDefined();
  });

  test('tells on its last sheet filter, count, maker and shares, in English and from right to left in Urdu', async () => {
    const about = (book: Awaited<ReturnType<typeof bookOf>>, name: string) =>
      Object.fromEntries(cellsOf(book.Sheets[name]).map(([label, value]) => [label, value]));
    const english = about(await bookOf('circle=Model%20Town'), 'About this file');
    const matching = reports.filter(({ circle_key }) => circle_key === 'model town');
    const sentBack = matching.filter(({ resubmission }) => resubmission === 1).length;
    const reviewed = matching.filter(({ review }) => review !== null).length;
    const share = (count: number) => `${count} (${((count / matching.length) * 100).toFixed(1)} %)`;
    expect(english).toMatchObject({
      'Filter: circle': 'Model Town',
      'Made by': 'Amina Admin (amina)',
      'Times are of': 'Asia/Karachi',
      Rows: matching.length,
      Reviewed: share(reviewed),
      'Sent back': share(sentBack),
      'Without a photo': share(matching.filter(({ photo_name }) => !photo_name).length),
    });
    const urdu = await bookOf('language=ur');
    expect(urdu.SheetNames).toEqual(['رپورٹیں', 'اس فائل کے بارے میں']);
    expect(about(urdu, 'اس فائل کے بارے میں').قطاریں).toBe(reports.length);
  });

  test('is there for a selection, for users, circles and activity, with the rows of their CSV', async () => {
    const ids = reports.slice(0, 3).map(({ id }) => id);
    const chosen = await server.app.inject({
      method: 'POST',
      url: calls.exportSelection.path,
      headers: { authorization: `Bearer ${server.administrator.token}` },
      payload: { ids, expected_count: 3, format: 'xlsx' },
    });
    const [, ...rows] = cellsOf(read(chosen.rawPayload).Sheets.Reports);
    expect(rows.map(([id]) => id)).toEqual(ids);

    await server.addSurveyor('+ali', { name: '=Ali' });
    await server.addSurveyor('bilal', { is_active: false });
    for (const [path, title] of [
      [calls.exportUsers.path, 'Users'],
      [calls.exportCircles.path, 'Circles'],
      [calls.activityExport.path, 'Activity'],
    ] as const) {
      const [header = [], ...lines] = await csvOf('', path);
      const [names, ...found] = cellsOf((await bookOf('', path)).Sheets[title]);
      expect(names).toEqual(header);
      const timed = ['created_at', 'last_seen', 'Time'];
      const written = found.map((row) =>
        header.map((name, at) =>
          asCsv(timed.includes(name) ? 'capture_time' : name, row[at] ?? null),
        ),
      );
      expect(written).toEqual(lines.map((line) => line.map(unescaped)));
    }
    const found = await csvOf('search=BIL', calls.exportUsers.path);
    expect(found.map(([username, , , , , , status]) => [username, status])).toEqual([
      ['username', 'status'],
      ['bilal', 'blocked'],
    ]);
  });

  test('opens in LibreOffice', { timeout: 120_000 }, async ({ annotate }) => {
    const office = await findProgram('soffice', 'libreoffice');
    if (!office) {
      await annotate('LibreOffice is not installed: SheetJS read the files.');
      return;
    }
    const file = path.join(folder, 'reports.xlsx');
    await writeFile(file, (await get('format=xlsx&language=ur&circle=Model%20Town')).rawPayload);
    await runProgram(office, [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      // LibreOffice's filter options: the first sheet, in UTF-8, cells as they are shown.
      'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,1',
      '--outdir',
      folder,
      file,
    ]);
    const name = (await readdir(folder)).find((one) => one.endsWith('.csv')) as string;
    const [header, ...rows] = readCsv(
      (await readFile(path.join(folder, name), 'utf8'))
        .replace('\ufeff', '')
        .replace(/\r?\n/g, '\r\n'),
    );
    expect(header).toEqual(reportColumns);
    const matching = reports.filter(({ circle_key }) => circle_key === 'model town');
    expect(rows.map(([id]) => Number(id))).toEqual(matching.map(({ id }) => id));
    const times = rows.map((row) => row[reportColumns.indexOf('capture_time')]);
    const [, ...expected] = await csvOf('circle=Model%20Town');
    // LibreOffice writes dates in English with the month first: this shows that it read them as dates, not as texts.
    const monthFirst = (time = '') => time.replace(/^(\d\d)\/(\d\d)/, '$2/$1');
    expect(times).toEqual(
      expected.map((row) => monthFirst(row[reportColumns.indexOf('capture_time')])),
    );
    expect(rows.map((row) => row[reportColumns.indexOf('pin')])).toEqual(
      matching.map(({ pin }) => pin),
    );
  });
});

describe('GeoJSON', () => {
  test('has every report, longitude first, with its place or null, and counts those without', async () => {
    const answer = await get('format=geojson&extra=review');
    expect(answer.headers['content-type']).toBe(fileTypes.geojson);
    expect(answer.headers[totalRowsHeader]).toBe(String(reports.length));
    const collection = answer.json();
    expect(collection.features.map(({ id }: { id: number }) => id)).toEqual(
      reports.map(({ id }) => id),
    );
    for (const [at, row] of reports.entries()) {
      const { geometry, properties } = collection.features[at];
      const round = (value: number) => Number(value.toFixed(7));
      const isPlaced = row.latitude !== null && row.longitude !== null;
      expect(geometry).toEqual(
        isPlaced
          ? {
              type: 'Point',
              coordinates: [round(row.longitude as number), round(row.latitude as number)],
            }
          : null,
      );
      expect(properties).toMatchObject({
        pin: row.pin,
        comments: row.comments,
        basement: row.basement,
        land_area: row.land_area,
        floors_num: row.floors_num,
        resubmission: row.resubmission,
        capture_time: row.capture_time.toISOString().replace(/\.\d+Z/, 'Z'),
        review: row.resubmission === 1 ? 'sent_back' : (row.review ?? 'new'),
        photo_url: row.photo_name && `http://localhost:80/storage/${row.photo_name}`,
      });
    }
    const unplaced = reports.filter(
      ({ latitude, longitude }) => latitude === null || longitude === null,
    );
    expect(unplaced.length).toBeGreaterThan(3);
    expect(collection).toMatchObject({
      type: 'FeatureCollection',
      numberReturned: reports.length,
      numberWithoutGeometry: unplaced.length,
    });
    expect(collection).not.toHaveProperty('crs');
  });

  test('is an empty collection where nothing matches', async () => {
    const { features, numberReturned } = (await get('format=geojson&username=nobody')).json();
    expect([features, numberReturned]).toEqual([[], 0]);
  });

  test('comes as text sequences, a record separator before each feature', async () => {
    const answer = await get('format=geojsonseq&circle=Model%20Town');
    expect(answer.headers['content-type']).toBe(fileTypes.geojsonseq);
    const records = answer.body.split('\u001e').slice(1);
    expect(records.every((record) => record.endsWith('\n'))).toBe(true);
    const matching = reports.filter(({ circle_key }) => circle_key === 'model town');
    expect(records.map((record) => JSON.parse(record).id)).toEqual(matching.map(({ id }) => id));
  });

  test('is read by GDAL in both forms', async ({ annotate }) => {
    const ogrinfo = await findProgram('ogrinfo');
    if (!ogrinfo) {
      await annotate('GDAL is not installed: JSON.parse read the files.');
      return;
    }
    for (const format of ['geojson', 'geojsonseq']) {
      const file = path.join(folder, `reports.${format}`);
      await writeFile(file, (await get(`format=${format}`)).rawPayload);
      const told = await runProgram(ogrinfo, ['-ro', '-so', '-al', file]);
      expect(told).toContain(`Feature Count: ${reports.length}`);
      expect(told).toContain('Geometry: Point');
      expect(told).toMatch(/capture_time: DateTime/);
      expect(told).toMatch(/pin: String/);
    }
  });

  test('goes to a program with a key, of its circles only', async () => {
    const { key } = await addTestKey(server, ['reports'], ['Model Town']);
    const answer = await server.app.inject({
      url: `${calls.exportReports.path}?format=geojson`,
      headers: { authorization: `Bearer ${key}` },
    });
    const circles = answer
      .json()
      .features.map(({ properties }: { properties: { circle: string } }) =>
        properties.circle.toLowerCase(),
      );
    expect(new Set(circles)).toEqual(new Set(['model town']));
  });
});
