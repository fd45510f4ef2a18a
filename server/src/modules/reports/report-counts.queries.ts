// Everything that counts reports. All of it stands here, so that kept counts can take its place.
import { type ReportFilters, type ReportOptions, resubmissionLabels } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { currentReports, matchingReports } from './report-filters.ts';

const count = sql<number>`count(*)`.as('count');

/** How many current reports match the filters, exactly. */
export const countReports = async (db: Reader, filters: ReportFilters = {}): Promise<number> => {
  const found = await matchingReports(db, filters).select(count).executeTakeFirstOrThrow();
  return found.count;
};

/** How many of them have a photo. */
export const countPhotos = async (db: Reader, filters: ReportFilters): Promise<number> => {
  const found = await matchingReports(db, filters)
    .where('photo_name', 'is not', null)
    .select(count)
    .executeTakeFirstOrThrow();
  return found.count;
};

/** Reports that wait to be surveyed again (decision 18). */
export const countSentBack = (db: Reader): Promise<number> =>
  countReports(db, { resubmission: ['1'] });

const byValue = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;

/** Counts of the values that a filter can carry: an empty one cannot be asked for. */
const optionsOf = (rows: readonly { value: string | number | null; count: number }[]) =>
  rows
    .filter((row) => row.value !== null && row.value !== '')
    .map((row) => ({ value: String(row.value), count: row.count }))
    .sort((one, other) => byValue(one.value, other.value));

const countBy = (db: Reader, column: 'land' | 'user_name' | 'floors_num') =>
  currentReports(db).select(`reports.${column} as value`).select(count).groupBy(column).execute();

/** A circle may be spelt in several ways; one of them stands for all. */
const countByCircle = (db: Reader) =>
  currentReports(db)
    .select(sql<string>`max(circle)`.as('value'))
    .select(count)
    .groupBy('circle_key')
    .execute();

const countByResubmission = async (db: Reader) => {
  const rows = await currentReports(db)
    .select(sql<string>`coalesce(resubmission::text, 'No')`.as('value'))
    .select(count)
    .groupBy('resubmission')
    .execute();
  const counts = new Map(rows.map((row) => [row.value, row.count]));
  return resubmissionLabels.map((value) => ({ value, count: counts.get(value) ?? 0 }));
};

/** Surveyors with the name of their newest report: people are renamed, reports are not. */
const countBySurveyor = async (db: Reader) => {
  const counted = currentReports(db).select('username').select(count).groupBy('username');
  const users = await db
    .selectFrom(counted.as('counted'))
    .select(['counted.username', 'counted.count'])
    .select((where) =>
      where
        .selectFrom('reports')
        .select('user_name')
        .whereRef('reports.username', '=', 'counted.username')
        .where('replaced_by', 'is', null)
        .orderBy('capture_time', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .as('name'),
    )
    .execute();
  return users
    .map(({ username, name, count }) => ({ username, name: name ?? '', count }))
    .sort((one, other) => byValue(one.username, other.username));
};

const largestArea = async (db: Reader, column: 'land_area' | 'covered_area'): Promise<number> => {
  const found = await currentReports(db)
    .select((where) => where.fn.max(column).as('largest'))
    .executeTakeFirstOrThrow();
  return found.largest ?? 0;
};

/** What the filters offer (decision 20). */
export const reportOptions = async (db: Reader): Promise<ReportOptions> => {
  const [land, name, circle, resubmission, floors, users, landArea, coveredArea] =
    await Promise.all([
      countBy(db, 'land'),
      countBy(db, 'user_name'),
      countByCircle(db),
      countByResubmission(db),
      countBy(db, 'floors_num'),
      countBySurveyor(db),
      largestArea(db, 'land_area'),
      largestArea(db, 'covered_area'),
    ]);
  return {
    land: optionsOf(land),
    name: optionsOf(name),
    circle: optionsOf(circle),
    resubmission,
    floors: optionsOf(floors),
    users,
    largest_land_area: landArea,
    largest_covered_area: coveredArea,
  };
};
