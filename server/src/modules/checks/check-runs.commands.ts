// Re-evaluation: all current reports, or those of the last days, are evaluated again by the present rules, newest ids
// first, in the background. Progress is stored in `check_runs`, so that any server can go on after a restart.

import { setTimeout as pause } from 'node:timers/promises';
import type { CheckRun } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Database, Reader, Writer } from '../../database/connection.ts';
import { say } from '../../say.ts';
import { monthCounts } from '../rollups/rollups.queries.ts';
import { evaluate, inBatch, type NotifyFlags } from './evaluate.commands.ts';
import { rulesNow } from './rules.queries.ts';

/** Reports in a batch. Reports that arrive meanwhile are evaluated after the batch, so it must be short. */
const batch = 500;
/** Pause after a batch, as a share of the time that the batch took, so that other work has its turn. */
const rest = 0.25;

const written = (column: 'started_at' | 'ended_at') =>
  sql<string>`to_char(${sql.ref(column)}, 'DD/MM/YYYY HH24:MI:SS')`;

const runs = (db: Reader) =>
  db
    .selectFrom('check_runs')
    .select(['id', 'started_by as by', 'days', 'total', 'done', 'added', 'removed', 'state'])
    .select([
      written('started_at').as('started_at'),
      written('ended_at').$castTo<string | null>().as('ended_at'),
    ]);

/** The newest re-evaluation; null where there was none. */
export const latestRun = async (db: Reader): Promise<CheckRun | null> =>
  (await runs(db).orderBy('id', 'desc').limit(1).executeTakeFirst()) ?? null;

const runOf = (db: Reader, id: number): Promise<CheckRun> =>
  runs(db).where('id', '=', id).executeTakeFirstOrThrow();

/** Counts the current reports captured in the last days, today included; all current reports where `days` is null. */
export const reportsSince = async (db: Reader, days: number | null): Promise<number> => {
  const { first } = await db
    .selectFrom(
      sql<{ first: string }>`(select (current_date - ${(days ?? 1) - 1}::int)::text as first)`.as(
        'first',
      ),
    )
    .selectAll()
    .executeTakeFirstOrThrow();
  const counts = await monthCounts(db, days === null ? {} : { date_from: first });
  return (counts ?? []).reduce((sum, { n }) => sum + n, 0);
};

/**
 * Starts a re-evaluation; `workOnRun` does the work.
 * @param total estimate of the reports to evaluate, for the progress bar
 * @throws AppError conflict where a re-evaluation is running
 */
export const startRun = async (
  db: Writer,
  actor: Actor,
  { days, total }: { days: number | null; total: number },
): Promise<CheckRun> => {
  const started = await db
    .insertInto('check_runs')
    .values({
      started_by: actor.username,
      days,
      since: days === null ? null : sql<Date>`(current_date - ${days - 1}::int)::timestamptz`,
      next_id: sql<number>`(select coalesce(max(id), 0) from reports)`,
      total,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!started) throw new AppError('conflict', say('check-run-under-way'));
  await audit(db, actor, {
    action: 'start-check-run',
    subject: days === null ? 'all reports' : `${days} days`,
    rowCount: 0,
    details: { run: started.id, days, total },
  });
  return runOf(db, started.id);
};

/** Cancels a re-evaluation; one that has ended stays as it is. @throws AppError not-found */
export const cancelRun = async (db: Writer, actor: Actor, id: number): Promise<CheckRun> => {
  const { numUpdatedRows } = await db
    .updateTable('check_runs')
    .set({ state: 'cancelled', ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  const run = await runs(db).where('id', '=', id).executeTakeFirst();
  if (!run) throw new AppError('not-found', say('no-check-run', { id }));
  if (numUpdatedRows > 0n) {
    await audit(db, actor, {
      action: 'cancel-check-run',
      subject: String(id),
      rowCount: 0,
      details: { run: id, done: run.done },
    });
  }
  return run;
};

interface Running {
  id: number;
  next_id: number;
}

const over = { isOver: true, circles: [] };

/** Evaluates one batch and stores the progress. */
const workOnBatch = async ({ db, requests }: Pick<Database, 'db' | 'requests'>) => {
  const rules = await rulesNow(db);
  return inBatch(requests, async (client) => {
    // The row is locked until the end of the batch, so that cancelling waits for the batch.
    const { rows } = await client.query<Running>(
      `select id, next_id from check_runs where state = 'running' for update`,
    );
    const [run] = rows;
    if (!run) return over;
    const found = await client.query<{ id: number }>(
      `select reports.id from reports, check_runs where check_runs.id = $1 and reports.id <= $2
        and replaced_by is null and (since is null or capture_time >= since)
        order by reports.id desc limit ${batch}`,
      [run.id, run.next_id],
    );
    const ids = found.rows.map(({ id }) => id);
    const { added, removed, circles } = await evaluate(client, rules, ids);
    const isLast = ids.length < batch;
    await client.query(
      `update check_runs set next_id = $2, done = done + $3, added = added + $4, removed = removed + $5,
        total = case when $6 then done + $3 else greatest(total, done + $3) end,
        state = case when $6 then 'complete' else state end, ended_at = case when $6 then now() end
      where id = $1`,
      [run.id, (ids.at(-1) ?? 1) - 1, ids.length, added, removed, isLast],
    );
    return { isOver: isLast, circles };
  });
};

const fail = (db: Database['db']) =>
  db
    .updateTable('check_runs')
    .set({ state: 'failed', ended_at: sql<Date>`now()` })
    .where('state', '=', 'running')
    .execute();

/** Attempts at a batch before the re-evaluation counts as failed: the database may be away for a moment. */
const tries = 5;
const retryMs = 2000;

/**
 * Works on the running re-evaluation, if there is one, until it ends.
 * @param notify notifies open consoles after each batch
 * @throws the error of the last attempt; the re-evaluation is marked as failed
 */
export const workOnRun = async (
  database: Pick<Database, 'db' | 'requests'>,
  notify: NotifyFlags,
  signal: AbortSignal,
): Promise<void> => {
  const isUnderWay = await database.requests.query(
    "select from check_runs where state = 'running' limit 1",
  );
  if (isUnderWay.rowCount === 0) return;
  let failures = 0;
  while (!signal.aborted) {
    const began = performance.now();
    try {
      const { isOver } = await notify(
        () => workOnBatch(database),
        ({ circles }) => circles,
      );
      if (isOver) return;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures === tries) {
        await fail(database.db);
        throw error;
      }
      await pause(retryMs, undefined, { signal }).catch(() => undefined);
    }
    const took = performance.now() - began;
    await pause(took * rest, undefined, { signal }).catch(() => undefined);
  }
};
