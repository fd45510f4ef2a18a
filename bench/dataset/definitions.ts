// Indexes, keys and triggers of tables that are filled from outside: dropped before and made again afterwards,
// kept meanwhile in a table of their own, so that a load that was killed can still bring them back.
import type pg from 'pg';

/** Whole tables of ten million rows are sorted in memory of this size. */
const sortMemory = '1GB';

const found = (tables: readonly string[]) => `
  with filled as (select unnest(array['${tables.join("','")}']::regclass[]) as id)
  select 1 as step, format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) as make,
    format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove
  from pg_constraint where contype in ('p', 'u') and conrelid in (select id from filled)
  union all
  select 2, pg_get_indexdef(indexrelid), format('drop index %s', indexrelid::regclass)
  from pg_index where indrelid in (select id from filled)
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  union all
  select 3, format('alter table %s add constraint %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)),
    format('alter table %s drop constraint %I', conrelid::regclass, conname)
  from pg_constraint where contype = 'f'
    and (conrelid in (select id from filled) or confrelid in (select id from filled))
  union all
  select 4, format('alter table %s enable trigger %I', tgrelid::regclass, tgname),
    format('alter table %s disable trigger %I', tgrelid::regclass, tgname)
  from pg_trigger where not tgisinternal and tgenabled = 'O' and tgrelid in (select id from filled)`;

/** Drops everything that slows COPY; the definitions are stored in the same transaction. */
export const takeOff = async (client: pg.Client, tables: readonly string[]): Promise<void> => {
  await client.query('begin');
  await client.query("insert into bench.done (mark) values ('taken off')");
  await client.query(`create table bench.taken_off as ${found(tables)}`);
  const { rows } = await client.query<{ remove: string }>(
    'select remove from bench.taken_off order by step desc, remove',
  );
  for (const { remove } of rows) await client.query(remove);
  await client.query('commit');
};

/** Creates again what `takeOff` dropped, one by one. */
export const putBack = async (client: pg.Client, log: (line: string) => void): Promise<void> => {
  await client.query(
    `set maintenance_work_mem = '${sortMemory}'; set max_parallel_maintenance_workers = 2`,
  );
  const { rows } = await client.query<{ make: string; remove: string }>(
    'select make, remove from bench.taken_off order by step, make',
  );
  for (const [at, { make, remove }] of rows.entries()) {
    const begun = performance.now();
    await client.query('begin');
    await client.query(make);
    await client.query('delete from bench.taken_off where remove = $1', [remove]);
    await client.query('commit');
    const seconds = (performance.now() - begun) / 1000;
    if (seconds > 1)
      log(`${at + 1} of ${rows.length}: ${make.slice(0, 90)} (${seconds.toFixed(0)} s)`);
  }
};
