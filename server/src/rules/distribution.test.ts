// Compares the table "Sharding by circle" of docs/operations.md and deploy/cluster/citus.sql with the database. A
// change that adds a table or a constraint must say what becomes of it when the tables are distributed.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { setUpTestServer } from '../testing/fixture.ts';
import { onServer } from '../testing/test-database.ts';
import { namesIn, textOf } from './project-files.ts';

const server = setUpTestServer();

/** Rows of the document's table: tables, distribution, remarks on constraints. */
const readPlan = async () => {
  const section = (await textOf('docs/operations.md')).split('### Sharding by circle\n')[1] ?? '';
  return (section.split('\n### ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, tables = '', how = '', words = ''] = line.split('|');
      return { tables: namesIn(tables), how: how.trim(), words };
    });
};

const tablesThat = async (isWanted: (how: string) => boolean): Promise<string[]> =>
  (await readPlan())
    .filter(({ how }) => isWanted(how))
    .flatMap(({ tables }) => tables)
    .sort();

/** Tables of the database; all rollups count as one. */
const readTables = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select distinct regexp_replace(tablename, '^rollup_.*', 'rollup_*') as name
    from pg_tables where schemaname = 'public'`.execute(server.database.db);
  return rows.map(({ name }) => name).sort();
};

interface Constraint {
  name: string;
  table: string;
  /** The table to which a foreign key refers. */
  other: string | null;
  columns: string[];
}

/** Unique constraints, unique indexes and foreign keys of the database. */
const readConstraints = async (): Promise<Constraint[]> => {
  const { rows } = await sql<Constraint>`
    select name, rel::regclass::text as "table", nullif(other, 0)::regclass::text as other,
      array(select attname::text from pg_attribute where attrelid = rel and attnum = any(keys)) as columns
    from (
      select conname::text as name, conrelid as rel, confrelid as other, conkey as keys
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      union all
      select relname::text, indrelid, 0, indkey::int2[]
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indisunique and relnamespace = 'public'::regnamespace
    ) as found`.execute(server.database.db);
  return rows;
};

describe('the plan for a distributed database', () => {
  test('has every table once', async () => {
    expect(await tablesThat(() => true)).toEqual(await readTables());
  });

  test('says what becomes of each constraint that does not name the circle, and of no other', async () => {
    const distributed = await tablesThat((how) => how.startsWith('by '));
    const reference = await tablesThat((how) => how === 'reference');
    const inTheWay = (await readConstraints()).filter(
      ({ table, other, columns }) =>
        (distributed.includes(table) || distributed.includes(other ?? '')) &&
        !reference.includes(other ?? '') &&
        !columns.some((column) => ['circle_key', 'circle_id'].includes(column)) &&
        // This table is distributed by its own key, the report.
        !(table === 'photo_facts' && other === null),
    );
    const told = (await readPlan()).flatMap(({ words }) => namesIn(words));
    expect(told.filter((name) => /_(pkey|key|fkey|unique)$/.test(name)).sort()).toEqual(
      inTheWay.map(({ name }) => name).sort(),
    );
  });

  test('is what the script does', async () => {
    const script = await textOf('deploy/cluster/citus.sql');
    const tablesOf = (call: string) =>
      [...script.matchAll(new RegExp(`^select ${call}\\('(\\w+)'`, 'gm'))]
        .map(([, table]) => table)
        .sort();
    expect(tablesOf('create_distributed_table')).toEqual(
      await tablesThat((how) => how.startsWith('by ')),
    );
    expect(tablesOf('create_reference_table')).toEqual(
      await tablesThat((how) => how === 'reference'),
    );
  });

  test('is written in statements that the schema takes, but for the calls of Citus', async () => {
    const script = await textOf('deploy/cluster/citus.sql');
    const plain = script
      .replace('create extension if not exists citus;', '')
      .replace(/^select create_\w+_table\(.*\);$/gm, '');
    expect(plain).not.toMatch(/create_\w+_table|create extension/);
    await onServer(server.database.url, plain);
    const inTheWay = (await readConstraints()).filter(
      ({ table, columns }) =>
        ['units', 'assigned_pins', 'reports', 'notes', 'flags'].includes(table) &&
        !columns.some((column) => ['circle_key', 'circle_id', 'user_id'].includes(column)),
    );
    expect(inTheWay).toEqual([]);
  });
});
