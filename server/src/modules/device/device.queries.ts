import type { calls, ReplyOf } from '@survey/contract';
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { signPhoto } from '../../plugins/photo-links.ts';
import { isOfThisEpoch } from '../lists/list-epochs.commands.ts';
import { isDoneForHolder, waitsOnHolder } from '../lists/returned-pins.queries.ts';

type PinList = ReplyOf<typeof calls.devicePins>;

/** Parts of a list's JSON: its beginning, each pin after a comma, its end. */
export type ListLines = RawBuilder<{ line: string }>;

/** Lists with more pins or tombstones than this are streamed, not held in memory. */
const heldPins = 1000;

/** The list's version, and the version up to which pins that left it may be forgotten. */
const listVersions = async (db: Kysely<Tables>, userId: number) =>
  (await db
    .selectFrom('pin_lists')
    .select(['version', 'forgotten_version'])
    .where('user_id', '=', userId)
    .executeTakeFirst()) ?? { version: 0, forgotten_version: 0 };

/**
 * SQL for the name of whoever has surveyed the unit of a NotUsed pin already, so that the user need not; read from the
 * reports (ADR 53, ADR 99).
 */
export const doneBy = sql`
  select coalesce(nullif(user_name, ''), username) as done_by
  from reports
  where assigned_pins.status = 0 and circle_key = circles.key and reports.pin = units.pin
    and ${isDoneForHolder}
  order by reports.id limit 1`;

/**
 * SQL for a pin that the user has to survey again: the report that was sent back, and the newest note for the surveyor
 * since. The report's `picture_path` is the photo's name, which `joinedLines` signs.
 */
export const waitingReport = sql`
  select (
    select row_to_json(note)::text from (
      select text, fields, to_char(at, 'DD/MM/YYYY HH24:MI:SS') as at
      from notes
      where notes.circle_key = circles.key and notes.pin = units.pin and to_surveyor
        and at >= coalesce(reports.reviewed_at, '-infinity')
      order by id desc limit 1
    ) as note
  ) as note, (
    select row_to_json(refused)::text from (
      select reports.id, info, floors_num, basement, store_front as "Store_front", land_area, covered_area, land,
        other, comments, latitude, longitude, to_char(capture_time, 'DD/MM/YYYY HH24:MI:SS') as capture_time,
        photo_name as picture_path
    ) as refused
  ) as report
  from reports
  where assigned_pins.status = 0 and circle_key = circles.key and reports.pin = units.pin
    and ${waitsOnHolder}
  order by reports.id desc limit 1`;

/**
 * A user's list since a version, in one statement: the version and the rows that carry it come from one snapshot, so
 * the next cursor misses nothing. Keys are in the order of the call's schema.
 * A pin waits on this list only while it is NotUsed; its status stays the list's own.
 */
const listLines = (userId: number, since: number): ListLines => sql<{ line: string }>`
  select line from (
    select 0 as part, '' as circle_key, '' as pin, '{"circles":[' || coalesce((
      select string_agg(to_json(circles.name)::text, ',' order by circles.key)
      from circle_assignments join circles on circles.id = circle_id
      where user_id = ${userId}
    ), '') || '],"pins":[' as line
    union all
    select 1, circles.key, units.pin, ',' || case when waiting.report is null then listed.line
      else left(listed.line, -1) || ',"note":' || coalesce(waiting.note, 'null')
        || ',"sent_back_report":' || waiting.report || '}' end
    from assigned_pins
    join units on units.id = assigned_pins.unit_id
    join circles on circles.id = assigned_pins.circle_id
    left join lateral (${waitingReport}) as waiting on true
    left join lateral (${doneBy}) as work on true
    cross join lateral (
      select row_to_json(pin_line)::text as line from (
        select assigned_pins.id, units.pin, units.ratingarea, units.locality as "Locality",
          units.block as "Block", units.street_address as "Street_Address",
          units.owner_name as "OwnerName", units.road as "Road", assigned_pins.status,
          circles.name as circle, waiting.report is not null as sent_back,
          case when waiting.report is null then work.done_by end as done_by
      ) as pin_line
    ) as listed
    where assigned_pins.user_id = ${userId} and assigned_pins.version > ${since}
    union all
    select 2, '', '', '],"removed":[' || coalesce((
      select string_agg(assigned_pin_id::text, ',' order by version)
      from removed_pins
      where user_id = ${userId} and version > ${since} and ${since}::bigint > 0
    ), '') || '],"cursor":' || coalesce((
      select version from pin_lists where user_id = ${userId}
    ), 0)::text || ',"is_whole":' || (${since}::bigint = 0)::text || '}'
  ) as parts
  order by part, circle_key, pin`;

/** A photo's name in a line. In a text of a report its quotes would be escaped. */
const photoName = /"picture_path":"([^"?]+)"/g;

/** Joins the lines of the stream: signs the names of photos, removes line ends, and the comma before the first pin. */
export const joinedLines = (linkKey: Buffer): ((lines: string) => string) => {
  let isFirst = true;
  return (lines) => {
    let text = lines;
    const comma = isFirst ? text.search(/^,/m) : -1;
    if (comma >= 0) {
      isFirst = false;
      text = text.slice(0, comma) + text.slice(comma + 1);
    }
    return text
      .replaceAll('\n', '')
      .replace(photoName, (_, name: string) => `"picture_path":"${signPhoto(linkKey, name)}"`);
  };
};

/** Whether more changed than is held in memory. Counting stops at that limit. */
const isLong = async (db: Kysely<Tables>, userId: number, since: number): Promise<boolean> => {
  const { rows } = await sql<{ changed: number }>`
    select count(*) as changed from (
      (select from assigned_pins where user_id = ${userId} and version > ${since}
        limit ${heldPins + 1})
      union all
      (select from removed_pins where user_id = ${userId} and version > ${since} and ${since}::bigint > 0
        limit ${heldPins + 1})
    ) as changes`.execute(db);
  return (rows[0]?.changed ?? 0) > heldPins;
};

/**
 * A user's list: whole, or the changes since a cursor of an earlier answer.
 * @param linkKey signs the links to photos of reports that were sent back
 * @param stream makes the answer of a long list from its lines
 */
export const listFor = async <Streamed>(
  db: Kysely<Tables>,
  userId: number,
  cursor: number | undefined,
  linkKey: Buffer,
  stream: (lines: ListLines) => Promise<Streamed>,
): Promise<PinList | Streamed> => {
  const { version, forgotten_version } = await listVersions(db, userId);
  const isKnown =
    cursor !== undefined && isOfThisEpoch(cursor, version) && cursor >= forgotten_version;
  const since = isKnown ? cursor : 0;
  const lines = listLines(userId, since);
  if ((since === 0 || since !== version) && (await isLong(db, userId, since))) return stream(lines);
  const { rows } = await lines.execute(db);
  return JSON.parse(joinedLines(linkKey)(rows.map(({ line }) => line).join('\n')));
};
