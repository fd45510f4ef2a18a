// The arrival of nearly every report, as one prepared statement: no transaction to open, nothing to plan, one
// way to the database and back. Whatever is out of the ordinary it leaves alone, for `addReport` to look at.
import { circleKey, type Submission } from '@survey/contract';
import type pg from 'pg';
import type { Actor } from '../../database/audit.ts';
import { nextVersionOfList, setVisited } from '../pins/visits.commands.ts';
import { type AddedReport, type ReportPhoto, submittedColumns } from './report-arrival.commands.ts';

/**
 * $1 user, $2 circle key, $3 pin, $4 the columns as JSON, $5 username, $6 address, $7 request.
 *
 * All parts see the database as it was when the statement began. If the list has another version when its lock
 * is got, somebody changed it meanwhile (sent the pin back, perhaps), and nothing is written.
 */
const statement = `
with seen as (
  select users.id as user_id, name, phonenumber, coalesce(pin_lists.version, 0) as version
  from users left join pin_lists on pin_lists.user_id = users.id
  where users.id = $1 and is_active and not exists (
    select from reports
    where circle_key = $2 and pin = $3 and replaced_by is null and resubmission = 1)
  for key share of users
), place as (
  select circles.name, units.id as unit_id, assigned_pins.id as listed_id
  from circles
  left join units on units.circle_id = circles.id and units.pin = $3
  left join assigned_pins on assigned_pins.unit_id = units.id and assigned_pins.user_id = $1
  where circles.key = $2
), list as (${nextVersionOfList('seen')}
), arrived as (
  insert into reports (submission_id, user_id, username, user_name, user_phone, unit_id, circle, circle_key,
    pin, info, floors_num, basement, store_front, land_area, covered_area, land, other, comments, latitude,
    longitude, capture_time, photo_name, photo_sha256, photo_bytes, was_unassigned)
  select given.submission_id, $1, $5, seen.name, seen.phonenumber, place.unit_id,
    coalesce(place.name, given.circle), $2, $3, given.info, given.floors_num, given.basement,
    given.store_front, given.land_area, given.covered_area, given.land, given.other, given.comments,
    given.latitude, given.longitude, given.capture_time, given.photo_name, given.photo_sha256,
    given.photo_bytes, place.listed_id is null
  from jsonb_populate_record(null::reports, $4) as given, seen
  join list on list.version = seen.version + 1
  left join place on true
  on conflict (submission_id, username) do nothing
  returning id, submission_id, circle, not was_unassigned as "wasAssigned", submission_time
), visited as (${setVisited('list', 'place.listed_id', 'arrived cross join place')}
), noted as (
  insert into audit_entries (actor_id, actor, address, request_id, action, subject, row_count, details)
  select $1, $5, $6, $7, 'submit-report', circle || ' ' || $3, 1, jsonb_build_object('report', id,
    'submission_id', submission_id, 'replaced', '[]'::jsonb, 'was_assigned', "wasAssigned")
  from arrived
)
select id, submission_id, "wasAssigned",
  to_char(submission_time, 'DD/MM/YYYY HH24:MI:SS') as submission_time_text
from arrived`;

/** The columns of the row that the submission and its photo decide, as JSON. */
const givenColumns = (report: Submission, photo: ReportPhoto | undefined): string =>
  JSON.stringify({
    ...submittedColumns(report),
    submission_id: report.submission_id,
    circle: report.circle,
    photo_name: photo?.name,
    photo_sha256: photo && `\\x${photo.sha256.toString('hex')}`,
    photo_bytes: photo?.bytes,
  });

/**
 * Stores a report and sets its pin USED, where nothing is special about it.
 * @returns undefined, with nothing written, where the pin was sent back, the submission is stored already, the
 *   user is blocked or deleted, or the list changed at this moment
 */
export const addPlainReport = async (
  requests: pg.Pool,
  actor: Actor,
  report: Submission,
  photo: ReportPhoto | undefined,
): Promise<AddedReport | undefined> => {
  const { rows } = await requests.query<Omit<AddedReport, 'isResubmission'>>({
    name: 'plain arrival',
    text: statement,
    values: [
      actor.id,
      circleKey(report.circle),
      report.pin,
      givenColumns(report, photo),
      actor.username,
      actor.address,
      actor.request_id ?? '',
    ],
  });
  return rows[0] && { ...rows[0], isResubmission: false };
};
