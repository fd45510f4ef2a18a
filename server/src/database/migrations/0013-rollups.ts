// The tables of counts by their standard name: rollups, with the deltas of reports and units that are not applied yet.
// Renames only: nothing is rewritten, however many reports there are. Functions and the view follow.
import { type Kysely, sql } from 'kysely';

/** Old and new parts of names, in the order in which they are replaced. */
const renames = [
  ['kept_pin_grams', 'rollup_pin_ngrams'],
  ['kept_trait_', 'rollup_facet_'],
  ['_traits', '_facets'],
  ['kept_', 'rollup_'],
  ['report_changes', 'report_deltas'],
  ['unit_changes', 'unit_deltas'],
  ['note_added_', 'add_deltas_of_added_'],
  ['note_removed_', 'add_deltas_of_removed_'],
  ['note_changed_', 'add_deltas_of_changed_'],
] as const;

const renamed = (expression: string): string =>
  renames.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, expression);

const statements = `
do $$
declare
  one record;
begin
  for one in
    select c.relname as name, ${renamed('c.relname::text')} as new_name, c.relkind as kind
    from pg_class as c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'i', 'S')
      and ${renamed('c.relname::text')} <> c.relname
    order by c.relkind desc
  loop
    execute format('alter %s %I rename to %I',
      case one.kind when 'r' then 'table' when 'i' then 'index' else 'sequence' end, one.name, one.new_name);
  end loop;
  for one in
    select a.attrelid::regclass as place, a.attname as name
    from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and a.attname in ('trait', 'gram')
  loop
    execute format('alter table %s rename column %I to %I', one.place, one.name,
      case one.name when 'trait' then 'facet' else 'ngram' end);
  end loop;
  for one in
    select k.conrelid::regclass as place, k.conname as name, ${renamed('k.conname::text')} as new_name
    from pg_constraint as k
    where k.connamespace = current_schema()::regnamespace and ${renamed('k.conname::text')} <> k.conname
      and k.conrelid <> 0
  loop
    execute format('alter table %s rename constraint %I to %I', one.place, one.name, one.new_name);
  end loop;
  for one in
    select t.tgrelid::regclass as place, t.tgname as name, ${renamed('t.tgname::text')} as new_name
    from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
      and ${renamed('t.tgname::text')} <> t.tgname
  loop
    execute format('alter trigger %I on %s rename to %I', one.name, one.place, one.new_name);
  end loop;
  for one in
    select p.oid::regprocedure as called, p.oid as id, p.proname as name, ${renamed('p.proname::text')} as new_name
    from pg_proc as p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
      and (${renamed('p.proname::text')} <> p.proname or ${renamed('p.prosrc')} <> p.prosrc)
  loop
    if one.name <> one.new_name then
      execute format('alter function %s rename to %I', one.called, one.new_name);
    end if;
    execute ${renamed('pg_get_functiondef(one.id)')};
  end loop;
end $$;
`;

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
