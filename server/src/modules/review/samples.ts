// Random samples for review: drawn by a seed and stored before anybody sees a report of them (ADR 86).
import { randomBytes } from 'node:crypto';
import type { ReviewSample } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Reader, Writer } from '../../database/connection.ts';
import { isReached, type Reach } from '../../plugins/circle-limits.ts';
import { say } from '../../say.ts';

/** Most samples in the list. */
const mostListed = 20;

interface Outcome {
  reports: number;
  surveyors: number;
  reviewed: number;
  sent_back: number;
}

/** Samples with the state of their reports; within a reach, only of its reports. */
const samples = (db: Reader, reach?: Reach) =>
  db
    .selectFrom('review_samples')
    .innerJoinLateral(
      sql<Outcome>`(select count(*) as reports, count(distinct username) as surveyors,
          count(*) filter (where review is not null or resubmission = 1) as reviewed,
          count(*) filter (where resubmission = 1) as sent_back
        from sampled_reports join reports on reports.id = report_id
        where sample_id = review_samples.id and ${isReached(reach, 'circle_key')})`.as('of'),
      (join) => join.onTrue(),
    )
    .select(['id', 'drawn_by as by', 'percent', 'seed', 'of.reviewed', 'of.sent_back'])
    .select(
      reach
        ? ['of.reports', 'of.surveyors']
        : ['review_samples.reports', 'review_samples.surveyors'],
    )
    .select([
      sql<string>`to_char(drawn_at, 'DD/MM/YYYY HH24:MI:SS')`.as('at'),
      sql<string>`to_char(date_from, 'DD/MM/YYYY')`.as('date_from'),
      sql<string>`to_char(date_to, 'DD/MM/YYYY')`.as('date_to'),
    ])
    .$if(reach !== undefined, (query) => query.where('of.reports', '>', 0));

/** The newest samples with the state of their reports; within a reach, only samples with reports of its circles. */
export const newestSamples = (db: Reader, reach: Reach): Promise<ReviewSample[]> =>
  samples(db, reach).orderBy('id', 'desc').limit(mostListed).execute();

export interface Draw {
  percent: number;
  /** Days of capture, both included, as YYYY-MM-DD. */
  date_from: string;
  date_to: string;
  seed?: string | undefined;
}

/**
 * Draws a share of each surveyor's current reports, at least one of each surveyor. The draw depends only on the seed
 * and on the ids that phones chose, so that anybody can repeat it.
 * @throws AppError conflict where no report was captured on these days
 */
export const drawSample = async (
  db: Writer,
  actor: Actor,
  { percent, date_from, date_to, seed = randomBytes(9).toString('base64url') }: Draw,
): Promise<ReviewSample> => {
  const { id } = await db
    .insertInto('review_samples')
    .values({
      drawn_by: actor.username,
      percent,
      date_from,
      date_to,
      seed,
      reports: 0,
      surveyors: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ reports: number; surveyors: number }>`
    with drawn as (
      select id, username, draw, submission_id,
        row_number() over (partition by username order by draw, submission_id) as turn,
        count(*) over (partition by username) as reports
      from (
        select id, username, submission_id, md5(${seed}::text || submission_id::text) as draw from reports
        where replaced_by is null and capture_time >= ${date_from}::date::timestamptz
          and capture_time < (${date_to}::date + 1)::timestamptz
      ) as found
    ), chosen as (
      insert into sampled_reports (sample_id, place, report_id)
      select ${id}, row_number() over (order by draw, submission_id), id from drawn
      where turn <= ceil(reports * ${percent}::float8 / 100)
      returning report_id
    )
    update review_samples set reports = counted.reports, surveyors = counted.surveyors
    from (select count(*) as reports, count(distinct username) as surveyors
      from chosen join drawn on drawn.id = report_id) as counted
    where review_samples.id = ${id}
    returning review_samples.reports, review_samples.surveyors`.execute(db);
  const counts = rows[0];
  if (!counts?.reports) throw new AppError('conflict', say('sample-empty'));
  await audit(db, actor, {
    action: 'draw-sample',
    subject: `${percent} %, ${date_from} to ${date_to}`,
    rowCount: counts.reports,
    details: { sample: id, percent, date_from, date_to, seed, ...counts },
  });
  return samples(db).where('id', '=', id).executeTakeFirstOrThrow();
};
