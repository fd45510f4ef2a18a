-- NOT RUN HERE. Citus is in neither Debian nor npm. This is what we would begin with on the coordinator of a Citus
-- cluster, after a backup was restored there and before a server is started: docs/operations.md, "Sharding by circle".
-- The server must then write circle_key into units, unit_deltas, assigned_pins and flags, and ask for units by it.
-- server/src/rules/distribution.test.ts runs all but the calls of Citus.
-- Try it on a copy first: triggers with transition tables and `before update` triggers on distributed tables need
-- citus.enable_unsafe_triggers, and are safe here because each writes rows of its own circle.
begin;

create extension if not exists citus;
set citus.enable_unsafe_triggers to on;

-- 1. The circle in every large table.
alter table units add column circle_key text;
update units set circle_key = circles.key from circles where circles.id = units.circle_id;
alter table assigned_pins add column circle_key text;
update assigned_pins set circle_key = circles.key from circles where circles.id = assigned_pins.circle_id;
alter table unit_deltas add column circle_key text;
update unit_deltas set circle_key = circles.key from circles where circles.id = unit_deltas.circle_id;
alter table flags add column circle_key text;
update flags set circle_key = reports.circle_key from reports where reports.id = flags.report_id;

-- Units without a circle stay behind: a distribution column is never null.
create table units_without_circle (like units including all);
insert into units_without_circle overriding system value select * from units where circle_key is null;
delete from units where circle_key is null;

-- 2. Foreign keys between what is distributed; they come back with the circle below.
alter table assigned_pins drop constraint assigned_pins_unit_id_fkey;
alter table reports drop constraint reports_replaced_by_fkey;
alter table reports drop constraint reports_unit_id_fkey;
alter table notes drop constraint notes_report_id_fkey;
alter table flags drop constraint flags_report_id_fkey;
alter table flags drop constraint flags_counterpart_id_fkey;
alter table photo_facts drop constraint photo_facts_report_id_fkey;
alter table open_reports drop constraint open_reports_report_id_fkey;
alter table sampled_reports drop constraint sampled_reports_report_id_fkey;

-- 3. Keys that name the circle.
alter table units drop constraint units_pkey;
alter table units drop constraint units_unassignable_hash_key;
alter table units add primary key (circle_key, id);
alter table units alter column circle_id set not null;
drop index units_circle_pin_unique;
alter table units add constraint units_circle_pin_unique unique (circle_key, pin);
alter table assigned_pins drop constraint assigned_pins_pkey;
alter table assigned_pins drop constraint assigned_pins_user_id_unit_id_key;
alter table assigned_pins add primary key (circle_key, id);
alter table assigned_pins add unique (circle_key, user_id, unit_id);
alter table reports drop constraint reports_pkey;
alter table reports drop constraint reports_submission_id_username_key;
alter table reports add primary key (circle_key, id);
alter table reports add unique (circle_key, submission_id, username);
alter table notes drop constraint notes_pkey;
alter table notes add primary key (circle_key, id);
alter table flags drop constraint flags_pkey;
alter table flags add primary key (circle_key, report_id, check_name);

commit;

-- 4. Small tables on every machine first, so that foreign keys to them stay.
select create_reference_table('users');
select create_reference_table('circles');
select create_reference_table('circle_assignments');

-- 5. The large ones, one circle's rows on one machine.
select create_distributed_table('units', 'circle_key');
select create_distributed_table('assigned_pins', 'circle_key', colocate_with => 'units');
select create_distributed_table('reports', 'circle_key', colocate_with => 'units');
select create_distributed_table('report_deltas', 'circle_key', colocate_with => 'units');
select create_distributed_table('unit_deltas', 'circle_key', colocate_with => 'units');
select create_distributed_table('notes', 'circle_key', colocate_with => 'units');
select create_distributed_table('flags', 'circle_key', colocate_with => 'units');
select create_distributed_table('photo_facts', 'report_id', colocate_with => 'none');

-- 6. Foreign keys within a circle.
alter table assigned_pins add foreign key (circle_key, unit_id) references units (circle_key, id);
alter table reports add foreign key (circle_key, replaced_by) references reports (circle_key, id);
alter table notes add foreign key (circle_key, report_id) references reports (circle_key, id);
alter table flags add foreign key (circle_key, report_id) references reports (circle_key, id);
