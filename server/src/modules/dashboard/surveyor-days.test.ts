// Daily figures of surveyors: from rollups and deltas on the screen, from the reports in the CSV.
import { calls } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { insertReports, report } from '../../testing/report-factory.ts';
import { applyDeltas } from '../rollups/rollups.commands.ts';

const server = setUpTestServer({ DAILY_TARGET: '2' });
const period = { from: '2026-03-09', to: '2026-03-11' };

const ask = (query: Record<string, string>) =>
  server.call(calls.surveyorDays, { query: query as never }, server.administrator.token);

/** Karachi is five hours ahead of UTC all year. */
const at = (day: string, clock: string) => new Date(`${day}T${clock}+05:00`);

beforeAll(async () => {
  await server.addSurveyor('ali');
  await server.addSurveyor('idle');
  await server.addSurveyor('blocked', { is_active: false });
  const of = (username: string, capture_time: Date) => report({ username, capture_time });
  await insertReports(server.database, [
    of('ali', at('2026-03-08', '23:59:59')),
    of('ali', at('2026-03-09', '00:00:00')),
    of('ali', at('2026-03-11', '23:59:59')),
    of('ali', at('2026-03-12', '00:00:00')),
  ]);
  await applyDeltas(server.database);
  await insertReports(server.database, [
    of('ali', at('2026-03-11', '08:00:00')),
    of('=gone', at('2026-03-10', '08:00:00')),
  ]);
});

describe('refused', () => {
  test.each([
    ['no day', { from: '', to: '2026-03-11' }, 'from'],
    ['the end before the beginning', { from: '2026-03-11', to: '2026-03-09' }, 'to'],
    ['more than 92 days', { from: '2026-01-01', to: '2026-06-01' }, 'to'],
  ])('%s', async (_, query, field) => {
    const { status, body } = await ask(query);
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
  });
});

test('each surveyor has a figure for each day in Karachi; idle ones have none, and who is gone keeps theirs', async () => {
  const { body } = await ask(period);
  expect(body).toEqual({
    days: ['2026-03-09', '2026-03-10', '2026-03-11'],
    target: 2,
    surveyors: [
      { username: '=gone', name: '', reports: [0, 1, 0] },
      { username: 'ali', name: 'Surveyor ali', reports: [1, 0, 2] },
      { username: 'idle', name: 'Surveyor idle', reports: [0, 0, 0] },
    ],
  });
});

test('the CSV says the same, with formulas escaped', async () => {
  const { status, text, headers } = await server.call(
    calls.surveyorDaysExport,
    { query: period },
    server.administrator.token,
  );
  expect(status).toBe(200);
  expect(headers['content-disposition']).toContain('surveyor-days.csv');
  expect(readCsv(text.replace(/^\uFEFF/, ''))).toEqual([
    ['username', 'name', '2026-03-09', '2026-03-10', '2026-03-11', 'total', 'target'],
    ["'=gone", '', '0', '1', '0', '1', '6'],
    ['ali', 'Surveyor ali', '1', '0', '2', '3', '6'],
    ['idle', 'Surveyor idle', '0', '0', '0', '0', '6'],
  ]);
});
