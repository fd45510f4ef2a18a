// The review queue (ADR 86). Its orders are read from indexes; a page begins after the place of the last report of the
// page before.
import { type QueueOrder, queueLimits } from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Reader } from '../../database/connection.ts';
import { isReached, type Reach } from '../../plugins/circle-limits.ts';
import { say } from '../../say.ts';

/** A report of the queue with its place, from which the next page begins. */
interface Queued {
  id: number;
  place: string;
}

interface Asked {
  sample: number | undefined;
  /** The place of the last report that the client has. */
  after: string | undefined;
  limit: number;
  /** Only reports of these circles. */
  reach: Reach;
}

/** Condition for reports that nobody has reviewed. */
const isNew = sql`reports.replaced_by is null and reports.review is null
  and reports.resubmission is distinct from 1`;

/**
 * A subquery `own` with the new reports within a reach. It reads only these circles: the index of an order would be
 * read past all reports of other circles.
 */
const ownNew = (reach: Reach) => sql`own as materialized (select id, capture_time from reports
  where ${isNew} and ${isReached(reach, 'reports.circle_key')})`;

/** Condition for the worst flag of each report, by which the report is ordered. */
const isWorst = sql`flags.in_queue and not exists (
  select from flags as worse where worse.report_id = flags.report_id and worse.in_queue
    and (worse.severity, worse.check_name) > (flags.severity, flags.check_name))`;

const select = async (db: Reader, rows: RawBuilder<unknown>): Promise<Queued[]> =>
  db.selectFrom(sql<Queued>`(${rows})`.as('queued')).selectAll().execute();

/** Reads a place; undefined for the beginning and for text that is no place. */
const readPlace = (after: string | undefined): number[] | undefined => {
  const numbers = after?.split('.').map(Number);
  return numbers?.every(Number.isSafeInteger) ? numbers : undefined;
};

const timeOf = (id: number, reach: Reach) => sql`(select capture_time from reports
  where id = ${id} and ${isReached(reach, 'reports.circle_key')})`;

const flagsWithin = (reach: Reach) => {
  const columns = sql`select flags.report_id as id, flags.severity || '.' || flags.report_id as place`;
  return reach
    ? sql`with ${ownNew(reach)} ${columns} from flags join own on own.id = flags.report_id where ${isWorst}`
    : sql`${columns} from flags where ${isWorst}`;
};

const newWithin = (reach: Reach) =>
  reach
    ? sql`with ${ownNew(reach)} select id, id::text as place from own where true`
    : sql`select id, id::text as place from reports where ${isNew}`;

const orders: Record<QueueOrder, (db: Reader, asked: Asked) => Promise<Queued[]>> = {
  worst: (db, { after, limit, reach }) => {
    const [severity = 0, id = 0] = readPlace(after) ?? [];
    const behind = id
      ? sql`(flags.severity, flags.capture_time, flags.report_id) < (${severity}, ${timeOf(id, reach)}, ${id})`
      : sql`true`;
    return select(
      db,
      sql`${flagsWithin(reach)} and ${behind}
        order by flags.severity desc, flags.capture_time desc, flags.report_id desc limit ${limit}`,
    );
  },
  newest: (db, { after, limit, reach }) => {
    const [id = 0] = readPlace(after) ?? [];
    const behind = id ? sql`(capture_time, id) < (${timeOf(id, reach)}, ${id})` : sql`true`;
    return select(
      db,
      sql`${newWithin(reach)} and ${behind}
        order by capture_time desc, id desc limit ${limit}`,
    );
  },
  sample: (db, { sample, after, limit, reach }) => {
    const [place = 0] = readPlace(after) ?? [];
    return select(
      db,
      sql`select reports.id, place::text as place from sampled_reports join reports on reports.id = report_id
        where sample_id = ${sample} and place > ${place} and ${isNew}
          and ${isReached(reach, 'reports.circle_key')}
        order by sampled_reports.place limit ${limit}`,
    );
  },
};

/** A page of the reports to review in an order, with their places. */
export const queuedReports = (db: Reader, order: QueueOrder, asked: Asked): Promise<Queued[]> =>
  orders[order](db, asked);

type Counted = (reach: Reach, sample: number | undefined) => RawBuilder<unknown>;

const counted: Record<QueueOrder, Counted> = {
  worst: (reach) => flagsWithin(reach),
  newest: (reach) => sql`select from reports where ${isNew} and ${isReached(reach, 'circle_key')}`,
  sample: (reach, sample) => sql`select from sampled_reports join reports on reports.id = report_id
    where sample_id = ${sample} and ${isNew} and ${isReached(reach, 'circle_key')}`,
};

/** Number of reports to review in an order, up to `queueLimits.remaining`. */
export const remainingIn = async (
  db: Reader,
  order: QueueOrder,
  { sample, reach }: Pick<Asked, 'sample' | 'reach'>,
): Promise<number> => {
  const rows = counted[order](reach, sample);
  const { count } = await db
    .selectFrom(
      sql<{ count: number }>`(select count(*) as count
        from (${rows} limit ${queueLimits.remaining}) as found)`.as('counted'),
    )
    .selectAll()
    .executeTakeFirstOrThrow();
  return count;
};

/** Number of reports that a person has reviewed today and within the last hour. */
export const paceOf = (db: Reader, username: string) =>
  db
    .selectFrom('reports')
    .select([
      sql<number>`count(*)`.as('reviewed_today'),
      sql<number>`count(*) filter (where reviewed_at > now() - interval '1 hour')`.as(
        'reviewed_hour',
      ),
    ])
    .where('reviewed_by', '=', username)
    .where(sql<boolean>`reviewed_at >= current_date::timestamptz`)
    .executeTakeFirstOrThrow();

/** @throws AppError not-found where there is no such sample */
export const refuseUnknownSample = async (db: Reader, id: number | undefined): Promise<void> => {
  const found = await db
    .selectFrom('review_samples')
    .select('id')
    .where('id', '=', id ?? 0)
    .executeTakeFirst();
  if (!found) throw new AppError('not-found', say('no-sample', { id: id ?? '' }));
};
