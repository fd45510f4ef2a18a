// Migrations run at every start. Kysely takes an advisory lock, so that two servers may start at once.
import { setTimeout as pause } from 'node:timers/promises';
import {
  Kysely,
  type Migration,
  type MigrationResultSet,
  Migrator,
  PostgresDialect,
  sql,
} from 'kysely';
import { deltaLock } from './advisory-lock.ts';
import type { Database } from './connection.ts';
import * as first from './migrations/0001-first.ts';
import * as keptCounts from './migrations/0002-kept-counts.ts';
import * as activity from './migrations/0003-activity.ts';
import * as security from './migrations/0004-security.ts';
import * as map from './migrations/0005-map.ts';
import * as views from './migrations/0006-views.ts';
import * as keptVersion from './migrations/0007-kept-version.ts';
import * as filterMonths from './migrations/0008-filter-months.ts';
import * as keptPinsAndTraits from './migrations/0009-kept-pins-and-traits.ts';
import * as setAside from './migrations/0010-set-aside.ts';
import * as circleVersions from './migrations/0011-circle-versions.ts';
import * as photoNames from './migrations/0012-photo-names.ts';
import * as rollups from './migrations/0013-rollups.ts';
import * as phoneFields from './migrations/0014-phone-fields.ts';
import * as knownNetworks from './migrations/0015-known-networks.ts';
import * as review from './migrations/0016-review.ts';
import * as administrators from './migrations/0017-administrators.ts';
import * as secondReports from './migrations/0018-second-reports.ts';
import * as openRosa from './migrations/0019-openrosa.ts';
import * as reviewRollups from './migrations/0020-review-rollups.ts';
import * as forgetPeople from './migrations/0021-forget-people.ts';
import * as sequences from './migrations/0022-sequences.ts';
import * as awaitedPhotos from './migrations/0025-awaited-photos.ts';
import * as surveyPage from './migrations/0026-survey-page.ts';
import * as checks from './migrations/0027-checks.ts';
import * as reviewQueue from './migrations/0028-review-queue.ts';
import * as reportOrder from './migrations/0031-report-order.ts';
import * as apiKeys from './migrations/0036-api-keys.ts';
import * as reportChanges from './migrations/0037-report-changes.ts';
import * as similarPhotos from './migrations/0038-similar-photos.ts';
import * as webhooks from './migrations/0040-webhooks.ts';
import * as supervisors from './migrations/0043-supervisors.ts';
import * as besideOlderServers from './migrations/0046-beside-older-servers.ts';
import * as nightlyCounts from './migrations/0052-nightly-counts.ts';
import {
  awaitLocksShortly,
  type Preparation,
  type Progress,
  prepareBeside,
  prepareWithin,
  withRetriedLocks,
} from './preparation.ts';
import type { Tables } from './tables.ts';

/** Every migration of this version, by name. */
export const migrations: Migrations = {
  '0001-first': first,
  '0002-kept-counts': keptCounts,
  '0003-activity': activity,
  '0004-security': security,
  '0005-map': map,
  '0006-views': views,
  '0007-kept-version': keptVersion,
  '0008-filter-months': filterMonths,
  '0009-kept-pins-and-traits': keptPinsAndTraits,
  '0010-set-aside': setAside,
  '0011-circle-versions': circleVersions,
  '0012-photo-names': photoNames,
  '0013-rollups': rollups,
  '0014-phone-fields': phoneFields,
  '0015-known-networks': knownNetworks,
  '0016-review': review,
  '0017-administrators': administrators,
  '0018-second-reports': secondReports,
  '0019-openrosa': openRosa,
  '0020-review-rollups': reviewRollups,
  '0021-forget-people': forgetPeople,
  '0022-sequences': sequences,
  '0025-awaited-photos': awaitedPhotos,
  '0026-survey-page': surveyPage,
  '0027-checks': checks,
  '0028-review-queue': reviewQueue,
  '0031-report-order': reportOrder,
  '0036-api-keys': apiKeys,
  '0037-report-changes': reportChanges,
  '0038-similar-photos': similarPhotos,
  '0040-webhooks': webhooks,
  '0043-supervisors': supervisors,
  '0046-beside-older-servers': besideOlderServers,
  '0052-nightly-counts': nightlyCounts,
};

/** The last migration of the previous release. Its servers may go on working while this one migrates their database. */
export const lastOfReleaseBefore = '0013-rollups';

interface PreparedMigration extends Migration {
  preparation?: Preparation;
}
type Migrations = Record<string, PreparedMigration>;

/** Names of the migrations this version knows, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations);

const migratorOf = (db: Kysely<Tables>, known: Migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => known } });

const untyped = (db: Kysely<Tables>) => db as unknown as Kysely<never>;

/** The migrations, each with its preparation in the same transaction. */
const preparingWithin = (known: Migrations): Migrations =>
  Object.fromEntries(
    Object.entries(known).map(([name, { up, preparation }]) => [
      name,
      {
        up: async (db) => {
          if (preparation) await prepareWithin(untyped(db), preparation);
          await up(db);
        },
      },
    ]),
  );

const throwFailure = ({ error, results }: MigrationResultSet): void => {
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  const { message, code } = error as Error & { code?: string };
  throw Object.assign(new Error(`Migration ${failed ?? ''} failed: ${message}`, { cause: error }), {
    code,
  });
};

/**
 * The migrations; the first one locks all tables before it changes anything. Servers of the previous release go on
 * working, and locks that are requested later could cause a deadlock with theirs.
 */
const lockingFirst = (known: Migrations): Migrations => {
  let hasLocks = false;
  const lockAll = async (db: Kysely<Tables>) => {
    if (hasLocks) return;
    hasLocks = true;
    const { rows } = await sql<{ names: string | null }>`
      select string_agg(relname::text, ', ' order by oid) as names from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`.execute(
      db,
    );
    if (!rows[0]?.names) return;
    await sql.raw(awaitLocksShortly).execute(db);
    await sql`lock table ${sql.raw(rows[0].names)} in access exclusive mode`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
  };
  return Object.fromEntries(
    Object.entries(known).map(([name, { up }]) => [
      name,
      {
        up: async (db) => {
          await lockAll(db);
          await up(db);
        },
      },
    ]),
  );
};

/** The preparations of missing migrations, where the database is of the previous release; none otherwise. */
const preparationsPending = async (
  connection: Kysely<Tables>,
  known: Migrations,
): Promise<ReadonlyMap<string, Preparation>> => {
  const all = await migratorOf(connection, known).getMigrations();
  const isFromReleaseBefore = all.some(
    ({ name, executedAt }) => name === lastOfReleaseBefore && executedAt,
  );
  const pending = all.flatMap(({ name, executedAt }) => {
    const preparation = known[name]?.preparation;
    return preparation && !executedAt ? [[name, preparation] as const] : [];
  });
  return new Map(isFromReleaseBefore ? pending : []);
};

/**
 * Takes the lock that one session must hold to prepare. It polls: a session that waits in a statement would make
 * `create index concurrently` wait for it.
 */
const takeDeltaLock = async (connection: Kysely<Tables>): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ is_held: boolean }>`
      select pg_try_advisory_lock(${sql.lit(deltaLock)}) as is_held`.execute(connection);
    if (rows[0]?.is_held) return;
    await pause(500);
  }
};

/** Runs what the migrations prepare, then the migrations. */
const migrateOn = async (
  connection: Kysely<Tables>,
  known: Migrations,
  progress: Progress,
): Promise<void> => {
  const run = (migrations: Migrations) =>
    withRetriedLocks(async () =>
      throwFailure(await migratorOf(connection, lockingFirst(migrations)).migrateToLatest()),
    );
  if ((await preparationsPending(connection, known)).size === 0) {
    await run(preparingWithin(known));
    return;
  }
  await takeDeltaLock(connection);
  try {
    await prepareBeside(
      untyped(connection),
      await preparationsPending(connection, known),
      progress,
    );
    await run(known);
  } finally {
    // Where the connection was lost, the lock was released with it.
    await sql`select pg_advisory_unlock(${sql.lit(deltaLock)})`
      .execute(connection)
      .catch(() => undefined);
  }
};

/**
 * Whether a newer version has migrated the database and says that servers which know these migrations can still use it
 * (ADR 70). False too for a database without migrations.
 */
const worksOnNewer = async (db: Kysely<Tables>, known: Migrations): Promise<boolean> => {
  const there = await sql<{ says: boolean }>`
    select to_regprocedure('schema_works_since()') is not null
      and to_regclass('kysely_migration') is not null as says`.execute(db);
  if (!there.rows[0]?.says) return false;
  const { rows } = await sql<{ name: string; since: string }>`
    select name, schema_works_since() as since from kysely_migration`.execute(db);
  return rows.some(({ name }) => !(name in known)) && rows.every(({ since }) => since in known);
};

/**
 * Brings the schema up to date: runs all missing migrations, or none. The schema of a newer version stays as it is, if
 * this version can still use it.
 * @param progress gets a line for each step that may take long
 * @throws the database's error of the migration that failed, or that the schema is of a newer version
 */
export const migrate = async (
  db: Kysely<Tables>,
  known: Migrations = migrations,
  progress: Progress = () => undefined,
): Promise<void> => {
  if (await worksOnNewer(db, known)) return;
  await db.connection().execute((connection) => migrateOn(connection, known, progress));
};

/** The same on the connections of long reads: an index on ten million reports exceeds the timeout of requests. */
export const migrateLargeDatabase = (
  { longReads }: Pick<Database, 'longReads'>,
  progress?: Progress,
): Promise<void> =>
  migrate(
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: longReads }) }),
    migrations,
    progress,
  );

/** Migrates an empty database to this migration, to test upgrades from older versions. */
export const migrateTo = async (db: Kysely<Tables>, name: string): Promise<void> => {
  throwFailure(await migratorOf(db, preparingWithin(migrations)).migrateTo(name));
};
