import { calls } from '@survey/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setUpTestServer } from '../../testing/fixture.ts';
import { insertReports, report } from '../../testing/report-factory.ts';
import { applyDeltas, rebuildRollups } from './rollups.commands.ts';
import { cachedAnswer, countsVersion } from './versioned-cache.ts';

const server = setUpTestServer();

/** A cached answer that counts how often it is made, on a server with its own cache. */
const counting = () => {
  let made = 0;
  const cached = cachedAnswer(countsVersion, async () => {
    made += 1;
    return made;
  });
  const services = { database: server.database };
  return { ask: () => cached(services), made: () => made };
};

const landsOffered = async (): Promise<{ value: string; count: number }[]> => {
  const query = { view: 'options' as const };
  const { text } = await server.call(
    calls.allReportsNoPagination,
    { query },
    server.administrator.token,
  );
  return JSON.parse(text).options.land;
};

test('an answer that fails is not cached', async () => {
  let isBroken = true;
  const cached = cachedAnswer(countsVersion, async (db) => {
    const found = await db
      .selectFrom(sql<{ one: number }>`(select 1 / ${isBroken ? 0 : 1}::int as one)`.as('x'))
      .select('one')
      .executeTakeFirstOrThrow();
    return found.one;
  });
  const services = { database: server.database };
  await expect(cached(services)).rejects.toThrow('division by zero');
  isBroken = false;
  expect(await cached(services)).toBe(1);
});

test('it is made once for as long as nothing changes, and once more for each change', async () => {
  const { ask, made } = counting();
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  await insertReports(server.database, [report({ pin: '1' })]);
  expect(await ask()).toBe(2);
  expect(await ask()).toBe(2);
  await applyDeltas(server.database);
  expect(await ask()).toBe(3);
  await rebuildRollups(server.database, 'Asia/Karachi');
  expect(await ask()).toBe(4);
  await ask();
  expect(made()).toBe(4);
});

test('what one server stored, another answers at once, with deltas applied or not', async () => {
  const before = (await landsOffered()).find(({ value }) => value === 'Garden')?.count ?? 0;
  for (let more = 1; more <= 6; more += 1) {
    // Not through the server's own calls, as another server would.
    await insertReports(server.database, [report({ pin: `g-${more}`, land: 'Garden' })]);
    if (more % 2 === 0) await applyDeltas(server.database);
    const garden = (await landsOffered()).find(({ value }) => value === 'Garden');
    expect(garden?.count).toBe(before + more);
  }
});
