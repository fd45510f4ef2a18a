// What is exported, and what changes many reports at once, is selected in the reports themselves: rollups that
// have lost rows leave nothing out (ADR 47).
import { calls, totalPhotosHeader, totalRowsHeader } from '@survey/contract';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPhotoName } from '../../plugins/photo-store.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { addParcels } from '../../testing/parcels.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { insertReports, report } from '../../testing/report-factory.ts';
import { applyDeltas } from '../rollups/rollups.commands.ts';
import { rollupTables } from '../rollups/rollups.ts';

const pins = ['0012345', '1234500', '9123499', '5551234', '7777777'];
/** Texts of three characters and more, which the list looks up among the PINs of a rollup. */
const texts = [
  { pin: '123', matching: 4 },
  { pin: '1234', matching: 4 },
  { pin: '12345', matching: 2 },
  { pin: '777,5551', matching: 2 },
];

const server = setUpTestServer();
beforeAll(async () => {
  const { username } = await server.addSurveyor('ali.raza');
  await addParcels(server, 'Model Town', pins);
  const token = server.administrator.token;
  await server.call(calls.storeCirclePins, { body: { username, circle: 'Model Town' } }, token);
  await server.database.db.updateTable('assigned_pins').set({ status: 1 }).execute();
  await insertReports(
    server.database,
    pins.map((pin) => report({ username, pin, photo_name: newPhotoName('jpg') })),
  );
  await applyDeltas(server.database);
  for (const { name } of rollupTables) {
    await sql`delete from ${sql.table(name)}`.execute(server.database.db);
  }
});

const get = async (path: string, query: Record<string, string>, accept: string) => {
  const answer = await server.app.inject({
    url: path,
    query,
    headers: { authorization: `Bearer ${server.administrator.token}`, accept },
  });
  expect(answer.statusCode).toBe(200);
  return answer;
};

const post = async (path: string, payload: object) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { authorization: `Bearer ${server.administrator.token}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};

const manifestOf = (zip: Buffer) => {
  const manifest = unzipSync(zip)['manifest.csv'] as Uint8Array;
  return readCsv(Buffer.from(manifest).toString().slice(1)).slice(1);
};

const lastLine = (lines: string) => JSON.parse(lines.trim().split('\n').at(-1) ?? '');

test('the rollups are wrong: a page of the list shows none of the reports', async () => {
  const { body } = await server.call(
    calls.allReports,
    { query: { pin: '12345' } },
    server.administrator.token,
  );
  expect(body.total).toBe(0);
});

// Alone, and beside filters that lead to the rows by themselves.
const besides: Record<string, string>[] = [
  {},
  { username: 'ali.raza' },
  { land: 'Residential' },
  { date: '10/03/2026' },
];

describe.each(besides)('beside the filters %j', (beside) => {
  test.each(texts)('PINs with $pin are all exported', async ({ pin, matching }) => {
    const query = { ...beside, pin };
    const csv = await get(calls.allReportsExport.path, query, 'text/csv');
    expect(readCsv(csv.body.slice(1))).toHaveLength(matching + 1);
    expect(csv.headers[totalRowsHeader]).toBe(String(matching));

    const json = await get(calls.allReportsExport.path, query, 'application/json');
    expect(json.json().data).toHaveLength(matching);
    expect(json.headers[totalRowsHeader]).toBe(String(matching));

    const zip = await get(calls.reportPhotosZip.path, query, '*/*');
    expect(zip.headers[totalPhotosHeader]).toBe(String(matching));
    expect(manifestOf(zip.rawPayload)).toHaveLength(matching);
  });

  test.each(texts)('PINs with $pin are all counted and selected', async ({ pin, matching }) => {
    const filters = { ...beside, pin };
    const counted = await post(calls.countSelection.path, { filters });
    expect(counted.json()).toMatchObject({ total: matching, photos: matching, surveyors: 1 });
    const selection = { filters, expected_count: matching };
    const csv = await post(calls.exportSelection.path, selection);
    expect(readCsv(csv.body.slice(1))).toHaveLength(matching + 1);
    const zip = await post(calls.zipSelection.path, selection);
    expect(manifestOf(zip.rawPayload)).toHaveLength(matching);
  });
});

const exported = async (query: Record<string, string>) => {
  const csv = await get(calls.allReportsExport.path, query, 'text/csv');
  const json = await get(calls.allReportsExport.path, query, 'application/json');
  expect(json.headers[totalRowsHeader]).toBe(csv.headers[totalRowsHeader]);
  expect(json.json().data).toHaveLength(readCsv(csv.body.slice(1)).length - 1);
  return { held: json.json().data.length, said: Number(csv.headers[totalRowsHeader]) };
};

// Each is a filter that a rollup serves.
const withoutPins: Record<string, string>[] = [
  {},
  { username: 'ali.raza' },
  { land: 'Residential' },
  { date_from: '01/03/2026', circle: 'Model Town' },
  { list: 'on' },
];

test.each(withoutPins)('an export of %j says how many rows it has', async (query) => {
  expect(await exported(query)).toEqual({ held: pins.length, said: pins.length });
});

test('of a table too large to count an export says what the rollups say, and has all rows', async () => {
  const { db } = server.database;
  // Nothing may be analysed meanwhile.
  await sql`alter table reports set (autovacuum_enabled = false)`.execute(db);
  await sql`select pg_restore_relation_stats('schemaname', 'public', 'relname', 'reports',
    'reltuples', 10000000::real)`.execute(db);
  expect(await exported({})).toEqual({ held: pins.length, said: 0 });
  expect(await exported({ pin: '123' })).toEqual({ held: 4, said: 4 });
});

test('all of them are sent back, and set aside', async () => {
  const selection = { filters: { pin: '123' }, expected_count: 4 };
  const sent = await post(calls.sendBackSelection.path, selection);
  expect(lastLine(sent.body)).toMatchObject({ ended: 'complete', total: 4, sent_back: 4 });
  const aside = await post(calls.setAsideSelection.path, selection);
  expect(lastLine(aside.body)).toMatchObject({ ended: 'complete', total: 4, set_aside: 4 });
});
