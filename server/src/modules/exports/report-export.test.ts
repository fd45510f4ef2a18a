// The export against the database, row by row and cell by cell.
import {
  calls,
  escapeFormula,
  formulaStarts,
  reportColumns,
  reportTextColumns,
  totalRowsHeader,
} from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverSecret } from '../../database/server-secrets.ts';
import { linkDay, signPhoto } from '../../plugins/photo-links.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { insertReports, type Report, report, variedReports } from '../../testing/report-factory.ts';
import { shownReports } from '../../testing/report-reference.ts';
import { testTimeZone } from '../../testing/test-database.ts';
import { startTestServer } from '../../testing/test-server.ts';

const server = setUpTestServer();
let reports: Report[];
beforeAll(async () => {
  const stored = await insertReports(server.database, [
    ...variedReports(300, 7),
    report({ land_area: 1e-7, covered_area: 123_456_789.125, longitude: -74.1 }),
    report({ username: 'x'.repeat(200), comments: 'ش'.repeat(5000) }),
  ]);
  await server.database.db
    .updateTable('reports')
    .set({ replaced_by: (stored[1] as Report).id })
    .where('id', '=', (stored[0] as Report).id)
    .execute();
  reports = shownReports(stored.slice(1), {});
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    url,
    headers: { authorization: `Bearer ${server.administrator.token}`, ...headers },
  });

const csvOf = async (query = '') => {
  const answer = await get(`/api/all-reports-export${query}`, { accept: 'text/csv' });
  expect(answer.statusCode).toBe(200);
  return answer;
};

/** An instant in the format of R16, formatted without the database. */
const written = (at: Date): string => {
  const [day, time] = new Intl.DateTimeFormat('en-GB', {
    timeZone: testTimeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
    .format(at)
    .split(', ');
  return `${day} ${time}`;
};

const fields = (row: Report) => ({
  id: row.id,
  username: row.username,
  user_name: row.user_name,
  user_phone: row.user_phone,
  circle: row.circle,
  pin: row.pin,
  info: row.info,
  floors_num: row.floors_num,
  basement: row.basement,
  Store_front: row.store_front,
  land_area: row.land_area,
  covered_area: row.covered_area,
  land: row.land,
  other: row.other,
  comments: row.comments,
  latitude: row.latitude,
  longitude: row.longitude,
  capture_time: written(row.capture_time),
  submission_time: written(row.submission_time),
  resubmission: row.resubmission,
});

const isText = (column: string) => (reportTextColumns as readonly string[]).includes(column);

const cellsOf = (row: Report) =>
  Object.entries({ ...fields(row), picture_path: row.photo_name }).map(([column, value]) => {
    if (typeof value === 'boolean') return value ? '1' : '0';
    if (column === 'resubmission') return value === null ? 'No' : String(value);
    if (typeof value === 'string' && isText(column)) return escapeFormula(value);
    return value;
  });

describe('the CSV file', () => {
  test('is named, typed, counted, and begins with a byte order mark and the 21 field names', async () => {
    const answer = await csvOf();
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="property_report.csv"',
    );
    expect(answer.headers[totalRowsHeader]).toBe(String(reports.length));
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header] = readCsv(answer.body.slice(1));
    expect(header).toEqual(reportColumns);
  });

  test('has every current report of the database, cell by cell, newest first', async () => {
    const [, ...rows] = readCsv((await csvOf()).body.slice(1));
    expect(rows).toHaveLength(reports.length);
    for (const [index, row] of reports.entries()) {
      const cells = cellsOf(row).map((value, column) =>
        // Numbers may be written in several ways; they must be the same number.
        typeof value === 'number' ? Number(rows[index]?.[column]) : rows[index]?.[column],
      );
      expect(cells).toEqual(cellsOf(row).map((value) => value ?? ''));
    }
  });

  test("shows the surveyor's list in a further column, and a further field, where these are asked for", async () => {
    const answer = await csvOf('?extra=was_assigned');
    const [header, ...rows] = readCsv(answer.body.slice(1));
    expect(header).toEqual([...reportColumns, 'was_assigned']);
    const expected = reports.map(({ was_unassigned }) => !was_unassigned);
    expect(new Set(expected).size).toBe(2);
    expect(rows.map((row) => row.at(-1))).toEqual(expected.map((was) => (was ? '1' : '0')));
    const asked = await get('/api/all-reports-export?extra=was_assigned');
    const json = asked.json<{ data: { was_assigned: boolean; picture_path: string | null }[] }>();
    expect(json.data.map((row) => row.was_assigned)).toEqual(expected);
    expect(json.data.find((row) => row.picture_path)?.picture_path).toContain('signature=');
    const page = await get('/api/all-reports?per_page=500&extra=was_assigned&land=Residential');
    for (const row of page.json<{ data: { id: number; was_assigned: boolean }[] }>().data) {
      expect(row.was_assigned).toBe(!reports.find(({ id }) => id === row.id)?.was_unassigned);
    }
    expect((await get('/api/all-reports?extra=other')).statusCode).toBe(422);
    const both = readCsv((await csvOf('?extra=was_assigned,is_second')).body.slice(1));
    expect(both[0]).toEqual([...reportColumns, 'was_assigned', 'is_second']);
    expect(both.slice(1).map((row) => row.at(-1))).toEqual(
      reports.map(({ is_second }) => (is_second ? '1' : '0')),
    );
  });

  test('says nothing of it where nobody asks: the 21 fields', async () => {
    for (const url of [
      '/api/all-reports?land=Residential',
      '/api/all-reports',
      '/api/all-reports-export',
    ]) {
      const [row] = (await get(url)).json<{ data: object[] }>().data;
      expect(Object.keys(row ?? {})).toEqual(reportColumns);
    }
  });

  test('has no text that a spreadsheet would run, and leaves negative coordinates alone', async () => {
    const [header = [], ...rows] = readCsv((await csvOf()).body.slice(1));
    const dangerous = rows.flatMap((row) =>
      row.filter(
        (cell, column) =>
          isText(header[column] ?? '') && formulaStarts.some((start) => cell.startsWith(start)),
      ),
    );
    expect(dangerous).toEqual([]);
    const longitudes = rows.map((row) => row[header.indexOf('longitude')]);
    expect(longitudes).toContain('-74.1');
  });

  test('is its header alone where nothing matches', async () => {
    const answer = await csvOf('?username=nobody');
    expect(answer.headers[totalRowsHeader]).toBe('0');
    expect(readCsv(answer.body.slice(1))).toEqual([reportColumns]);
  });

  test('goes to those who ask among other types too, and is kept apart by caches', async () => {
    const answer = await get('/api/all-reports-export', {
      accept: 'application/pdf, Text/CSV;q=0.9',
    });
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers.vary).toContain('accept');
  });
});

test('a console on another address may read how much is coming, and the name of the file', async () => {
  const origin = 'https://console.example.org';
  const other = await startTestServer({ CORS_ORIGINS: origin });
  const { headers } = await other.app.inject({
    url: '/api/all-reports-export',
    headers: { origin, authorization: `Bearer ${other.administrator.token}` },
  });
  await other.close();
  expect(headers['access-control-allow-origin']).toBe(origin);
  const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ');
  expect(exposed).toEqual(expect.arrayContaining([totalRowsHeader, 'content-disposition']));
});

describe('the same as JSON', () => {
  test('has every field as the list has it, with links that work today', async () => {
    const linkKey = await serverSecret(server.database.db, 'photo links');
    const dayBefore = linkDay();
    const answer = await get('/api/all-reports-export');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers[totalRowsHeader]).toBe(String(reports.length));
    const signedOn = (day: string) =>
      reports.map((row) => ({
        ...fields(row),
        picture_path: row.photo_name && signPhoto(linkKey, row.photo_name, day),
      }));
    // Midnight in UTC may have passed during the export.
    expect([signedOn(dayBefore), signedOn(linkDay())]).toContainEqual(answer.json().data);
    expect(Object.keys(answer.json().data[0])).toEqual(reportColumns);
  });

  test('is what a browser, curl or an older console gets', async () => {
    for (const accept of ['application/json', '*/*', 'text/html,application/xhtml+xml']) {
      const answer = await get('/api/all-reports-export', { accept });
      expect(answer.json().data).toHaveLength(reports.length);
    }
  });

  test('is an empty list where nothing matches', async () => {
    expect((await get('/api/all-reports-export?username=nobody')).json()).toEqual({ data: [] });
  });

  test('is one report where one matches', async () => {
    const { id } = reports.find(({ username }) => username.startsWith('xxx')) as Report;
    const answer = await get(`/api/all-reports-export?username=${'x'.repeat(200)}`);
    expect(answer.json().data.map((row: { id: number }) => row.id)).toEqual([id]);
  });

  test('comes without filters from all-reports-no-pagination', async () => {
    const answer = await get('/api/all-reports-no-pagination');
    expect(answer.headers[totalRowsHeader]).toBe(String(reports.length));
    expect(answer.json().data.map(({ id }: { id: number }) => id)).toEqual(
      reports.map(({ id }) => id),
    );
  });

  test('comes for the users named from report-multiple', async () => {
    const usernames = ["o'brien", 'sana.khan', 'nobody'];
    const { body } = await server.call(
      calls.reportMultiple,
      { body: { usernames } },
      server.administrator.token,
    );
    const expected = reports.filter(({ username }) => usernames.includes(username));
    expect(body.data.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  test('report-multiple refuses a body without usernames', async () => {
    for (const usernames of [[], undefined, 'ali.raza', [''], [1]]) {
      const { status, body } = await server.call(
        calls.reportMultiple,
        { body: { usernames } as never },
        server.administrator.token,
      );
      expect(status).toBe(422);
      expect(Object.keys(body.errors ?? {})[0]).toMatch(/^usernames/);
    }
  });
});
