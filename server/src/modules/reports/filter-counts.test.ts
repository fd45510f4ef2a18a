// Counts beside the filters' values: what the list shows under the other filters, from rollups and from rows.
import { calls, countedFilters, joinList, reportFilters } from '@survey/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { insertReports, type Report, variedReports } from '../../testing/report-factory.ts';
import { shownReports } from '../../testing/report-reference.ts';
import { applyDeltas } from '../rollups/rollups.commands.ts';
import { valuesUnder } from '../rollups/value-counts.queries.ts';

const server = setUpTestServer();
let stored: Report[];

beforeAll(async () => {
  stored = await insertReports(server.database, variedReports(150, 5));
  // Half of them in the rollups, half in the deltas.
  await applyDeltas(server.database);
  stored = [...stored, ...(await insertReports(server.database, variedReports(100, 6)))];
});

const countsUnder = async (query: Record<string, string>) => {
  const { status, body } = await server.call(
    calls.filterCounts,
    { query },
    server.administrator.token,
  );
  expect(status).toBe(200);
  return body.counts;
};

/** What each value would leave, by asking for it. */
const expectRight = async (query: Record<string, string>) => {
  const counts = await countsUnder(query);
  for (const name of countedFilters) {
    const others = { ...reportFilters.parse(query), [name]: undefined };
    const all = shownReports(stored, others).length;
    const sum = counts[name]?.reduce((total, { count }) => total + count, 0);
    expect(sum, `${name} of ${JSON.stringify(query)}`).toBe(all);
    for (const { value, count } of counts[name] ?? []) {
      if (value === '') continue;
      const chosen = reportFilters.parse({ [name]: joinList([value]) });
      expect(shownReports(stored, { ...others, ...chosen }), `${name} ${value}`).toHaveLength(
        count,
      );
    }
  }
};

describe('every count is that of the list', () => {
  test.each<[Record<string, string>]>([
    [{}],
    [{ land: 'Residential' }],
    [{ resubmission: 'No', land: 'Residential,Commercial' }],
    [{ username: 'ali.raza', photo: 'yes' }],
    [{ date_from: '09/03/2026', date_to: '11/03/2026', circle: 'Model Town' }],
    [{ second: 'no', review: 'new' }],
    [{ pin: '1' }],
    [{ land_area: '0-200' }],
  ])('under %o', expectRight);
});

test('rollups alone answer what they hold together, and nothing else', async () => {
  const { db } = server.database;
  const land = reportFilters.parse({ land: 'Residential' });
  expect((await valuesUnder(db, land, 'circle'))?.length).toBeGreaterThan(0);
  expect(await valuesUnder(db, land, 'photo')).toBeUndefined();
  expect(await valuesUnder(db, reportFilters.parse({ pin: '1' }), 'land')).toBeUndefined();
});
