import {
  type ActivityEntry,
  type ActivityFilters,
  activityActions,
  activityPageSize,
  phoneActions,
  undoDays,
} from '@survey/contract';
import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Actor } from '../../database/audit.ts';
import type { Reader } from '../../database/connection.ts';
import { containing } from '../../database/like-pattern.ts';
import type { Tables } from '../../database/tables.ts';
import { say } from '../../say.ts';
import type { Column } from '../spreadsheets/table.ts';

type Entries = ExpressionBuilder<Tables, 'audit_entries'>;

type Viewer = Pick<Actor, 'id' | 'username' | 'circles'>;

/**
 * Condition on the entries that a viewer may see and undo. A limited administrator sees only their own entries since
 * the limits were set: earlier ones may be about circles that they no longer reach.
 */
export const isVisible = ({ id, username, circles }: Viewer) =>
  circles
    ? sql<SqlBool>`audit_entries.actor = ${username} and audit_entries.actor_id = ${id}
        and audit_entries.id > (select max(limiting.id) from audit_entries as limiting
          where limiting.action = 'limit-administrator'
            and limiting.details ->> 'user_id' = ${String(id)})`
    : sql<SqlBool>`true`;

const officeOnly = sql<SqlBool>`action <> 'submit-report'`;

/**
 * Every filter once. Conditions on `submit-report` are literals in the SQL, because a partial index excludes that
 * action.
 */
const matching =
  ({ source, actor, action, from, to, text }: ActivityFilters) =>
  ({ eb, and }: Entries) => {
    const phones: readonly string[] = phoneActions;
    return and([
      ...(source === 'office' ? [officeOnly, eb('action', 'not in', phones)] : []),
      ...(source === 'phones' ? [eb('action', 'in', phones)] : []),
      ...(action && action !== 'submit-report' ? [officeOnly] : []),
      ...(action ? [eb('action', '=', action)] : []),
      ...(actor ? [eb('actor', '=', actor)] : []),
      ...(from ? [sql<SqlBool>`at >= ${from}::date`] : []),
      ...(to ? [sql<SqlBool>`at < ${to}::date + 1`] : []),
      ...(text ? [eb('subject', 'ilike', containing(text))] : []),
    ]);
  };

const undoState = sql<ActivityEntry['undo']>`case
  when exists (select from audit_entries as undoing where undoing.undoes = audit_entries.id)
    then 'undone'
  when not is_undoable then 'none'
  when at < now() - make_interval(days => ${undoDays}) then 'expired'
  else 'possible' end`;

const columns = [
  'id',
  'at',
  'actor',
  'address',
  'action',
  'subject',
  'row_count as rows',
  undoState.as('undo'),
] as const;

/** A page of entries, newest first, and the id below which the next page begins. */
export const activityPage = async (
  db: Reader,
  viewer: Viewer,
  filters: ActivityFilters,
  before?: number,
) => {
  const found = await db
    .selectFrom('audit_entries')
    .select(columns)
    .where(matching(filters))
    .where(isVisible(viewer))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(at, id) < (select at, id from audit_entries where id = ${before ?? 0})`,
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(activityPageSize + 1)
    .execute();
  const entries = found
    .slice(0, activityPageSize)
    .map((entry) => ({ ...entry, at: entry.at.toISOString() }));
  const hasMore = found.length > activityPageSize;
  return { entries, next: hasMore ? (entries.at(-1)?.id ?? null) : null };
};

/** Every actor in the trail, by name. Steps from name to name over the index (loose index scan). */
export const allActors = async (db: Kysely<Tables>): Promise<string[]> => {
  const { rows } = await sql<{ actor: string }>`
    with recursive step as (
      (select actor from audit_entries order by actor limit 1)
      union all
      select (select actor from audit_entries where actor > step.actor order by actor limit 1)
      from step where step.actor is not null
    )
    select actor from step where actor <> ''`.execute(db);
  return rows.map(({ actor }) => actor);
};

/** One entry with its details. @throws AppError not-found */
export const activityEntryOf = async (db: Reader, viewer: Viewer, id: number) => {
  const entry = await db
    .selectFrom('audit_entries')
    .select(columns)
    .select(['request_id', 'details', 'undoes'])
    .select(({ selectFrom }) =>
      selectFrom('audit_entries as undoing')
        .select('undoing.id')
        .whereRef('undoing.undoes', '=', 'audit_entries.id')
        .as('undone_by'),
    )
    .where('id', '=', id)
    .where(isVisible(viewer))
    .executeTakeFirst();
  if (!entry) throw new AppError('not-found', say('no-entry', { id }));
  return { ...entry, at: entry.at.toISOString() };
};

/** SQL for the label of an action, for the exported file. */
const label = sql<string>`coalesce(${JSON.stringify(activityActions)}::json ->> action, action)`;

/** Columns of the exported file. */
export const activityTable: readonly Column[] = [
  { name: 'Time', kind: 'time' },
  { name: 'Who', kind: 'text' },
  { name: 'Address', kind: 'text' },
  { name: 'What', kind: 'text' },
  { name: 'Subject', kind: 'text' },
  { name: 'Rows', kind: 'number' },
  { name: 'Details', kind: 'text' },
  { name: 'Entry', kind: 'number' },
  { name: 'Undoes', kind: 'number' },
];

/** All matching entries with the columns of `activityTable`, newest first. */
export const activityRows = (db: Reader, viewer: Viewer, filters: ActivityFilters) =>
  db
    .selectFrom('audit_entries')
    .select([
      sql`date_trunc('second', audit_entries.at::timestamp)`.as('time'),
      'actor',
      'address',
      label.as('what'),
      'subject',
      'row_count',
      sql<string>`details::text`.as('written_details'),
      'id',
      'undoes',
      sql<null>`null::text`.as('end_of_row'),
    ])
    .where(matching(filters))
    .where(isVisible(viewer))
    .orderBy('audit_entries.at', 'desc')
    .orderBy('audit_entries.id', 'desc');
