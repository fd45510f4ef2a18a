// A surveyor's lists as files (CSV): the PINs that are still to be surveyed, and the circles. The PINs are an entity
// list for Collect from 2024 on, and a plain file for KoboCollect and older ones.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { doneBy, type ListLines, waitingReport } from '../device/device.queries.ts';
import { versionsOfOneEpoch } from '../lists/list-epochs.commands.ts';

/** Raised with every change of what the files hold, so that phones fetch them again. */
const format = 3;

/** SQL for a cell of CSV. */
const cell = (column: string) => sql`'"' || replace(${sql.raw(column)}, '"', '""') || '"'`;

/**
 * SQL for a line in which line ends and the separators of COPY become spaces. Applied once to the whole line: most
 * lines contain none of them, and there `translate` would be slower, because it looks up each character.
 */
const lineOf = (cells: RawBuilder<unknown>) =>
  sql`regexp_replace(${cells}, E'[\\r\\n\\x01\\x02]', ' ', 'g')`;

const columns = [
  ...['name', 'label', '__version', 'circle', 'pin', 'status', 'sent_back', 'note'],
  ...['owner', 'street', 'block', 'locality', 'road', 'ratingarea'],
];

/** Marks PINs that were sent back: they are found by typing it. */
const sentBackMark = '↩ ';

/**
 * The PINs of a user that are NotUsed and that nobody else has surveyed (ADR 53), first those that were sent back to
 * the user. The id of an entity is a version 4 UUID, as Collect requires. It differs in each epoch of the lists,
 * because versions begin again then. Versions fit into 31 bits and grow with each change, by more than a phone adds
 * itself when a form is finished.
 */
export const pinLines = (userId: number): ListLines => sql<{ line: string }>`
  select line from (
    select 0 as part, false as sent_back, '' as circle_key, '' as pin, ${columns.join(',')} as line
    union all
    select 1, sent_back, circle_key, pin, ${lineOf(sql`concat_ws(',', entity, ${cell('label')},
      entry_version, circle, ${cell('pin')}, '0', case when sent_back then '1' else '0' end, ${cell('note')},
      ${cell('owner_name')}, ${cell('street_address')}, ${cell('block')}, ${cell('locality')}, ${cell('road')},
      ${cell('ratingarea')})`)}
    from (
      select listed.*,
        overlay(overlay(hash placing '4' from 13) placing '8' from 17)::uuid::text as entity,
        concat_ws(' · ', case when sent_back then ${sentBackMark} || pin else pin end,
          nullif(owner_name, ''), nullif(street_address, '')) as label
      from (
        select circles.key as circle_key, units.pin, circles.id::text as circle, units.owner_name,
          units.street_address, units.block, units.locality, units.road, units.ratingarea,
          coalesce(waiting.note::json ->> 'text', '') as note,
          md5((pin_lists.version / ${versionsOfOneEpoch}) || ' ' || assigned_pins.id) as hash,
          (case when assigned_pins.version / ${versionsOfOneEpoch} = pin_lists.version / ${versionsOfOneEpoch}
            then assigned_pins.version % ${versionsOfOneEpoch} else 0 end + 1)::text as entry_version,
          waiting.report is not null as sent_back
        from assigned_pins
        join pin_lists on pin_lists.user_id = assigned_pins.user_id
        join units on units.id = assigned_pins.unit_id
        join circles on circles.id = assigned_pins.circle_id
        left join lateral (${waitingReport}) as waiting on true
        left join lateral (${doneBy}) as work on true
        where assigned_pins.user_id = ${userId} and assigned_pins.status = 0
          and (waiting.report is not null or work.done_by is null)
      ) as listed
    ) as entries
  ) as lines
  order by part, sent_back desc, circle_key, pin`;

/** The circles of a user, whole: they are few. */
export const circlesFile = async (db: Kysely<Tables>, userId: number): Promise<string> => {
  const { rows } = await sql<{ line: string }>`
    select ${lineOf(sql`concat_ws(',', circles.id, ${cell('circles.name')})`)} as line
    from circle_assignments join circles on circles.id = circle_id
    where user_id = ${userId}
    order by circles.key`.execute(db);
  return ['name,label', ...rows.map(({ line }) => line), ''].join('\n');
};

/** The version of a user's list, and the MD5 of its file if stored. */
export const hashedVersion = async (db: Kysely<Tables>, userId: number) => {
  const { rows } = await sql<{ version: number; md5: string | null }>`
    select coalesce(pin_lists.version, 0) as version, known.md5
    from (values (${userId}::bigint)) as asked (user_id)
    left join pin_lists using (user_id)
    left join pin_list_hashes as known on known.user_id = asked.user_id
      and known.version = coalesce(pin_lists.version, 0) and known.format = ${format}`.execute(db);
  return rows[0] as { version: number; md5: string | null };
};

/** Stores the MD5 of the file for a version of the list. */
export const storeHash = async (
  db: Kysely<Tables>,
  { userId, version, md5 }: { userId: number; version: number; md5: string },
): Promise<void> => {
  await sql`
    insert into pin_list_hashes (user_id, version, format, md5)
    select id, ${version}, ${format}, ${md5} from users where id = ${userId}
    on conflict (user_id) do update
      set version = excluded.version, format = excluded.format, md5 = excluded.md5`.execute(db);
};
