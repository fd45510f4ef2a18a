import {
  type changeReportView,
  type HandlerInput,
  type Preferences,
  type ReportView,
  type saveReportView,
  viewLimits,
  viewNameKey,
} from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import { type Actor, audit } from '../../database/audit.ts';
import type { Writer } from '../../database/connection.ts';
import { say, telling } from '../../say.ts';
import { ownView } from './views.queries.ts';

const json = (value: object | null): string | null => value && JSON.stringify(value);

const noView = (id: number) => new AppError('not-found', say('no-view', { id }));

/** The part of an entry that says of which view: names and filters of views that only their owner sees are not told. */
const told = (views: { before?: ReportView; after?: ReportView }) => {
  const shared = Object.entries(views).filter(([, view]) => view.is_shared);
  return {
    subject: shared.at(-1)?.[1].name ?? 'private view',
    rowCount: 1,
    details: Object.fromEntries(shared),
  };
};

/** Serialises changes of one owner's views, so that their number can be limited. */
const lockOwner = async (db: Writer, ownerId: number): Promise<void> => {
  await db.selectFrom('users').select('id').where('id', '=', ownerId).forNoKeyUpdate().execute();
};

const mustFind = async (db: Writer, actor: Actor, id: number): Promise<ReportView> => {
  const view = await ownView(db, { id, userId: actor.id as number });
  if (!view) throw noView(id);
  return view;
};

/**
 * Saves a view under a name that its owner does not use yet.
 * @throws AppError conflict where the name is taken or the owner has too many views
 */
export const saveView = async (
  db: Writer,
  actor: Actor,
  { name, filters, table, is_shared }: HandlerInput<typeof saveReportView>['body'],
) => {
  const ownerId = actor.id as number;
  await lockOwner(db, ownerId);
  const { count } = await db
    .selectFrom('report_views')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (count >= viewLimits.perOwner) {
    throw new AppError('conflict', say('too-many-views', { count: viewLimits.perOwner }));
  }
  const { id } = await db
    .insertInto('report_views')
    .values({
      owner_id: ownerId,
      name,
      name_key: viewNameKey(name),
      filters: JSON.stringify(filters),
      table_view: json(table),
      is_shared,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const view = await mustFind(db, actor, id);
  await audit(db, actor, {
    action: 'save-report-view',
    ...told({ after: view }),
  });
  return { success: true, ...telling('view-saved', { name }), view };
};

/**
 * Changes the given fields of one of the actor's own views.
 * @throws AppError not-found where it is not theirs; conflict where the new name is taken
 */
export const changeView = async (
  db: Writer,
  actor: Actor,
  { id, name, filters, table, is_shared }: HandlerInput<typeof changeReportView>['body'],
) => {
  await lockOwner(db, actor.id as number);
  const before = await mustFind(db, actor, id);
  await db
    .updateTable('report_views')
    .set({
      ...(name !== undefined && { name, name_key: viewNameKey(name) }),
      ...(filters !== undefined && { filters: JSON.stringify(filters) }),
      ...(table !== undefined && { table_view: json(table) }),
      ...(is_shared !== undefined && { is_shared }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  const view = await mustFind(db, actor, id);
  await audit(db, actor, {
    action: 'change-report-view',
    ...told({ before, after: view }),
  });
  return { success: true, ...telling('view-saved', { name: view.name }), view };
};

/**
 * Deletes one of the actor's own views.
 * @throws AppError not-found where it is not theirs
 */
export const deleteView = async (db: Writer, actor: Actor, { id }: { id: number }) => {
  await lockOwner(db, actor.id as number);
  const before = await mustFind(db, actor, id);
  await db.deleteFrom('report_views').where('id', '=', id).execute();
  await audit(db, actor, {
    action: 'delete-report-view',
    ...told({ before }),
  });
  return { success: true, ...telling('view-deleted', { name: before.name }) };
};

/** Stores the given parts. No audit entry: it happens at every move of a column and concerns one person only. */
export const savePreferences = async (db: Writer, actor: Actor, given: Preferences) => {
  const rows = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({
      user_id: actor.id as number,
      name,
      value: JSON.stringify(value),
    }));
  if (rows.length > 0) {
    await db
      .insertInto('preferences')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'name']).doUpdateSet({
          value: (row) => row.ref('excluded.value'),
          updated_at: sql`now()`,
        }),
      )
      .execute();
  }
  return { success: true, ...telling('view-remembered') };
};
