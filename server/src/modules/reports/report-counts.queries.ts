// All counts of reports: from rollups, and by counting rows where no rollup serves.
import type { ReportFilters, ReviewState } from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { filtersOf, type Reach } from '../../plugins/circle-limits.ts';
import { monthCounts, valueCounts } from '../rollups/rollups.queries.ts';
import { valuesUnder } from '../rollups/value-counts.queries.ts';
import { hasFlag, matchingReports, type PinSource, type Selection } from './report-filters.ts';

const count = sql<number>`count(*)`.as('count');

/** How many current reports match, by counting rows; PINs are searched as `matchingReports` says. */
export const countRows = async (
  db: Reader,
  filters: Selection,
  source?: PinSource,
): Promise<number> => {
  const found = await matchingReports(db, filters, source).select(count).executeTakeFirstOrThrow();
  return found.count;
};

/**
 * How many current reports match the filters, exactly: from rollups where they serve. PINs are searched in the
 * reports themselves, as an export does (ADR 47).
 */
export const countReports = async (db: Reader, filters: ReportFilters = {}): Promise<number> => {
  const months = filters.pin?.length ? undefined : await monthCounts(db, filters);
  return months ? months.reduce((sum, { n }) => sum + n, 0) : countRows(db, filters);
};

/** Counting this many stored reports takes some 60 ms; the first byte of an export is due within 100 (ADR 71). */
const countedUpTo = 300_000;

/** Whether counting rows takes too long, by PostgreSQL's own estimate; below zero where the table was never analysed. */
export const isLarge = async (db: Reader): Promise<boolean> => {
  const { is_large } = await db
    .selectFrom(sql`pg_class`.as('pg_class'))
    .select(sql<boolean>`reltuples > ${countedUpTo}`.as('is_large'))
    .where(sql<boolean>`oid = 'reports'::regclass`)
    .executeTakeFirstOrThrow();
  return is_large;
};

/** How many reports an export will have: rows of its snapshot, or the rollups' number where there are too many to count. */
export const countExported = async (db: Reader, filters: ReportFilters): Promise<number> =>
  (await isLarge(db)) ? countReports(db, filters) : countRows(db, filters);

/** Number of matching reports with a flag that nobody dismissed. */
export const countFlagged = async (db: Reader, filters: Selection): Promise<number> => {
  const found = await matchingReports(db, filters)
    .where(hasFlag(sql`true`))
    .select(count)
    .executeTakeFirstOrThrow();
  return found.count;
};

/** How many of them have a photo. */
export const countPhotos = async (db: Reader, filters: Selection): Promise<number> => {
  const found = await matchingReports(db, filters)
    .where('photo_name', 'is not', null)
    .select(count)
    .executeTakeFirstOrThrow();
  return found.count;
};

/** Reports that wait to be surveyed again (R18). */
export const countSentBack = (db: Reader, reach?: Reach): Promise<number> =>
  countReports(db, { ...filtersOf(reach), resubmission: ['1'] });

/** Current reports for PINs that had a current one from somebody else (R18). */
export const countSecond = (db: Reader, reach?: Reach): Promise<number> =>
  countReports(db, { ...filtersOf(reach), second: ['yes'] });

/** Number of current reports whose photo has not arrived yet (ADR 58). */
export const countPhotosAwaited = (db: Reader, reach?: Reach): Promise<number> =>
  countReports(db, { ...filtersOf(reach), photo: ['awaited'] });

/** Current reports by state of review. */
export const countByReview = async (
  db: Reader,
  reach?: Reach,
): Promise<Record<ReviewState, number>> => {
  const counts = reach
    ? await valuesUnder(db, filtersOf(reach), 'review')
    : (await valueCounts(db))
        .filter(({ kind }) => kind === 'review')
        .map(({ value, n }) => ({ value, count: n }));
  const of = (state: ReviewState) => counts?.find(({ value }) => value === state)?.count ?? 0;
  return {
    new: of('new'),
    in_question: of('in_question'),
    sent_back: of('sent_back'),
    accepted: of('accepted'),
    accepted_unseen: of('accepted_unseen'),
  };
};

/** Reports whose pin was not on the surveyor's list when they came (R18). */
export const countNotOnList = (db: Reader, reach?: Reach): Promise<number> =>
  countReports(db, { ...filtersOf(reach), list: ['off'] });
