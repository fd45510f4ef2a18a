// Migrations run at every start. Kysely takes an advisory lock, so that two servers may start at once.
import { Kysely, type Migration, type MigrationResultSet, Migrator, PostgresDialect } from 'kysely';
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
import type { Tables } from './tables.ts';

/** Every migration of this version, by name. */
export const migrations = {
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
};

type Migrations = Record<string, Migration>;

/** Names of the migrations this version knows, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations);

const migratorOf = (db: Kysely<Tables>, known: Migrations) =>
  new Migrator({ db, provider: { getMigrations: async () => known } });

const throwFailure = ({ error, results }: MigrationResultSet): void => {
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(`Migration ${failed ?? ''} failed: ${(error as Error).message}`, {
    cause: error,
  });
};

/**
 * Brings the schema up to date: all migrations that are missing, or none.
 * @throws the database's error of the migration that failed
 */
export const migrate = async (
  db: Kysely<Tables>,
  known: Migrations = migrations,
): Promise<void> => {
  throwFailure(await migratorOf(db, known).migrateToLatest());
};

/** The same on the connections of long reads: an index on ten million reports exceeds the timeout of requests. */
export const migrateLargeDatabase = ({ longReads }: Pick<Database, 'longReads'>): Promise<void> =>
  migrate(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: longReads }) }));

/** Migrates an empty database to this migration, to test upgrades from older versions. */
export const migrateTo = async (db: Kysely<Tables>, name: string): Promise<void> => {
  throwFailure(await migratorOf(db, migrations).migrateTo(name));
};
