// THE PREDICATE of who is limited to some circles (ADR 98): an administrator, or a program with an API key. Every call
// that answers them narrows by it; the others are refused in callers.ts.
import { type Call, circleKey, type ReportFilters } from '@survey/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Actor } from '../database/audit.ts';
import type { Reader } from '../database/connection.ts';
import type { Tables } from '../database/tables.ts';
import { say } from '../say.ts';

/** Keys of the circles that somebody reaches; undefined: all. Never empty. */
export type Reach = readonly string[] | undefined;

export const reachOf = ({ circles }: Pick<Actor, 'circles'>): Reach => circles?.map(circleKey);

/** Whether somebody reaches a circle, given by any spelling or by its key: a function for many, their own keys made once. */
export const reaching = (actor: Pick<Actor, 'circles'>): ((circle: string) => boolean) => {
  const reach = reachOf(actor);
  if (!reach) return () => true;
  const keys = new Set(reach);
  return (circle) => keys.has(circleKey(circle));
};

/** The same in SQL; `column` holds keys of circles. */
export const isReached = (reach: Reach, column: string): RawBuilder<SqlBool> =>
  reach ? sql<SqlBool>`${sql.ref(column)} = any(${reach}::text[])` : sql<SqlBool>`true`;

/** The same of ids of circles. */
export const isReachedId = (reach: Reach, column: string): RawBuilder<SqlBool> =>
  reach
    ? sql<SqlBool>`${sql.ref(column)} in (select id from circles where ${isReached(reach, 'key')})`
    : sql<SqlBool>`true`;

/** Whether a row of `users` has one of the circles. */
export const hasCircleOf = (reach: Reach): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from circle_assignments
    where user_id = users.id and ${isReachedId(reach, 'circle_id')})`;

/** Filters of reports of the circles that somebody reaches. */
export const filtersOf = (reach: Reach): ReportFilters => (reach ? { circle: [...reach] } : {});

/** @throws AppError access-not-allowed where a circle is named that they do not reach */
const refuseForeign = (actor: Actor, circles: readonly string[]): void => {
  const isReachable = reaching(actor);
  const circle = circles.find((one) => !isReachable(one));
  if (circle === undefined) return;
  const refusal = say(actor.key ? 'api-key-circle' : 'limited-circle', { circle });
  throw new AppError('access-not-allowed', refusal);
};

/**
 * Filters of reports as far as somebody reaches.
 * @throws AppError access-not-allowed where a circle is asked for by name that they do not reach: nothing is left out
 *   silently
 */
export const withinReach = <Filters extends ReportFilters>(
  actor: Actor,
  filters: Filters,
): Filters => {
  const { circles } = actor;
  if (!circles) return filters;
  const asked = filters.circle?.length ? filters.circle : undefined;
  refuseForeign(actor, asked ?? []);
  return { ...filters, circle: asked ?? [...circles] };
};

/** @throws AppError not-found: of reports elsewhere they are not told that they exist */
const refuseForeignReport = async (db: Reader, actor: Actor, id: number): Promise<void> => {
  const report = await db
    .selectFrom('reports')
    .select('circle_key')
    .where('id', '=', id)
    .executeTakeFirst();
  if (report && !reaching(actor)(report.circle_key)) {
    throw new AppError('not-found', say('no-report', { id }));
  }
};

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * The parsed input of a call, narrowed as its rule says; unchanged for who reaches all circles.
 * @throws AppError access-not-allowed, not-found
 */
export const narrowed = async (
  { circles: rule }: Call,
  actor: Actor,
  db: Kysely<Tables>,
  input: Input,
): Promise<Input> => {
  if (!actor.circles) return input;
  if (rule === 'circle') {
    const { circle } = (input.query ?? input.body) as { circle: string };
    refuseForeign(actor, [circle]);
  }
  if (rule === 'report') {
    await refuseForeignReport(db, actor, (input.params as { id: number }).id);
  }
  if (rule !== 'filters') return input;
  const body = input.body as { filters: ReportFilters } | undefined;
  return body
    ? { ...input, body: { ...body, filters: withinReach(actor, body.filters) } }
    : { ...input, query: withinReach(actor, input.query as ReportFilters) };
};
