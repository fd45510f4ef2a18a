// Upgrades from every released schema with data, completely or not at all, by one of several servers.
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { dropDatabase, onServer, testTimeZone } from '../testing/test-database.ts';
import { type Database, openDatabase } from './connection.ts';
import { lastOfReleaseBefore, migrate, migrateTo, migrationNames, migrations } from './migrate.ts';

/**
 * The last migration of each release, and of states between releases that were in use; each release adds its own. Their
 * migrations still make what the release made: checksums ensure that they do not change (released-migrations.test.ts).
 */
const lastOfReleases = [
  '0001-first',
  '0006-views',
  // 0.1.0
  '0009-kept-pins-and-traits',
  // 0.1.1
  '0012-photo-names',
  // 0.2.0
  '0013-rollups',
  // Before 0.3.0
  '0021-forget-people',
];

const opened: { name: string; databases: Database[] }[] = [];

/** An empty database, and a connection for each of several servers. */
const emptyDatabase = async (servers = 1): Promise<Database[]> => {
  const name = `upgrade_${randomBytes(8).toString('hex')}`;
  await onServer(inject('serverUrl'), `create database ${name}`);
  const url = new URL(inject('serverUrl'));
  url.pathname = name;
  const databases = Array.from({ length: servers }, () =>
    openDatabase({ url: url.href, connections: 2, timeZone: testTimeZone }),
  );
  opened.push({ name, databases });
  return databases;
};

afterAll(async () => {
  for (const { name, databases } of opened) {
    await Promise.all(databases.map((database) => database.close()));
    await dropDatabase(inject('serverUrl'), name);
  }
});

/** Data of the first release, in its own SQL and never through today's code. */
const dataOfTheFirstRelease = `
insert into users (role_id, username, name, email, password_hash) values
  (1, 'admin@example.org', 'Amina', 'admin@example.org', 'hash'),
  (2, 'ali', 'علی', 'ali@example.org', 'hash');
insert into sessions (token_hash, user_id) values ('\\x01', 1);
insert into sign_in_failures (key) values ('account:ali');
insert into server_secrets values ('photo links', '\\x02');
insert into circles (name, key) values ('Model Town', 'model town');
insert into units (circle_id, pin, owner_name, extra)
  select 1, n::text, 'Owner ' || n, '{"Remark": "x"}' from generate_series(1, 50) as n;
insert into units (circle_id, unassignable_hash) values (1, 'abc');
insert into pin_lists values (2, 7);
insert into circle_assignments (user_id, circle_id) values (2, 1);
insert into assigned_pins (user_id, circle_id, unit_id, status, version)
  select 2, 1, id, id % 2, 7 from units where pin is not null;
insert into removed_pins values (2, 999, 5);
insert into reports (submission_id, user_id, username, user_name, user_phone, unit_id, circle, circle_key,
    pin, land, land_area, latitude, longitude, capture_time, resubmission)
  select gen_random_uuid(), 2, 'ali', 'علی', '0300', n, 'Model Town', 'model town', n::text,
    'Residential', n, 31.5, 74.3, '2026-03-10 20:30+00', case when n = 1 then 1 end
  from generate_series(1, 20) as n;
insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin,
    capture_time, resubmission)
  values (gen_random_uuid(), 'ali', 'علی', '0300', 'Model Town', 'model town', '1', now(), 0);
update reports set replaced_by = 21 where id = 1;
insert into audit_entries (actor_id, actor, action, subject, row_count, details)
  values (1, 'admin@example.org', 'delete-circle', 'Model Town from ali', 50,
    '{"before": {"used": ["1"], "not_used": ["2"]}}');
`;

/** The rows of the first release's tables, by the columns that it had. */
const rowsOf = async (db: Kysely<never>, columns: Map<string, string[]>) => {
  const found: Record<string, unknown> = {};
  for (const [table, names] of columns) {
    const { rows } = await sql`
      select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)} order by 1, 2`.execute(
      db,
    );
    found[table] = rows;
  }
  return found;
};

const columnsOf = async (db: Kysely<never>): Promise<Map<string, string[]>> => {
  const { rows } = await sql<{ table_name: string; names: string[] }>`
    select table_name, array_agg(column_name::text order by ordinal_position) as names
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'
      and table_name in (select tablename from pg_tables)
    group by table_name`.execute(db);
  return new Map(rows.map(({ table_name, names }) => [table_name, names]));
};

const appliedTo = async (db: Kysely<never>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

const plain = (database: Database) => database.db as unknown as Kysely<never>;

describe('an upgrade', () => {
  test.each(lastOfReleases)('from %s with data: every row is as it was', async (from) => {
    const [database] = (await emptyDatabase()) as [Database];
    const db = plain(database);
    await migrateTo(database.db, migrationNames[0] as string);
    await sql.raw(dataOfTheFirstRelease).execute(db);
    await migrateTo(database.db, from);
    const columns = await columnsOf(db);
    // Derived data may be filled by an upgrade; people may have to sign in again.
    for (const table of columns.keys())
      if (
        /^(kept_|rollup_|report_deltas|unit_deltas|report_changes|unit_changes|sessions|sign_in)/.test(
          table,
        )
      )
        columns.delete(table);
    const before = await rowsOf(db, columns);
    await migrate(database.db);
    expect(await appliedTo(db)).toEqual(migrationNames);
    expect(await rowsOf(db, columns)).toEqual(before);
  });

  test('of applied deltas: months are summed from the rollups by day', async () => {
    const [database] = (await emptyDatabase()) as [Database];
    const db = plain(database);
    await migrateTo(database.db, '0007-kept-version');
    await sql`insert into kept_floor_days (floors_num, basement, day, n) values
      (null, false, '2026-02-28', 3), (null, false, '2026-02-01', 4), (2, true, '2026-02-28', 5),
      (2, true, '2026-03-01', 6)`.execute(db);
    await sql`insert into kept_land_area_days (land_upto, day, n) values
      (5, '2026-02-28', 1), (5, '2026-02-27', 2), (null, '2026-02-27', 7)`.execute(db);
    await migrate(database.db);
    const { rows } = await sql<{ counts: string }>`
      select concat_ws(' ', floors_num, basement, month, n) as counts from rollup_floor_months
      union all select concat_ws(' ', land_upto, month, n) from rollup_land_area_months
      order by 1`.execute(db);
    expect(rows.map(({ counts }) => counts)).toEqual([
      '2 t 2026-02-01 5',
      '2 t 2026-03-01 6',
      '2026-02-01 7',
      '5 2026-02-01 3',
      'f 2026-02-01 7',
    ]);
  });

  test("of the counts by the surveyor's list: rollups and deltas add up to the reports", async () => {
    const [database] = (await emptyDatabase()) as [Database];
    const db = plain(database);
    await migrateTo(database.db, '0009-kept-pins-and-traits');
    await sql`update kept_state set is_whole = true`.execute(db);
    const add = (isOff: boolean, day: string) =>
      sql`insert into reports (submission_id, username, user_name, user_phone, circle, circle_key, pin,
        capture_time, was_unassigned) values (gen_random_uuid(), 'a', 'A', '', 'C', 'c', '1',
        ${day}::timestamptz, ${isOff})`.execute(db);
    for (const isOff of [true, true, false]) await add(isOff, '2026-02-01');
    // As after applying deltas: counted, and no deltas left.
    await sql`delete from report_changes`.execute(db);
    for (const isOff of [true, false, false]) await add(isOff, '2026-02-02');
    await migrate(database.db);
    const { rows } = await sql<{ counts: string }>`
      select concat_ws(' ', was_unassigned, day, sum(n)) as counts from (
        select was_unassigned, day, n from rollup_mark_days
        union all select was_unassigned, day, n from report_deltas
      ) as parts group by was_unassigned, day order by 1`.execute(db);
    expect(rows.map(({ counts }) => counts)).toEqual([
      'f 2026-02-01 1',
      'f 2026-02-02 2',
      't 2026-02-01 2',
      't 2026-02-02 1',
    ]);
  });

  test('to the same schema that a new database has, prepared beside servers or not', async () => {
    const [old, prepared, fresh] = [
      ...(await emptyDatabase()),
      ...(await emptyDatabase()),
      ...(await emptyDatabase()),
    ] as [Database, Database, Database];
    for (const { db } of [old, prepared]) {
      await migrateTo(db, migrationNames[0] as string);
      await sql.raw(dataOfTheFirstRelease).execute(db);
    }
    await migrateTo(prepared.db, lastOfReleaseBefore);
    const lines: string[] = [];
    for (const { db } of [old, fresh]) await migrate(db, migrations, (line) => lines.push(line));
    expect(lines).toEqual([]);
    await migrate(prepared.db, migrations, (line) => lines.push(line));
    expect(lines).toContain('Before 0018-second-reports: index reports_second');
    expect(lines).toContain('Before 0018-second-reports: backfill, 1 of 1 batches');
    const schema = async ({ db }: Database) => {
      const { rows } = await sql<{ line: string }>`
        select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
        from information_schema.columns where table_schema = 'public'
        union all select pg_get_indexdef(indexrelid) || ' ' || indisvalid from pg_index
          join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
        union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        union all select pg_get_constraintdef(oid) || ' of ' || conrelid::regclass from pg_constraint
          where connamespace = 'public'::regnamespace
        order by 1`.execute(db);
      return rows.map(({ line }) => line);
    };
    const expected = await schema(fresh);
    expect(await schema(old)).toEqual(expected);
    expect(await schema(prepared)).toEqual(expected);
  });

  test('that fails leaves the old schema and its data, also what ran before the failure', async () => {
    const [database] = (await emptyDatabase()) as [Database];
    const db = plain(database);
    await migrateTo(database.db, migrationNames[0] as string);
    await sql.raw(dataOfTheFirstRelease).execute(db);
    const columns = await columnsOf(db);
    const before = await rowsOf(db, columns);
    const broken = {
      ...migrations,
      '9998-fine': {
        up: async (on: Kysely<never>) => void (await sql`create table fine ()`.execute(on)),
      },
      '9999-broken': {
        up: async (on: Kysely<never>) => {
          await sql`alter table users drop column phonenumber`.execute(on);
          await sql`alter table no_such_table add column x int`.execute(on);
        },
      },
    };
    await expect(migrate(database.db, broken)).rejects.toThrow(/9999-broken failed.*no_such_table/);
    expect(await appliedTo(db)).toEqual([migrationNames[0]]);
    expect(await columnsOf(db)).toEqual(columns);
    expect(await rowsOf(db, columns)).toEqual(before);
    await migrate(database.db);
    expect(await appliedTo(db)).toEqual(migrationNames);
  });

  test('that was broken off while it prepared goes on; what is written between counts and migration is counted', async () => {
    const [database] = (await emptyDatabase()) as [Database];
    const { db } = database;
    const report = (username: string, pin: string) => `insert into reports (submission_id, username,
      user_name, user_phone, circle, circle_key, pin, capture_time)
      values (gen_random_uuid(), '${username}', '', '', 'C', 'c', '${pin}', '2026-02-01') returning id`;
    const backfilled = (keys: string, batch: string) => ({
      preparation: { backfill: { keys, batch } },
      up: async () => undefined,
    });
    await migrateTo(db, lastOfReleaseBefore);
    await sql`update rollup_state set is_whole = true`.execute(db);
    for (const username of ['a', 'b', 'c']) await sql.raw(report(username, '1')).execute(db);
    // As after deltas were applied: the reports are counted, and no deltas are left.
    await sql`delete from report_deltas`.execute(db);
    const broken = { '9999-broken': backfilled("select 'x' as key", 'select $1::int') };
    await expect(migrate(db, { ...migrations, ...broken })).rejects.toThrow(/integer/);
    expect((await appliedTo(plain(database))).at(-1)).toBe(lastOfReleaseBefore);
    // An index that could not be built stays under its name.
    await sql`drop index reports_second`.execute(db);
    await expect(
      sql`create unique index concurrently reports_second on reports (circle_key)`.execute(db),
    ).rejects.toThrow(/reports_second/);
    const meanwhile = `with added as (${report('d', '2')}),
      replaced as (update reports set replaced_by = (select id from added) where username = 'b')
      select '' as key where false`;
    await migrate(db, { ...migrations, '9999-meanwhile': backfilled(meanwhile, '') });
    const { rows } = await sql<{ counts: string; is_valid: boolean }>`
      select string_agg(concat_ws(' ', is_second, n), ', ' order by is_second) as counts,
        (select indisvalid from pg_index where indexrelid = 'reports_second'::regclass) as is_valid
      from (select is_second, sum(n) as n from (
        select is_second, n from rollup_mark_days union all select is_second, n from report_deltas
      ) as parts group by is_second) as sums`.execute(db);
    expect(rows).toEqual([{ counts: 'f 2, t 1', is_valid: true }]);
  });

  test('by several servers that start at once happens once', async () => {
    const servers = await emptyDatabase(3);
    const [first] = servers as [Database];
    await migrateTo(first.db, migrationNames[0] as string);
    await sql.raw(dataOfTheFirstRelease).execute(plain(first));
    await Promise.all(servers.map(({ db }) => migrate(db)));
    expect(await appliedTo(plain(first))).toEqual(migrationNames);
  });
});

describe('a database of a newer version', () => {
  const newer = async (says: string): Promise<Database> => {
    const [database] = (await emptyDatabase()) as [Database];
    await migrate(database.db);
    await sql`insert into kysely_migration values ('9000-future', now()::text)`.execute(
      database.db,
    );
    await sql`create or replace function schema_works_since() returns text language sql stable
      as ${sql.lit(`select '${says}'`)}`.execute(database.db);
    return database;
  };

  test('is not touched, and refused where it needs a newer server', async () => {
    const database = await newer('9000-future');
    await expect(migrate(database.db)).rejects.toThrow(/9000-future/);
  });

  test('is worked on where it only has more than this version knows', async () => {
    const database = await newer(migrationNames.at(-1) as string);
    await migrate(database.db);
    expect(await appliedTo(plain(database))).toEqual([...migrationNames, '9000-future']);
  });
});
