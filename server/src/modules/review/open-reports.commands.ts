// Which administrators have which report open. It helps against double work but is no lock: a change of an outdated
// version is refused (ADR 64).
import { queueLimits } from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import type { Reader, Writer } from '../../database/connection.ts';
import { say } from '../../say.ts';

const isSeen = sql<boolean>`open_reports.seen_at > now() - make_interval(secs => ${queueLimits.openSeconds})`;

/** For each report, the colleague who opened it first, if a colleague has it open. */
export const colleaguesAt = async (
  db: Reader,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('open_reports')
    .innerJoin('users', 'users.id', 'open_reports.user_id')
    .select(['open_reports.report_id', 'users.name'])
    .where(sql<boolean>`open_reports.report_id = any(${ids}::bigint[])`)
    .where('open_reports.user_id', '<>', actor.id as number)
    .where(isSeen)
    .orderBy('open_reports.since', 'desc')
    .execute();
  return new Map(rows.map(({ report_id, name }) => [report_id, name]));
};

/**
 * Stores that a person has a report open, or has closed it.
 * @returns the colleague who has it open; null where there is none
 * @throws AppError not-found
 */
export const noteOpen = async (
  db: Writer,
  actor: Actor,
  { id, isOpen }: { id: number; isOpen: boolean },
): Promise<string | null> => {
  const userId = actor.id as number;
  const report = await db
    .selectFrom('reports')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!report) throw new AppError('not-found', say('no-report', { id }));
  // Rows of pages that ended without closing the report are deleted too.
  await db
    .deleteFrom('open_reports')
    .where('user_id', '=', userId)
    .where((where) =>
      where.or([sql<boolean>`not ${isSeen}`, ...(isOpen ? [] : [where('report_id', '=', id)])]),
    )
    .execute();
  if (isOpen) {
    await db
      .insertInto('open_reports')
      .values({ report_id: id, user_id: userId })
      .onConflict((conflict) =>
        conflict.columns(['report_id', 'user_id']).doUpdateSet({ seen_at: sql<Date>`now()` }),
      )
      .execute();
  }
  return (await colleaguesAt(db, actor, [id])).get(id) ?? null;
};
