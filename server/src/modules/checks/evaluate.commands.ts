// Evaluates reports by the rules and writes the changes of their flags (ADR 84). Only one batch of a database runs at a
// time. Otherwise two transactions could each store one of two reports that are compared with each other, without
// seeing the other's report, and both would miss the flag.
import type pg from 'pg';
import { withRetry } from '../../database/deadlocks.ts';
import { factsOf } from './facts.queries.ts';
import { type FoundFlag, findFlags } from './find-flags.ts';
import type { Rules } from './rules.queries.ts';

/** Runs a batch; after its commit, notifies open consoles of the circles whose reports have changed flags. */
export type NotifyFlags = <T>(
  work: () => Promise<T>,
  of: (done: T) => readonly string[],
) => Promise<T>;

/** The key of the advisory lock of a batch; rollups and migrations use others. */
const lockKey = 7_203_127;

/** Runs a batch in a transaction of its own; only one at a time over all servers. */
export const inBatch = <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  withRetry(async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
      const done = await work(client);
      await client.query('commit');
      client.release();
      return done;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      client.release(error as Error);
      throw error;
    }
  });

interface StoredFlag extends FoundFlag {
  is_dismissed: boolean;
  /** The report is current, and neither accepted nor sent back. */
  is_undecided: boolean;
}

const keyOf = ({ report_id, check_name }: FoundFlag) => `${report_id} ${check_name}`;

const readFlags = async (client: pg.ClientBase, ids: readonly number[]): Promise<StoredFlag[]> => {
  const { rows } = await client.query<StoredFlag>({
    name: 'flags of reports',
    text: `select report_id, check_name, version, severity, found, counterpart_id,
        dismissed_at is not null as is_dismissed,
        replaced_by is null and resubmission is distinct from 1
          and (review is null or review = 'in_question') as is_undecided
      from flags join reports on reports.id = report_id where report_id = any($1::bigint[])`,
    values: [ids],
  });
  return rows;
};

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);
const told = ({ severity, found, counterpart_id }: FoundFlag) =>
  JSON.stringify([severity, counterpart_id, Object.entries(found).sort(byName)]);

/** $1: flags as JSON, of current reports. The reports are locked, so that nobody reviews them meanwhile. */
const write = `
with found as materialized (
  select * from jsonb_to_recordset($1) as found (report_id bigint, check_name text, version integer,
    severity smallint, found jsonb, counterpart_id bigint)
), held as materialized (
  select id, capture_time, review is null and resubmission is distinct from 1 as is_new
  from reports where id = any(array(select report_id from found)) and replaced_by is null
  order by id for share
)
insert into flags (report_id, check_name, version, severity, found, counterpart_id, capture_time, in_queue)
select report_id, check_name, version, severity, found.found, counterpart_id, capture_time, is_new
from found join held on held.id = report_id
on conflict (report_id, check_name) do update set version = excluded.version, severity = excluded.severity,
  found = excluded.found, counterpart_id = excluded.counterpart_id,
  in_queue = excluded.in_queue and flags.dismissed_at is null`;

/** Counts of a batch. */
export interface Evaluated {
  looked: number;
  added: number;
  removed: number;
  /** Keys of the circles whose reports have changed flags. */
  circles: string[];
}

/**
 * Evaluates reports and writes the changes of their flags. Dismissed flags, and flags of reports that were accepted,
 * sent back or replaced, stay as they are: somebody has decided about them.
 */
export const evaluate = async (
  client: pg.ClientBase,
  rules: Rules,
  ids: readonly number[],
): Promise<Evaluated> => {
  const facts = await factsOf(client, ids);
  const stored = await readFlags(client, ids);
  const current = facts.filter(({ isCurrent }) => isCurrent);
  const found = current.flatMap((one) => findFlags(one, rules));
  const before = new Map(stored.map((flag) => [keyOf(flag), flag]));
  const changed = found.filter((flag) => {
    const was = before.get(keyOf(flag));
    return !was || (!was.is_dismissed && told(was) !== told(flag));
  });
  if (changed.length > 0) {
    await client.query({ name: 'write flags', text: write, values: [JSON.stringify(changed)] });
  }
  const isFound = new Set(found.map(keyOf));
  const gone = stored.filter(
    (flag) => flag.is_undecided && !flag.is_dismissed && !isFound.has(keyOf(flag)),
  );
  if (gone.length > 0) {
    await client.query(
      `delete from flags using unnest($1::bigint[], $2::text[]) as gone (report_id, check_name)
        where flags.report_id = gone.report_id and flags.check_name = gone.check_name
          and dismissed_at is null`,
      [gone.map(({ report_id }) => report_id), gone.map(({ check_name }) => check_name)],
    );
  }
  const touched = new Set([...changed, ...gone].map(({ report_id }) => report_id));
  return {
    looked: facts.length,
    added: changed.filter((flag) => !before.has(keyOf(flag))).length,
    removed: gone.length,
    circles: [...new Set(facts.flatMap(({ id, circleKey }) => (touched.has(id) ? circleKey : [])))],
  };
};
