// Rows of reports in the form of the calls: the 21 fields of spec 3, in its order.
import type {
  ListedFlag,
  ListedReport,
  PropertyReport,
  ReportExtra,
  ReviewState,
} from '@survey/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { inlineValues } from '../../database/inline-values.ts';
import type { Tables } from '../../database/tables.ts';
import { isReached, type Reach } from '../../plugins/circle-limits.ts';
import { reviewOf } from './review-state.ts';

type Reports<Row> = SelectQueryBuilder<Tables, 'reports', Row>;

type TimeColumn =
  | 'capture_time'
  | 'submission_time'
  | 'set_aside_at'
  | 'reviewed_at'
  | 'location_time'
  | 'started_at'
  | 'device_time';

/** An instant in the format of R16, in the operation's time zone, which is the session's. */
export const written = (column: TimeColumn) =>
  sql<string>`to_char(${sql.ref(`reports.${column}`)}, 'DD/MM/YYYY HH24:MI:SS')`;

/** The same where it may be unknown. */
export const writtenOrNull = (column: TimeColumn) => written(column).$castTo<string | null>();

/** The 21 fields; `picture_path` is the photo's name, which has to be signed before it is sent. */
export const withReportFields = <Row>(reports: Reports<Row>) =>
  reports.select([
    'reports.id',
    'reports.username',
    'reports.user_name',
    'reports.user_phone',
    'reports.circle',
    'reports.pin',
    'reports.info',
    'reports.floors_num',
    'reports.basement',
    'reports.store_front as Store_front',
    'reports.land_area',
    'reports.covered_area',
    'reports.land',
    'reports.other',
    'reports.comments',
    'reports.latitude',
    'reports.longitude',
    written('capture_time').as('capture_time'),
    written('submission_time').as('submission_time'),
    'reports.resubmission',
    'reports.photo_name as picture_path',
  ]);

/** A report's state of review. */
export const reviewState = sql<ReviewState>`case when reports.resubmission = 1 then 'sent_back'
  else coalesce(reports.review, 'new') end`;

const extraFields = {
  was_assigned: sql<boolean>`not reports.was_unassigned`,
  is_second: sql<boolean>`reports.is_second`,
  photo_awaited: sql<boolean>`reports.photo_awaited is not null`,
  review: reviewState,
  reviewed_by: sql<string | null>`reports.reviewed_by`,
  reviewed_at: writtenOrNull('reviewed_at'),
  /** For exports; the pages of the list read flags in a separate query. */
  flags: sql<ListedFlag[]>`(select coalesce(jsonb_agg(jsonb_build_object('check', check_name,
    'severity', (array['hint', 'warning', 'critical'])[severity]) order by severity desc, check_name), '[]')
    from flags where flags.report_id = reports.id and dismissed_at is null)`,
} satisfies Record<ReportExtra, unknown>;

/** Optional fields of reports (R18). */
export const withExtras = <Row>(reports: Reports<Row>, extras: readonly ReportExtra[]) =>
  reports.select(extras.map((name) => (extraFields[name] as RawBuilder<unknown>).as(name)));

/** The 21 fields, preceded by all optional ones. */
export const withListedFields = <Row>(reports: Reports<Row>) =>
  withReportFields(
    reports.select([
      extraFields.was_assigned.as('was_assigned'),
      extraFields.is_second.as('is_second'),
      extraFields.photo_awaited.as('photo_awaited'),
      extraFields.review.as('review'),
      extraFields.reviewed_by.as('reviewed_by'),
      extraFields.reviewed_at.as('reviewed_at'),
    ]),
  );

/** A row of a list; without the optional fields, it has the 21 fields. */
export type ListRow = PropertyReport & Required<Pick<ListedReport, Exclude<ReportExtra, 'flags'>>>;

/** A report with its position in the result, newest first. */
export type PlacedReport = ListRow & { place: number };

let placedReports: RawBuilder<PlacedReport> | undefined;

/** `select <the fields of a list's row>, place from reports`, built once because pages are requested often. */
export const selectPlacedReports = (db: Reader): RawBuilder<PlacedReport> => {
  const place = sql<number>`row_number() over (order by reports.capture_time desc, reports.id desc)`;
  placedReports ??= sql.raw(
    inlineValues(withListedFields(db.selectFrom('reports')).select(place.as('place'))),
  );
  return placedReports;
};

/** Newest first. The columns are qualified: `capture_time` alone would be the formatted text. */
export const newestFirst = <Row>(reports: Reports<Row>) =>
  reports.orderBy('reports.capture_time', 'desc').orderBy('reports.id', 'desc');

/** The pin of any report, replaced ones included; undefined where there is no such report. */
export const findReport = (db: Reader, id: number) =>
  db.selectFrom('reports').select(['circle_key', 'pin']).where('id', '=', id).executeTakeFirst();

/** All reports of a pin, including replaced ones and those set aside, newest first. */
export const reportsOfPin = async (
  db: Reader,
  { circle_key, pin }: { circle_key: string; pin: string },
) => {
  const reports = db
    .selectFrom('reports')
    .where('circle_key', '=', circle_key)
    .where('pin', '=', pin);
  const rows = await newestFirst(withReportFields(reports))
    .select(['reports.replaced_by', 'reports.was_unassigned', 'reports.is_second'])
    .select(extraFields.photo_awaited.as('photo_awaited'))
    .select('reports.set_aside_by')
    .select(written('set_aside_at').as('set_aside_at'))
    .select(['reports.review', 'reports.reviewed_by', 'reports.review_version'])
    .select(writtenOrNull('reviewed_at').as('reviewed_at'))
    .select(['reports.accuracy', 'reports.outcome', 'reports.app', 'reports.app_version'])
    .select(['reports.device_id', 'reports.place_reason'])
    .select(writtenOrNull('location_time').as('location_time'))
    .select(writtenOrNull('started_at').as('started_at'))
    .select(writtenOrNull('device_time').as('device_time'))
    .execute();
  return rows.map((row) => ({
    ...row,
    is_current: row.replaced_by === null,
    set_aside: row.set_aside_by === null ? null : { by: row.set_aside_by, at: row.set_aside_at },
    review: reviewOf(row),
    phone: row,
  }));
};

/** Reports with their review state, by ids, in no particular order. */
export const reportsToReview = async (db: Reader, ids: readonly number[]) => {
  const rows = await withListedFields(db.selectFrom('reports'))
    .select('reports.review_version')
    .where(sql<boolean>`reports.id = any(${ids}::bigint[])`)
    .execute();
  return rows.map(({ review_version, ...report }) => ({
    report,
    review: {
      state: report.review,
      by: report.reviewed_by,
      at: report.reviewed_at,
      version: review_version,
    },
  }));
};

/** The new report that has waited longest for a review. */
export const oldestNew = async (db: Reader, reach?: Reach) => {
  // Within a reach its reports are read first (OFFSET 0): the index by time would be read past all reports of other
  // circles.
  const ofCircles = reach ? sql`and ${isReached(reach, 'circle_key')} offset 0` : sql``;
  const found = await db
    .selectFrom(
      sql<{ id: number; capture_time: Date }>`(select id, capture_time from reports
        where replaced_by is null and review is null and resubmission is distinct from 1
          ${ofCircles})`.as('reports'),
    )
    .select(['id', written('capture_time').as('capture_time')])
    .orderBy('reports.capture_time')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
};
