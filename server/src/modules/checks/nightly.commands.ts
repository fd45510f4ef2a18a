// Values that the checks compare reports with, counted every night from current reports: middles of circles, quartiles
// of areas by circle and land type, and shares of surveyors.
import type pg from 'pg';
import { withLock } from '../../database/advisory-lock.ts';
import type { Database } from '../../database/connection.ts';

const lockKey = 7_203_128;

/** A circle or land type with fewer reports gets no values: no rule may ask for fewer. */
const fewest = 5;

/** SQL for the distance from the circle's middle in metres, on a plane: exact enough for a median. */
const metresFromMiddle = `111_195 * sqrt((reports.latitude - middles.latitude) ^ 2
  + ((reports.longitude - middles.longitude) * cos(radians(middles.latitude))) ^ 2)`;

const countPlaces = `
with middles as materialized (
  select circle_key, count(*) as reports,
    percentile_cont(0.5) within group (order by latitude) as latitude,
    percentile_cont(0.5) within group (order by longitude) as longitude
  from reports where replaced_by is null and latitude is not null and longitude is not null
  group by circle_key having count(*) >= ${fewest}
)
insert into circle_places (circle_key, reports, latitude, longitude, spread)
select circle_key, max(middles.reports), max(middles.latitude), max(middles.longitude),
  percentile_cont(0.5) within group (order by ${metresFromMiddle})
from reports join middles using (circle_key)
where replaced_by is null and reports.latitude is not null and reports.longitude is not null
group by circle_key`;

const quartile = (share: number, area: string) =>
  `percentile_cont(${share}) within group (order by ${area})`;

const countAreas = `
insert into land_areas (circle_key, land, land_reports, land_low, land_high, covered_reports, covered_low, covered_high)
select circle_key, land, count(land_area), ${quartile(0.25, 'land_area')}, ${quartile(0.75, 'land_area')},
  count(covered_area), ${quartile(0.25, 'covered_area')}, ${quartile(0.75, 'covered_area')}
from reports where replaced_by is null group by circle_key, land having count(*) >= ${fewest}`;

/** Days that the shares of surveyors cover. */
const shareDays = 30;

const countShares = `
insert into surveyor_shares (username, reports, flagged, sent_back, told_outcome, not_surveyed, with_area, round_areas)
select username, count(*),
  count(*) filter (where exists (select from flags where report_id = reports.id and dismissed_at is null)),
  count(*) filter (where resubmission is not null),
  count(outcome), count(*) filter (where outcome <> 'surveyed'),
  count(land_area), count(*) filter (where land_area::numeric % 5 = 0)
from reports where replaced_by is null
  and capture_time > now() - make_interval(days => ${shareDays})
group by username`;

/** Reports since the last nightly count. One hour is added, because a count may take long. */
const makeRecentDue = `
insert into checks_due (report_id)
select id from reports where submission_time > now() - interval '25 hours' and replaced_by is null`;

/** Least hours between two counts, whichever server counts. */
const countedEveryHours = 20;

const countAll = async (client: pg.PoolClient): Promise<void> => {
  await client.query('begin');
  try {
    await client.query('delete from circle_places');
    await client.query(countPlaces);
    await client.query('delete from land_areas');
    await client.query(countAreas);
    await client.query('delete from surveyor_shares');
    await client.query(countShares);
    await client.query(makeRecentDue);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

/**
 * Counts the values again and makes the reports of the last day due: they were compared with the earlier values. One
 * server does so once a day.
 * @returns whether it counted
 */
export const countNightlyValues = async ({
  longReads,
}: Pick<Database, 'longReads'>): Promise<boolean> => {
  const counted = await withLock(longReads, lockKey, 'pg_try_advisory_lock', async (client) => {
    const { rowCount } = await client.query(
      `select from surveyor_shares where counted_at > now() - make_interval(hours => ${countedEveryHours}) limit 1`,
    );
    if (rowCount !== 0) return false;
    await countAll(client);
    return true;
  });
  return counted ?? false;
};
