// Reports come in from phones (R18 and R26): one prepared statement, which is its own transaction, for all
// that come at the same moment. There is no transaction to open, nothing to plan, and one way to the database.
import { circleKey, errorMessages, type Submission } from '@survey/contract';
import { CompiledQuery, type Kysely } from 'kysely';
import type pg from 'pg';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import type { Database } from '../../database/connection.ts';
import { withRetry } from '../../database/deadlocks.ts';
import { groupCommit, type Outcome } from '../../database/group-commit.ts';
import type { Tables } from '../../database/tables.ts';
import { lockLists, setVisited } from '../lists/mark-surveyed.commands.ts';
import { noteChangeOfPin } from '../lists/pin-lists.commands.ts';

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
export class AlreadyIngested extends Error {}

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

/** The columns that the submission and its photo decide, and who sends it, as the statement reads them. */
const givenColumns = `place integer, user_id bigint, username text, address text, request_id text,
  submission_id uuid, circle text, circle_key text, pin text, info text, floors_num smallint, basement boolean,
  store_front boolean, land_area double precision, covered_area double precision, land text, other text,
  comments text, latitude double precision, longitude double precision, capture_time timestamptz,
  photo_name text, photo_sha256 bytea, photo_bytes integer`;

/**
 * $1 the reports as JSON, no two of one surveyor or one pin. Lists are locked before reports: whoever sends back
 * does so in this order too. A report takes the place of those of its pin that were sent back where its surveyor has
 * the pin on the list, and of the surveyor's own in any case (R18); where another submission was quicker there are
 * none, and it is an ordinary one.
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
  select place, reports.id from wanted join given using (place) join reports using (circle_key, pin)
  where replaced_by is null and resubmission = 1
    and (listed_id is not null or reports.user_id = wanted.user_id)
), ${lockLists}, chosen as materialized (
  select place, nextval(pg_get_serial_sequence('reports', 'id')) as id from unchanged
), replaced as (
  update reports set replaced_by = chosen.id from chosen join sent_back using (place)
  where reports.id = sent_back.id and replaced_by is null and resubmission = 1
  returning reports.id, replaced_by
), arrived as (
  insert into reports (id, submission_id, user_id, username, user_name, user_phone, unit_id, circle,
    circle_key, pin, info, floors_num, basement, store_front, land_area, covered_area, land, other, comments,
    latitude, longitude, capture_time, resubmission, photo_name, photo_sha256, photo_bytes, was_unassigned)
  overriding system value
  select chosen.id, submission_id, given.user_id, username, wanted.name, phonenumber, unit_id,
    coalesce(wanted.circle, given.circle), circle_key, pin, info, floors_num, basement, store_front, land_area,
    covered_area, land, other, comments, latitude, longitude, capture_time,
    case when exists (select from replaced where replaced_by = chosen.id) then 0 end, photo_name,
    photo_sha256, photo_bytes, listed_id is null
  from chosen join given using (place) join wanted using (place)
  returning id, submission_id, circle, resubmission is not null as is_resubmission, not was_unassigned as was_assigned,
    submission_time
), ${setVisited}, noted as (
  insert into audit_entries (actor_id, actor, address, request_id, action, subject, row_count, details)
  select user_id, username, address, request_id, 'submit-report', arrived.circle || ' ' || pin,
    1 + (select count(*) from replaced where replaced_by = arrived.id),
    jsonb_build_object('report', arrived.id, 'submission_id', arrived.submission_id, 'was_assigned', was_assigned,
      'replaced', (select coalesce(jsonb_agg(replaced.id), '[]') from replaced where replaced_by = arrived.id))
  from arrived join chosen using (id) join given using (place)
)
select place, is_active, has_arrived, arrived.id, submission_id, is_resubmission, was_assigned,
  to_char(submission_time, 'DD/MM/YYYY HH24:MI:SS') as submission_time_text
from seen left join chosen using (place) left join arrived using (id)`;

/** A report on its way, and who sends it. */
interface Arriving {
  actor: Actor;
  report: Submission;
  /** Kept in the store already, so that the row never points to nothing. */
  photo: ReportPhoto | undefined;
}

const givenOf = ({ actor, report, photo }: Arriving, place: number) => ({
  place,
  user_id: actor.id,
  username: actor.username,
  address: actor.address,
  request_id: actor.request_id ?? '',
  submission_id: report.submission_id,
  circle: report.circle,
  ...submittedColumns(report),
  photo_name: photo?.name,
  photo_sha256: photo && `\\x${photo.sha256.toString('hex')}`,
  photo_bytes: photo?.bytes,
});

type Found = { place: number; is_active: boolean; has_arrived: boolean } & (
  | AddedReport
  | { id: null }
);

/** What became of a report; undefined stands for a user who is deleted. */
const outcomeOf = (found: Found | undefined): Outcome<AddedReport> => {
  if (!found) return { error: new AppError('unauthenticated', errorMessages.sessionEnded) };
  if (found.id !== null) return { answer: found };
  if (!found.is_active) return { error: new AppError('user-blocked', 'This account is blocked.') };
  return { error: found.has_arrived ? new AlreadyIngested() : new ChangedMeanwhile() };
};

const valuesOf = (reports: Arriving[]) => [JSON.stringify(reports.map(givenOf))];

const outcomesOf = (reports: Arriving[], rows: Found[]) => {
  const found = new Map(rows.map((row) => [row.place, row]));
  return reports.map((_, place) => outcomeOf(found.get(place)));
};

const store = async (connection: pg.Pool | pg.PoolClient, reports: Arriving[]) => {
  const name = 'arrival of reports';
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

/** Reports stored by one statement: enough for most of the gain, and few enough that nobody waits long for others. */
const mostAtOnce = 32;

/**
 * Stores a report, sets its pin USED, and replaces the reports of the pin that were sent back and that it answers
 * (R18). A report whose pin is not on the user's list is stored and marked.
 * @param isContended it lost races already: it takes its locks first, alone, and wins
 * @throws AlreadyIngested
 * @throws ChangedMeanwhile: to be tried again
 * @throws AppError unauthenticated, user-blocked: deleted or blocked while the photo was on its way
 */
export type AddReport = (arriving: Arriving, isContended?: boolean) => Promise<AddedReport>;

/** The way in for the reports of one server: those that come at the same moment are stored together. */
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
