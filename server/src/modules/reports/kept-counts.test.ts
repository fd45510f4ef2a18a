// Kept counts against counted ones: whatever changes reports and units, and whenever it is folded.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom } from '../../testing/random.ts';
import { insertReports, variedReports } from '../../testing/report-factory.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkCounts, foldChanges, rebuildCounts } from './kept-counts.commands.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('what is not folded is counted, what is folded too, and what comes after', async () => {
  const { database } = server;
  const random = randomFrom(5);
  expect(await foldChanges(database)).toBe(0);
  const stored = await insertReports(database, variedReports(400, 5));
  expect(await checkCounts(database)).toEqual([]);
  expect(await foldChanges(database)).toBe(400);
  expect(await checkCounts(database)).toEqual([]);
  for (const { id } of stored.slice(0, 60)) {
    await database.db
      .updateTable('reports')
      .set(random.chance(0.5) ? { replaced_by: stored.at(-1)?.id as number } : { land: 'Other' })
      .where('id', '=', id)
      .execute();
  }
  await database.db
    .deleteFrom('reports')
    .where('land', '=', 'Commercial')
    .where('replaced_by', 'is', null)
    .where('id', '<>', stored.at(-1)?.id as number)
    .execute();
  expect(await checkCounts(database)).toEqual([]);
  expect(await foldChanges(database)).toBeGreaterThan(60);
  expect(await checkCounts(database)).toEqual([]);
  await rebuildCounts(database, 'Asia/Tokyo');
  expect(await checkCounts(database)).toEqual([]);
});
