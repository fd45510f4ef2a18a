// The slow parts of a migration on large tables. They are done before the migration, beside servers of the previous
// release. So the migration itself, for which all calls wait, takes only a moment (ADR 110).
import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { deltaLock } from './advisory-lock.ts';

/** The parts are done in this order. Each can be repeated after it was interrupted. */
export interface Preparation {
  /**
   * Statements that take a moment but lock a table: columns with null or a constant as default, so that no row is
   * rewritten; and triggers that fill them from now on, also for servers of the previous release.
   */
  expand?: string;
  backfill?: Backfill;
  /** Indexes without `create index`: `reports_second on reports (…) where …`. */
  indexes?: readonly string[];
  counts?: Counts;
}

/** Fills existing rows. Without a trigger, rows that servers of the previous release write meanwhile are not filled. */
interface Backfill {
  /** Selects the keys of the batches, as a column `key`. */
  keys: string;
  /** Fills the batch of key `$1`. It must be safe to repeat. */
  batch: string;
}

/**
 * New rollup tables. They count reports whose deltas were applied. While nobody applies deltas, these counts do not
 * change, even if more reports are stored: their deltas wait.
 */
interface Counts {
  tables: readonly string[];
  /** Creates and fills the tables. */
  statements: string;
}

type Db = Kysely<never>;
/** Gets a line for each step. */
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

/** Prepares in the transaction of the migration: for an empty database, or one whose servers are stopped. */
export const prepareWithin = async (db: Db, preparation: Preparation): Promise<void> => {
  await run(db, `select pg_advisory_xact_lock(${deltaLock})`);
  await run(db, "set local maintenance_work_mem = '256MB'");
  if (preparation.expand) await run(db, preparation.expand);
  await fill(db, preparation, () => undefined);
  for (const index of preparation.indexes ?? []) await run(db, `create index ${index}`);
  await count(db, preparation);
};

/** PostgreSQL's codes of a deadlock and of a lock timeout. */
const lockErrors = ['40P01', '55P03'];

/** Attempts to get the locks, for about five minutes, so that a long export can end. */
const lockTries = 200;

const isLockError = (error: unknown): boolean =>
  lockErrors.includes((error as { code?: string }).code ?? '');

/**
 * Repeats work that fails when it does not get its locks at once. While a statement waits for a lock, all later
 * requests for it wait too; between two attempts these can go on.
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

/**
 * Shorter than PostgreSQL's wait before it looks for deadlocks (a second), so that requests are rarely cancelled
 * because of one.
 */
export const awaitLocksShortly = "set local lock_timeout = '200ms'";

const createIndex = async (db: Db, index: string): Promise<void> => {
  const name = index.slice(0, index.indexOf(' '));
  // An index whose creation was interrupted stays in the table, but invalid.
  const { rows } = await sql<{ is_valid: boolean }>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`.execute(
    db,
  );
  if (rows[0]?.is_valid) return;
  await run(db, `drop index concurrently if exists ${name}`);
  await run(db, `create index concurrently ${index}`);
};

/**
 * Prepares beside servers that work; no request waits longer than a moment.
 * @param connection one connection, which holds `deltaLock` until the migrations are done
 * @param pending preparations by the names of their migrations, in order
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
