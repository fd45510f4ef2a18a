// The tables of a backup, read from the catalogue: a new table needs no change here.
import type pg from 'pg';
import type { TableInfo } from './format.ts';

/**
 * Not in backups: sessions and API keys, because one that was closed since must not become valid again; failed sign-ins
 * and the networks of sign-ins; webhooks, because a restored copy must not send to the real receivers. Kysely maintains
 * its own two tables.
 */
const leftOut = [
  'sessions',
  'api_keys',
  'webhooks',
  'webhook_deliveries',
  'sign_in_failures',
  'sign_in_networks',
  'kysely_migration',
  'kysely_migration_lock',
];

/**
 * All tables with their columns, by name. Columns with transaction ids are left out: they mean nothing in another
 * database.
 */
export const tablesOf = async (client: pg.ClientBase): Promise<TableInfo[]> => {
  const { rows } = await client.query<TableInfo>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
      and not attisdropped and attgenerated = '' and relname <> all($1)
      and atttypid <> 'xid8'::regtype
    group by relname order by relname`,
    [leftOut],
  );
  return rows;
};

/** The column of each table's sequence; a table has one at most. */
export const sequencesOf = async (
  client: pg.ClientBase,
): Promise<{ table: string; column: string; sequence: string }[]> => {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select relname as table, attname as column, pg_get_serial_sequence(format('%I', relname), attname) as sequence
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attidentity <> ''
      and relname <> all($1) order by relname`,
    [leftOut],
  );
  return rows;
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `"table" ("column", …)` for COPY. */
export const copyTarget = ({ name, columns }: TableInfo): string =>
  `${quoted(name)} (${columns.map(quoted).join(', ')})`;

/** Statements that were run to make loading fast, and those that revert them. */
const heldBack = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as before,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as after, 2 as step
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid)
  order by step`;

/**
 * Drops foreign keys, secondary indexes and triggers of tables that are to be loaded, in the caller's
 * transaction.
 * @returns a function that restores them: then foreign keys and unique indexes check every row
 */
export const withoutChecks = async (
  client: pg.ClientBase,
  tables: readonly TableInfo[],
): Promise<() => Promise<void>> => {
  const { rows } = await client.query<{ before: string; after: string }>(heldBack);
  for (const { before } of [...rows].reverse()) await client.query(before);
  for (const { name } of tables) {
    await client.query(`alter table ${quoted(name)} disable trigger user`);
    // Rows that a migration itself inserts.
    await client.query(`delete from ${quoted(name)}`);
  }
  return async () => {
    for (const { after } of rows) await client.query(after);
    for (const { name } of tables) {
      await client.query(`alter table ${quoted(name)} enable trigger user`);
    }
  };
};
