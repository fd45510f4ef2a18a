// A report comes in from a phone (decisions 18 and 26): one prepared statement, which is its own transaction.
// There is no transaction to open, nothing to plan, and one way to the database and back.
import { circleKey, errorMessages, type Submission } from '@survey/contract';
import type pg from 'pg';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import { lockLists, setVisited } from '../pins/visits.commands.ts';

/** A photo in the store. */
export interface ReportPhoto {
  name: string;
  sha256: Buffer;
  bytes: number;
}

/** A report as it was stored. */
export interface AddedReport {
  id: number;
  submission_id: string;
  submission_time_text: string;
  is_resubmission: boolean;
  was_assigned: boolean;
}

/** Thrown where somebody else changed the surveyor's list at this moment; nothing was written. */
export class ChangedMeanwhile extends Error {}

/** Thrown where the same user's submission of this id is stored already; nothing was changed. */
export class AlreadyArrived extends Error {}

/** The columns that a submission alone decides. */
export const submittedColumns = (report: Submission) => ({
  circle_key: circleKey(report.circle),
  pin: report.pin,
  info: report.info,
  floors_num: report.floors_num,
  basement: report.basement,
  store_front: report.Store_front,
  land_area: report.land_area,
  covered_area: report.covered_area,
  land: report.land,
  other: report.other,
  comments: report.comments,
  latitude: report.latitude,
  longitude: report.longitude,
  capture_time: new Date(report.capture_time),
});

/** A current report of the pin is sent back (decision 18). */
const sentBack = 'circle_key = $2 and pin = $3 and replaced_by is null and resubmission = 1';
const lists = {
  user: '$1::bigint',
  isSentBack: `exists (select from reports where ${sentBack})`,
  isWanted: 'exists (select from seen where is_active and not has_arrived)',
};

/**
 * $1 user, $2 circle key, $3 pin, $4 the columns as JSON, $5 username, $6 submission, $7 address, $8 request.
 * Lists are locked before reports: whoever sends back does so in this order too. The report takes the place
 * of those that were sent back; where another submission was quicker there are none, and it is an ordinary one.
 */
const statement = `
with seen as (
  select users.id as user_id, name, phonenumber, is_active,
    exists (select from reports where submission_id = $6 and username = $5) as has_arrived
  from users where id = $1
), place as (
  select circles.name, units.id as unit_id, assigned_pins.id as listed_id
  from circles
  left join units on units.circle_id = circles.id and units.pin = $3
  left join assigned_pins on assigned_pins.unit_id = units.id and assigned_pins.user_id = $1
  where circles.key = $2
), ${lockLists(lists)}, chosen as (
  select nextval(pg_get_serial_sequence('reports', 'id')) as id from unchanged
), replaced as (
  update reports set replaced_by = chosen.id from chosen where ${sentBack} returning reports.id
), arrived as (
  insert into reports (id, submission_id, user_id, username, user_name, user_phone, unit_id, circle,
    circle_key, pin, info, floors_num, basement, store_front, land_area, covered_area, land, other, comments,
    latitude, longitude, capture_time, resubmission, photo_name, photo_sha256, photo_bytes, was_unassigned)
  overriding system value
  select chosen.id, $6, $1, $5, seen.name, seen.phonenumber, place.unit_id, coalesce(place.name, given.circle),
    $2, $3, given.info, given.floors_num, given.basement, given.store_front, given.land_area,
    given.covered_area, given.land, given.other, given.comments, given.latitude, given.longitude,
    given.capture_time, case when exists (select from replaced) then 0 end, given.photo_name,
    given.photo_sha256, given.photo_bytes, place.listed_id is null
  from jsonb_populate_record(null::reports, $4) as given cross join chosen cross join seen
  left join place on true
  returning id, submission_id, circle, resubmission is not null as is_resubmission,
    not was_unassigned as was_assigned, submission_time
), ${setVisited(lists)}, noted as (
  insert into audit_entries (actor_id, actor, address, request_id, action, subject, row_count, details)
  select $1, $5, $7, $8, 'submit-report', circle || ' ' || $3, 1 + (select count(*) from replaced),
    jsonb_build_object('report', id, 'submission_id', submission_id, 'was_assigned', was_assigned,
      'replaced', (select coalesce(jsonb_agg(replaced.id), '[]') from replaced))
  from arrived
)
select is_active, has_arrived, id, submission_id, is_resubmission, was_assigned,
  to_char(submission_time, 'DD/MM/YYYY HH24:MI:SS') as submission_time_text
from seen left join arrived on true`;

/** The columns that the submission and its photo decide, as JSON. */
const givenColumns = (report: Submission, photo: ReportPhoto | undefined): string =>
  JSON.stringify({
    ...submittedColumns(report),
    circle: report.circle,
    photo_name: photo?.name,
    photo_sha256: photo && `\\x${photo.sha256.toString('hex')}`,
    photo_bytes: photo?.bytes,
  });

interface Outcome {
  is_active: boolean;
  has_arrived: boolean;
}

/**
 * Stores a report, sets its pin USED, and replaces the reports of the pin that were sent back. A report
 * whose pin is not on the user's list any more is stored and marked.
 * @param photo kept in the store already, so that the row never points to nothing
 * @throws AlreadyArrived
 * @throws ChangedMeanwhile: to be tried again
 * @throws AppError unauthenticated, user-blocked: deleted or blocked while the photo was on its way
 */
export const addReport = async (
  requests: pg.Pool,
  actor: Actor,
  report: Submission,
  photo: ReportPhoto | undefined,
): Promise<AddedReport> => {
  const { rows } = await requests.query<Outcome & (AddedReport | { id: null })>({
    name: 'arrival of a report',
    text: statement,
    values: [
      actor.id,
      circleKey(report.circle),
      report.pin,
      givenColumns(report, photo),
      actor.username,
      report.submission_id,
      actor.address,
      actor.request_id ?? '',
    ],
  });
  const outcome = rows[0];
  if (!outcome) throw new AppError('unauthenticated', errorMessages.sessionEnded);
  if (outcome.id !== null) return outcome;
  if (!outcome.is_active) throw new AppError('user-blocked', 'This account is blocked.');
  throw outcome.has_arrived ? new AlreadyArrived() : new ChangedMeanwhile();
};
