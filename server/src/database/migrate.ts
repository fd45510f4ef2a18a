// Migrations run at every start. Kysely takes an advisory lock, so that two servers may start at once.
import { type Kysely, Migrator } from 'kysely';
import * as first from './migrations/0001-first.ts';
import * as keptCounts from './migrations/0002-kept-counts.ts';
import * as activity from './migrations/0003-activity.ts';
import * as security from './migrations/0004-security.ts';
import * as map from './migrations/0005-map.ts';
import * as views from './migrations/0006-views.ts';
import type { Tables } from './tables.ts';

const migrations = {
  '0001-first': first,
  '0002-kept-counts': keptCounts,
  '0003-activity': activity,
  '0004-security': security,
  '0005-map': map,
  '0006-views': views,
};

/**
 * Brings the schema up to date; each migration wholly or not at all.
 * @throws the database's error of the migration that failed
 */
export const migrate = async (db: Kysely<Tables>): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  throw new Error(`Migration ${failed ?? ''} failed: ${(error as Error).message}`, {
    cause: error,
  });
};
