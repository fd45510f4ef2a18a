import { type Preferences, preferences, type ReportView, reportTableView } from '@survey/contract';
import type { Reader } from '../../database/connection.ts';

const views = (db: Reader) =>
  db
    .selectFrom('report_views')
    .innerJoin('users', 'users.id', 'owner_id')
    .select([
      'report_views.id',
      'report_views.name',
      'filters',
      'table_view',
      'is_shared',
      'owner_id',
      'users.name as owner',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof views>['execute']>>[number];

/** A row as the calls answer it. Table settings saved by an older version may be invalid. */
const answered =
  (userId: number) =>
  ({ owner_id, filters, table_view, ...view }: Row): ReportView => ({
    ...view,
    filters: filters as Record<string, string>,
    table: reportTableView.nullable().catch(null).parse(table_view),
    is_mine: owner_id === userId,
  });

/** The user's views and those that others share, by name. */
export const viewsFor = async (db: Reader, userId: number): Promise<ReportView[]> => {
  const rows = await views(db)
    .where((where) => where.or([where('owner_id', '=', userId), where('is_shared', '=', true)]))
    .orderBy('name_key')
    .orderBy('report_views.id')
    .execute();
  return rows.map(answered(userId));
};

/** One of the user's own views; undefined where it does not exist or is not theirs. */
export const ownView = async (
  db: Reader,
  { id, userId }: { id: number; userId: number },
): Promise<ReportView | undefined> => {
  const row = await views(db)
    .where('report_views.id', '=', id)
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return row && answered(userId)(row);
};

/** The user's preferences; invalid parts are left out. */
export const preferencesOf = async (db: Reader, userId: number): Promise<Preferences> => {
  const rows = await db
    .selectFrom('preferences')
    .select(['name', 'value'])
    .where('user_id', '=', userId)
    .execute();
  const fitting = rows.filter(
    ({ name, value }) =>
      name in preferences.shape &&
      preferences.shape[name as keyof Preferences].safeParse(value).success,
  );
  return Object.fromEntries(fitting.map(({ name, value }) => [name, value]));
};
