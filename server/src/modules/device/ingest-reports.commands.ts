// Ingestion of reports from phones (R18 and R26): one prepared statement stores all reports that arrive at the same
// time. It is its own transaction and is planned once; a group costs one round trip to the database.
import { circleKey, type Submission } from '@survey/contract';
import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import { AppError } from '../../app-error.ts';
import { type Actor, insertEntries } from '../../database/audit.ts';
import type { Database } from '../../database/connection.ts';
import { withRetry } from '../../database/deadlocks.ts';
import { groupCommit, type Outcome } from '../../database/group-commit.ts';
import type { Tables } from '../../database/tables.ts';
import { say } from '../../say.ts';
import { makeDue } from '../checks/due-checks.commands.ts';
import { lockLists, setVisited } from '../lists/mark-surveyed.commands.ts';
import { noteChangeOfPin } from '../lists/pin-lists.commands.ts';

/** A photo in the store. */
export interface ReportPhoto {
  name: string;
  sha256: Buffer;
  bytes: number;
}

/** A report as stored. */
export interface AddedReport {
  id: number;
  submission_id: string;
  submission_time_text: string;
  is_resubmission: boolean;
  was_assigned: boolean;
}

/** Thrown where another transaction changed the surveyor's list at the same time; nothing was written. */
export class ChangedMeanwhile extends Error {}

/** Thrown where the same user's submission with this id is stored already; nothing was changed. */
export class AlreadyIngested extends Error {}

/** Columns whose values come from the submission alone. */
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
  accuracy: report.accuracy,
  location_time: report.location_time && new Date(report.location_time),
  place_reason: report.place_reason,
  started_at: report.started_at && new Date(report.started_at),
  outcome: report.outcome,
  answer: report.answer,
  app: report.app,
  app_version: report.app_version,
  device_id: report.device_id,
});

/** Columns whose values come from submission, photo and sender, as the statement reads them. */
const givenColumns = `place integer, user_id bigint, username text, address text, request_id text,
  submission_id uuid, circle text, circle_key text, pin text, info text, floors_num smallint, basement boolean,
  store_front boolean, land_area double precision, covered_area double precision, land text, other text,
  comments text, latitude double precision, longitude double precision, capture_time timestamptz,
  accuracy double precision, location_time timestamptz, place_reason text, started_at timestamptz, outcome text, answer text,
  app text, app_version text, device_id text, device_time timestamptz,
  photo_name text, photo_sha256 bytea, photo_bytes integer, photo_awaited text`;

/**
 * $1 is the reports as JSON, no two of one surveyor or one pin. Lists are locked before reports, in the same order as
 * in sending back. A report replaces those of its pin that were sent back where its surveyor has the pin on the list,
 * and the surveyor's own in any case (R18). Where another submission replaced them first, it is an ordinary report. A
 * report for a PIN that has a current one from somebody else is marked as second; an answer has the mark of what it
 * replaces.
 */
const statement = `
with given as materialized (
  select * from jsonb_to_recordset($1) as given (${givenColumns})
), seen as materialized (
  select place, users.id as user_id, users.name, phonenumber, is_active, earlier.id is not null as has_arrived,
    circles.name as circle, units.id as unit_id, assigned_pins.id as listed_id
  from given join users on users.id = given.user_id
  left join reports as earlier
    on earlier.submission_id = given.submission_id and earlier.username = given.username
  left join circles on circles.key = given.circle_key
  left join units on units.circle_id = circles.id and units.pin = given.pin
  left join assigned_pins on assigned_pins.unit_id = units.id and assigned_pins.user_id = given.user_id
), wanted as materialized (
  select * from seen where is_active and not has_arrived
), sent_back as materialized (
  select place, reports.id, reports.is_second
  from wanted join given using (place) join reports using (circle_key, pin)
  where replaced_by is null and resubmission = 1
    and (listed_id is not null or reports.user_id = wanted.user_id)
), second as materialized (
  select distinct place from wanted join given using (place) join reports using (circle_key, pin)
  where replaced_by is null and not reports.is_second and reports.user_id is distinct from wanted.user_id
    and reports.id not in (select id from sent_back)
), ${lockLists}, chosen as materialized (
  select place, nextval(pg_get_serial_sequence('reports', 'id')) as id from unchanged
), replaced as (
  update reports set replaced_by = chosen.id from chosen join sent_back using (place)
  where reports.id = sent_back.id and replaced_by is null and resubmission = 1
  returning reports.id, replaced_by
), arrived as (
  insert into reports (id, submission_id, user_id, username, user_name, user_phone, unit_id, circle,
    circle_key, pin, info, floors_num, basement, store_front, land_area, covered_area, land, other, comments,
    latitude, longitude, capture_time, accuracy, location_time, place_reason, started_at, outcome, answer, app,
    app_version, device_id, device_time, resubmission, photo_name, photo_sha256, photo_bytes, photo_awaited, was_unassigned,
    is_second)
  overriding system value
  select chosen.id, submission_id, given.user_id, username, wanted.name, phonenumber, unit_id,
    coalesce(wanted.circle, given.circle), circle_key, pin, info, floors_num, basement, store_front, land_area,
    covered_area, land, other, comments, latitude, longitude, capture_time, accuracy, location_time,
    place_reason, started_at, outcome, answer, app, app_version, device_id, device_time,
    case when exists (select from replaced where replaced_by = chosen.id) then 0 end, photo_name,
    photo_sha256, photo_bytes, photo_awaited, listed_id is null,
    coalesce((select bool_and(is_second) from sent_back where sent_back.place = chosen.place),
      chosen.place in (select place from second))
  from chosen join given using (place) join wanted using (place)
  returning id, submission_id, circle, resubmission is not null as is_resubmission, not was_unassigned as was_assigned,
    submission_time
), ${setVisited}, ${makeDue}, noted as (${insertEntries(`select user_id, username, address, request_id, 'submit-report', arrived.circle || ' ' || pin,
    1 + (select count(*) from replaced where replaced_by = arrived.id),
    jsonb_build_object('report', arrived.id, 'submission_id', arrived.submission_id, 'was_assigned', was_assigned,
      'replaced', (select coalesce(jsonb_agg(replaced.id), '[]') from replaced where replaced_by = arrived.id))
  from arrived join chosen using (id) join given using (place)`)}
)
select place, is_active, has_arrived, arrived.id, submission_id, is_resubmission, was_assigned,
  to_char(submission_time, 'DD/MM/YYYY HH24:MI:SS') as submission_time_text
from seen left join chosen using (place) left join arrived using (id)`;

/** A report to be stored, and its sender. */
export interface Arriving {
  actor: Actor;
  report: Submission;
  /** In the store before the row is written, so that the row never refers to a missing photo. */
  photo: ReportPhoto | undefined;
  /** Name of the photo, where it arrives later. */
  photoAwaited: string | undefined;
  /** The phone's clock when it sent this; not part of the content that a repeated submission must have. */
  deviceTime: string | undefined;
}

const givenOf = ({ actor, report, photo, photoAwaited, deviceTime }: Arriving, place: number) => ({
  place,
  user_id: actor.id,
  username: actor.username,
  address: actor.address,
  request_id: actor.request_id ?? '',
  submission_id: report.submission_id,
  circle: report.circle,
  ...submittedColumns(report),
  device_time: deviceTime,
  photo_name: photo?.name,
  photo_sha256: photo && `\\x${photo.sha256.toString('hex')}`,
  photo_bytes: photo?.bytes,
  photo_awaited: photoAwaited,
});

type Found = { place: number; is_active: boolean; has_arrived: boolean } & (
  | AddedReport
  | { id: null }
);

/** The outcome of a report; undefined where the user was deleted. */
const outcomeOf = (found: Found | undefined): Outcome<AddedReport> => {
  if (!found) return { error: new AppError('unauthenticated', say('session-ended')) };
  if (found.id !== null) return { answer: found };
  if (!found.is_active)
    return { error: new AppError('user-blocked', say('phone-account-blocked')) };
  return { error: found.has_arrived ? new AlreadyIngested() : new ChangedMeanwhile() };
};

const valuesOf = (reports: Arriving[]) => [JSON.stringify(reports.map(givenOf))];

const outcomesOf = (reports: Arriving[], rows: Found[]) => {
  const found = new Map(rows.map((row) => [row.place, row]));
  return reports.map((_, place) => outcomeOf(found.get(place)));
};

const store = async (connection: pg.Pool | pg.PoolClient, reports: Arriving[]) => {
  const name = 'ingestion of reports';
  const values = valuesOf(reports);
  return outcomesOf(
    reports,
    (await connection.query<Found>({ name, text: statement, values })).rows,
  );
};

/** Stores a report with circle and lists locked before the statement begins, so that it cannot lose a race. */
const storeHolding = (database: Kysely<Tables>, arriving: Arriving): Promise<AddedReport> =>
  withRetry(() =>
    database.transaction().execute(async (db) => {
      const { actor, report } = arriving;
      await noteChangeOfPin(db, {
        userId: actor.id as number,
        circleKey: circleKey(report.circle),
        pin: report.pin,
      });
      const found = await db.executeQuery<Found>(
        CompiledQuery.raw(statement, valuesOf([arriving])),
      );
      const [outcome] = outcomesOf([arriving], found.rows);
      if (outcome && 'answer' in outcome) return outcome.answer;
      throw outcome?.error;
    }),
  );

/** Most reports of one statement: most of the gain, without a long wait for the others of the group. */
const mostAtOnce = 32;

/**
 * Stores a report, sets its pin USED, and replaces the sent-back reports of the pin that it answers
 * (R18). A report whose pin is not on the user's list is stored and marked.
 * @param isContended it lost races already: locks are taken first, without a group, so that it succeeds
 * @throws AlreadyIngested
 * @throws ChangedMeanwhile: to be tried again
 * @throws AppError unauthenticated, user-blocked: deleted or blocked during the upload of the photo
 */
export type AddReport = (arriving: Arriving, isContended?: boolean) => Promise<AddedReport>;

/** Report ingestion of one server: reports that arrive at the same time share a transaction (group commit, ADR 28). */
export const openIngestion = ({
  ingestion,
  requests,
  db,
}: Pick<Database, 'ingestion' | 'requests' | 'db'>): AddReport => {
  const together = groupCommit({
    together: ingestion,
    alone: requests,
    store,
    keysOf: ({ actor, report }) => [
      `user ${actor.id}`,
      `pin ${circleKey(report.circle)} ${report.pin}`,
    ],
    most: mostAtOnce,
  });
  return (arriving, isContended = false) =>
    isContended ? storeHolding(db, arriving) : together(arriving);
};
