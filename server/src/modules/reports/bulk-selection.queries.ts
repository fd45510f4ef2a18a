// Selections of reports: what they contain, and whether that is still what the person confirmed.
import type { ReportFilters } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Reader } from '../../database/connection.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { textLines } from '../../plugins/text-lines.ts';
import { say } from '../../say.ts';
import { hasCriticalFlag, matchingReports, type Selection } from './report-filters.ts';

/**
 * Number of selected reports, of photos, of reports already sent back, and of surveyors. Grouped by surveyor: a distinct
 * count has PostgreSQL visit the reports in the order of an index, which takes a million reports four times as long.
 */
export const countSelected = (db: Reader, selection: Selection) =>
  db
    .selectFrom(
      matchingReports(db, selection)
        .select([
          sql<number>`count(*)`.as('reports'),
          sql<number>`count(photo_name)`.as('photos'),
          sql<number>`count(*) filter (where resubmission = 1)`.as('sent_back'),
          sql<number>`count(*) filter (where ${hasCriticalFlag})`.as('critical'),
        ])
        .groupBy('username')
        .as('surveyors'),
    )
    .select([
      sql<number>`coalesce(sum(reports), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(photos), 0)::bigint`.as('photos'),
      sql<number>`coalesce(sum(sent_back), 0)::bigint`.as('sent_back'),
      sql<number>`coalesce(sum(critical), 0)::bigint`.as('critical'),
      sql<number>`count(*)`.as('surveyors'),
    ])
    .executeTakeFirstOrThrow();

const changed = (expected: number, total: number) =>
  new AppError('conflict', say('selection-changed', { now: total, expected }), {
    errors: { expected_count: [{ text: String(total) }] },
  });

/**
 * How many reports of the selection have a photo.
 * @throws AppError conflict where the selection has another number of reports than expected
 */
export const confirmCount = async (
  db: Reader,
  selection: Selection,
  expected: number,
): Promise<{ photos: number }> => {
  const { total, photos } = await countSelected(db, selection);
  if (total !== expected) throw changed(expected, total);
  return { photos };
};

/**
 * The ids of the selection in the snapshot, smallest first: eight bytes a report.
 * @throws AppError conflict where their number is not the expected one
 */
export const idsOfSelection = async (
  { db, copyOut }: Snapshot,
  selection: Selection,
  expected: number,
): Promise<Float64Array> => {
  // Counted first, so that memory is not allocated for a number that a client merely claims.
  await confirmCount(db, selection, expected);
  const ids = new Float64Array(expected);
  const lines = textLines();
  let total = 0;
  const rows = matchingReports(db, selection)
    .select(sql<string>`reports.id::text`.as('line'))
    .orderBy('reports.id');
  for await (const chunk of copyOut(rows, 'lines')) {
    for (const line of lines(chunk).split('\n')) {
      if (!line) continue;
      ids[total] = Number(line);
      total += 1;
    }
  }
  if (total !== expected) throw changed(expected, total);
  return ids;
};

/** The position of a report, from 1, among the matching ones, newest first; null where it does not match. */
export const placeOfReport = async (
  db: Reader,
  filters: ReportFilters,
  id: number,
): Promise<number | null> => {
  const report = await matchingReports(db, filters, 'rollup')
    .where('reports.id', '=', id)
    .select('reports.capture_time')
    .executeTakeFirst();
  if (!report) return null;
  const before = await matchingReports(db, filters, 'rollup')
    .where(
      sql<boolean>`(reports.capture_time, reports.id) >
        (select capture_time, id from reports where id = ${id})`,
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return before.count + 1;
};
