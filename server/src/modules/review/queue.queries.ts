// The review queue (ADR 86). Orders are walked in an index; a place in the queue is the last report that was answered.
import { type QueueOrder, queueLimits } from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Reader } from '../../database/connection.ts';
import { say } from '../../say.ts';

/** A report of the queue with its place in it. */
interface Queued {
  id: number;
  place: string;
}

interface Asked {
  sample: number | undefined;
  /** The place of the last report that was answered. */
  after: string | undefined;
  limit: number;
}

/** Reports that nobody has reviewed. */
const isNew = sql`reports.replaced_by is null and reports.review is null
  and reports.resubmission is distinct from 1`;

/** The worst flag of a report stands for it. */
const isWorst = sql`flags.in_queue and not exists (
  select from flags as worse where worse.report_id = flags.report_id and worse.in_queue
    and (worse.severity, worse.check_name) > (flags.severity, flags.check_name))`;

const select = async (db: Reader, rows: RawBuilder<unknown>): Promise<Queued[]> =>
  db.selectFrom(sql<Queued>`(${rows})`.as('queued')).selectAll().execute();

/** A place as it was given out; undefined at the beginning, and for what is none. */
const readPlace = (after: string | undefined): number[] | undefined => {
  const numbers = after?.split('.').map(Number);
  return numbers?.every(Number.isSafeInteger) ? numbers : undefined;
};

const timeOf = (id: number) => sql`(select capture_time from reports where id = ${id})`;

const orders: Record<QueueOrder, (db: Reader, asked: Asked) => Promise<Queued[]>> = {
  worst: (db, { after, limit }) => {
    const [severity = 0, id = 0] = readPlace(after) ?? [];
    const behind = id
      ? sql`(flags.severity, flags.capture_time, flags.report_id) < (${severity}, ${timeOf(id)}, ${id})`
      : sql`true`;
    return select(
      db,
      sql`select flags.report_id as id, flags.severity || '.' || flags.report_id as place
        from flags where ${isWorst} and ${behind}
        order by flags.severity desc, flags.capture_time desc, flags.report_id desc limit ${limit}`,
    );
  },
  newest: (db, { after, limit }) => {
    const [id = 0] = readPlace(after) ?? [];
    const behind = id ? sql`(capture_time, id) < (${timeOf(id)}, ${id})` : sql`true`;
    return select(
      db,
      sql`select id, id::text as place from reports where ${isNew} and ${behind}
        order by capture_time desc, id desc limit ${limit}`,
    );
  },
  sample: (db, { sample, after, limit }) => {
    const [place = 0] = readPlace(after) ?? [];
    return select(
      db,
      sql`select reports.id, place::text as place from sampled_reports join reports on reports.id = report_id
        where sample_id = ${sample} and place > ${place} and ${isNew}
        order by sampled_reports.place limit ${limit}`,
    );
  },
};

/** Reports of an order that are to be reviewed, as many as asked for, with their places. */
export const queued = (db: Reader, order: QueueOrder, asked: Asked): Promise<Queued[]> =>
  orders[order](db, asked);

const counted: Record<QueueOrder, (sample: number | undefined) => RawBuilder<unknown>> = {
  worst: () => sql`select from flags where ${isWorst}`,
  newest: () => sql`select from reports where ${isNew}`,
  sample: (sample) => sql`select from sampled_reports join reports on reports.id = report_id
    where sample_id = ${sample} and ${isNew}`,
};

/** How many reports of an order are to be reviewed, up to `queueLimits.remaining`. */
export const remainingIn = async (
  db: Reader,
  order: QueueOrder,
  sample: number | undefined,
): Promise<number> => {
  const rows = counted[order](sample);
  const { count } = await db
    .selectFrom(
      sql<{ count: number }>`(select count(*) as count
        from (${rows} limit ${queueLimits.remaining}) as found)`.as('counted'),
    )
    .selectAll()
    .executeTakeFirstOrThrow();
  return count;
};

/** Reports that a person has reviewed today, and in the last hour. */
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
