// Applies deltas to rollups, rebuilds and checks them; rollups.ts explains the mechanism.
import { limits } from '@survey/contract';
import type pg from 'pg';
import { deltaLock, withLock } from '../../database/advisory-lock.ts';
import type { Database } from '../../database/connection.ts';
import {
  circleChanges,
  countedCircles,
  countedRows,
  type RollupTable,
  rollupTables,
} from './rollups.ts';

/** All statements use one snapshot, so that exactly the deltas of that instant are applied. */
const inOneInstant = async <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query('begin isolation level repeatable read');
  try {
    const done = await work();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

const columnsOf = ({ dimensions }: RollupTable) => Object.keys(dimensions).join(', ');

/** Adds the deltas to a rollup table; rows whose count becomes 0 are deleted. */
const addChanges = async (client: pg.ClientBase, table: RollupTable): Promise<void> => {
  const columns = columnsOf(table);
  const { rows } = await client.query(`
    with added as (
      insert into ${table.name} (${columns}, n) ${countedRows(table, 'report_deltas')}
      on conflict (${columns}) do update set n = ${table.name}.n + excluded.n
      returning ctid, n
    ) select array_agg(ctid)::text as empty from added where n = 0`);
  const { empty } = rows[0] as { empty: string | null };
  if (empty) await client.query(`delete from ${table.name} where ctid = any($1::tid[])`, [empty]);
};

const addCircleChanges = (client: pg.ClientBase) =>
  client.query(`
    insert into rollup_circles (circle_id, units, surveyed) ${circleChanges}
    on conflict (circle_id) do update set
      units = rollup_circles.units + excluded.units, surveyed = rollup_circles.surveyed + excluded.surveyed`);

const countAgain = async (client: pg.ClientBase, table: RollupTable): Promise<void> => {
  await client.query(`delete from ${table.name}`);
  const columns = columnsOf(table);
  // Sorted as the index, which is then filled from one end.
  await client.query(`insert into ${table.name} (${columns}, n)
    ${countedRows(table, table.sumOf ?? 'report_counted')} order by ${columns}`);
};

const widthOf = (column: string) => `(select greatest(1, ceil(coalesce(max(${column}), 0)
  / ${limits.areaBuckets})) from reports where replaced_by is null)`;

/** Updates the borders of the areas' buckets; true where they changed. */
const setWidths = async (client: pg.ClientBase): Promise<boolean> => {
  const { rowCount } = await client.query(`
    update rollup_state set land_width = fresh.land, covered_width = fresh.covered
    from (select ${widthOf('land_area')} as land, ${widthOf('covered_area')} as covered) as fresh
    where (land_width, covered_width) <> (fresh.land, fresh.covered)`);
  return rowCount === 1;
};

/**
 * Applies the deltas to the rollup tables.
 * @returns how many were applied; undefined where another server is doing so, or a rebuild is due
 */
export const applyDeltas = ({
  rollupUpdates,
}: Pick<Database, 'rollupUpdates'>): Promise<number | undefined> =>
  withLock(rollupUpdates, deltaLock, 'pg_try_advisory_lock', async (client) => {
    const applied = await inOneInstant(client, async () => {
      const { rows } = await client.query(`select is_whole, (exists (select from report_deltas)
        or exists (select from unit_deltas)) as has_changes from rollup_state`);
      if (!rows[0].is_whole) return undefined;
      if (!rows[0].has_changes) return 0;
      const hasNewBuckets = await setWidths(client);
      for (const table of rollupTables) {
        await (table.hasBuckets && hasNewBuckets ? countAgain : addChanges)(client, table);
      }
      await addCircleChanges(client);
      await client.query('update rollup_state set version = gen_random_uuid()');
      const reports = await client.query('delete from report_deltas');
      const units = await client.query('delete from unit_deltas');
      return (reports.rowCount ?? 0) + (units.rowCount ?? 0);
    });
    // Every count reads these short tables: remove the deleted rows at once.
    if (applied) await client.query('vacuum (skip_locked) report_deltas, unit_deltas');
    return applied;
  });

/** Many rows in few groups: hashing is several times faster than sorting all rows. */
const byCollecting = "set local work_mem = '256MB'; set local enable_sort = off";

/**
 * Counts everything again while the server works: deltas of changes made meanwhile remain to be applied.
 * Call it after a bulk load that disabled the triggers.
 * @param zone the time zone whose days are counted from now on. A change of zone blocks writers meanwhile
 */
export const rebuildRollups = async (
  { longReads }: Pick<Database, 'longReads'>,
  zone: string,
): Promise<void> => {
  await withLock(longReads, deltaLock, 'pg_advisory_lock', async (client) => {
    const { rows } = await client.query('select zone from rollup_state');
    await inOneInstant(client, async () => {
      if (rows[0].zone !== zone) {
        await client.query('lock table reports in share row exclusive mode');
      }
      await client.query('delete from report_deltas');
      await client.query('delete from unit_deltas');
      await client.query(
        'update rollup_state set zone = $1, is_whole = true, version = gen_random_uuid()',
        [zone],
      );
      await client.query(byCollecting);
      await setWidths(client);
      await client.query('analyze rollup_state');
      for (const table of rollupTables) {
        await countAgain(client, table);
        // Others are summed from it.
        await client.query(`analyze ${table.name}`);
      }
      await client.query('delete from rollup_circles');
      await client.query(
        `insert into rollup_circles (circle_id, units, surveyed) ${countedCircles}`,
      );
    });
    const names = [...rollupTables.map(({ name }) => name), 'rollup_circles', 'report_deltas'];
    await client.query(`vacuum (analyze) ${names.join(', ')}, unit_deltas`);
  });
};

/** Rebuilds where it is due: after an update that adds rollups, or when the operation's zone changed. */
export const rebuildWhereDue = async (
  database: Pick<Database, 'longReads'>,
  zone: string,
  note: (line: string) => void,
): Promise<void> => {
  const { rows } = await database.longReads.query('select zone, is_whole from rollup_state');
  const [state] = rows as [{ zone: string; is_whole: boolean }];
  if (state.is_whole && state.zone === zone) return;
  const reason = state.is_whole ? `TIME_ZONE was ${state.zone}` : 'they are new';
  note(`Counting all reports for the rollups: ${reason}.`);
  await rebuildRollups(database, zone);
};

/** Rows of a rollup table whose count differs from the counted one. */
export interface Difference {
  table: string;
  row: string;
  stored: number;
  counted: number;
}

const differencesLimit = 20;

/**
 * Compares rollups, together with deltas not applied yet, with counts of all reports, in one snapshot.
 * @returns at most twenty differences of each table
 */
export const checkRollups = async ({
  longReads,
}: Pick<Database, 'longReads'>): Promise<Difference[]> => {
  const client = await longReads.connect();
  const found: Difference[] = [];
  const compare = async (table: string, stored: string, counted: string, names: string) => {
    const { rows } = await client.query(`
      select '${table}' as table, row(${names})::text as row, sum(stored)::integer as stored,
        sum(counted)::integer as counted
      from (select ${names}, n as stored, 0 as counted from (${stored}) as stored
        union all select ${names}, 0, n from (${counted}) as counted) as both_sides
      group by ${names} having sum(stored) <> sum(counted) limit ${differencesLimit}`);
    found.push(...(rows as Difference[]));
  };
  try {
    await inOneInstant(client, async () => {
      await client.query(byCollecting);
      for (const table of rollupTables) {
        const names = columnsOf(table);
        const applied = `select ${names}, n from ${table.name}`;
        const changes = countedRows(table, 'report_deltas');
        await compare(
          table.name,
          `${applied} union all (${changes})`,
          countedRows(table, 'report_counted'),
          names,
        );
      }
      for (const figure of ['units', 'surveyed']) {
        const n = (rows: string) => `select circle_id, ${figure} as n from (${rows}) as rows`;
        await compare(
          `rollup_circles ${figure}`,
          n(
            `select circle_id, units, surveyed from rollup_circles union all select * from (${circleChanges}) as c`,
          ),
          n(countedCircles),
          'circle_id',
        );
      }
    });
  } finally {
    client.release();
  }
  return found;
};
