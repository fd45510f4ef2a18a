// What of a migration takes long on large tables. It is done before the migration, beside servers of the release before,
// so that the migration itself, for which all calls wait, takes a moment (ADR 110).
import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { deltaLock } from './advisory-lock.ts';

/** The parts are done in this order. Each can be done again after it was broken off. */
export interface Preparation {
  /**
   * Statements that take a moment, but need a table for it: columns with null or a constant as default, so that no row is
   * rewritten; triggers that fill them from now on, also for the servers of the release before.
   */
  expand?: string;
  backfill?: Backfill;
  /** What follows `create index`: `reports_second on reports (…) where …`. */
  indexes?: readonly string[];
  counts?: Counts;
}

/** Fills rows that are there already. Where no trigger does it, servers of the release before write rows that are not filled. */
interface Backfill {
  /** Selects the key of each batch, as a column `key`. */
  keys: string;
  /** Fills the batch of the key `$1`; twice is the same as once. */
  batch: string;
}

/**
 * New rollup tables. They count what servers have applied: while nobody applies deltas, that is all reports without the
 * deltas that wait, however many more reports are stored meanwhile.
 */
interface Counts {
  tables: readonly string[];
  /** Creates and fills the tables. */
  statements: string;
}

type Db = Kysely<never>;
/** Takes a line about what is done. */
export type Progress = (line: string) => void;

const run = async (db: Db, statement: string): Promise<void> => {
  await sql.raw(statement).execute(db);
};

const fill = async (db: Db, { backfill }: Preparation, progress: Progress): Promise<void> => {
  if (!backfill) return;
  const { rows } = await sql.raw<{ key: string }>(backfill.keys).execute(db);
  const part = Math.ceil(rows.length / 10);
  for (const [at, { key }] of rows.entries()) {
    await db.executeQuery(CompiledQuery.raw(backfill.batch, [key]));
    if ((at + 1) % part === 0) progress(`backfill, ${at + 1} of ${rows.length} batches`);
  }
};

const count = async (db: Db, { counts }: Preparation): Promise<void> => {
  if (!counts) return;
  await run(db, "set local work_mem = '256MB'");
  await run(db, `drop table if exists ${counts.tables.join(', ')}`);
  await run(db, counts.statements);
};

/** In the transaction of the migration: for an empty database, or one whose servers are stopped. */
export const prepareWithin = async (db: Db, preparation: Preparation): Promise<void> => {
  await run(db, `select pg_advisory_xact_lock(${deltaLock})`);
  await run(db, "set local maintenance_work_mem = '256MB'");
  if (preparation.expand) await run(db, preparation.expand);
  await fill(db, preparation, () => undefined);
  for (const index of preparation.indexes ?? []) await run(db, `create index ${index}`);
  await count(db, preparation);
};

/** Codes of PostgreSQL: a deadlock was detected, a lock was not to be had in time. */
const lockErrors = ['40P01', '55P03'];

/** How often locks are asked for: for about five minutes, so that a long export may end. */
const lockTries = 200;

const isLockError = (error: unknown): boolean =>
  lockErrors.includes((error as { code?: string }).code ?? '');

/**
 * Does work that gives up where it does not get its locks at once, again and again. What waits for a lock lets everybody
 * wait who comes after it; these go on between two tries.
 * @throws the last error
 */
export const withRetriedLocks = async (work: () => Promise<void>): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockError(error) || tries === lockTries) throw error;
      await pause(500 + Math.random() * 2_000);
    }
  }
};

/** Given up before PostgreSQL looks for deadlocks (after a second), so that it is seldom a request that has to go. */
export const awaitLocksShortly = "set local lock_timeout = '200ms'";

const createIndex = async (db: Db, index: string): Promise<void> => {
  const name = index.slice(0, index.indexOf(' '));
  // One that was broken off stays, invalid.
  const { rows } = await sql<{ is_valid: boolean }>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`.execute(
    db,
  );
  if (rows[0]?.is_valid) return;
  await run(db, `drop index concurrently if exists ${name}`);
  await run(db, `create index concurrently ${index}`);
};

/**
 * Beside servers that work: nobody waits longer than for a moment.
 * @param connection one connection, which holds `deltaLock` until the migrations are done
 * @param pending by the names of their migrations, in order
 */
export const prepareBeside = async (
  connection: Db,
  pending: ReadonlyMap<string, Preparation>,
  progress: Progress,
): Promise<void> => {
  await run(connection, "set maintenance_work_mem = '256MB'");
  for (const [name, preparation] of pending) {
    const step = (line: string) => progress(`Before ${name}: ${line}`);
    const { expand } = preparation;
    if (expand)
      await withRetriedLocks(() =>
        connection.transaction().execute(async (transaction) => {
          await run(transaction, awaitLocksShortly);
          await run(transaction, expand);
        }),
      );
    await fill(connection, preparation, step);
    for (const index of preparation.indexes ?? []) {
      step(`index ${index.slice(0, index.indexOf(' '))}`);
      await createIndex(connection, index);
    }
    if (preparation.counts) step(`counts ${preparation.counts.tables.join(', ')}`);
    await connection.transaction().execute((transaction) => count(transaction, preparation));
  }
  await run(connection, 'reset maintenance_work_mem');
};
