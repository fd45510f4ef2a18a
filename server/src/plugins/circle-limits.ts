// The limits of administrators and API keys to some circles (ADR 98). Every call that they may use must narrow its data
// with these functions; callers.ts refuses all other calls.
import { type Call, circleKey, type ReportFilters } from '@survey/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Actor } from '../database/audit.ts';
import type { Reader } from '../database/connection.ts';
import type { Tables } from '../database/tables.ts';
import { say } from '../say.ts';

/** Keys of the circles that a caller may see; undefined: all. Never empty. */
export type Reach = readonly string[] | undefined;

export const reachOf = ({ circles }: Pick<Actor, 'circles'>): Reach => circles?.map(circleKey);

/** Returns a function that says whether the caller may see a circle, given by any spelling or by its key. */
export const reaching = (actor: Pick<Actor, 'circles'>): ((circle: string) => boolean) => {
  const reach = reachOf(actor);
  if (!reach) return () => true;
  const keys = new Set(reach);
  return (circle) => keys.has(circleKey(circle));
};

/** The same condition in SQL, on a column with keys of circles. */
export const isReached = (reach: Reach, column: string): RawBuilder<SqlBool> =>
  reach ? sql<SqlBool>`${sql.ref(column)} = any(${reach}::text[])` : sql<SqlBool>`true`;

/** The same condition in SQL, on a column with ids of circles. */
export const isReachedId = (reach: Reach, column: string): RawBuilder<SqlBool> =>
  reach
    ? sql<SqlBool>`${sql.ref(column)} in (select id from circles where ${isReached(reach, 'key')})`
    : sql<SqlBool>`true`;

/** SQL condition: whether a row of `users` has one of the circles. */
export const hasCircleOf = (reach: Reach): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from circle_assignments
    where user_id = users.id and ${isReachedId(reach, 'circle_id')})`;

/** The filters of reports that stand for a reach. */
export const filtersOf = (reach: Reach): ReportFilters => (reach ? { circle: [...reach] } : {});

/** @throws AppError access-not-allowed where one of the circles is outside the caller's reach */
const refuseForeign = (actor: Actor, circles: readonly string[]): void => {
  const isReachable = reaching(actor);
  const circle = circles.find((one) => !isReachable(one));
  if (circle === undefined) return;
  const refusal = say(actor.key ? 'api-key-circle' : 'limited-circle', { circle });
  throw new AppError('access-not-allowed', refusal);
};

/**
 * Narrows the filters of reports to the caller's reach.
 * @throws AppError access-not-allowed where a filter names a circle outside the reach: leaving it out would give a
 * wrong result without a word
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

/** @throws AppError not-found, so that the answer does not reveal whether a report outside the reach exists */
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
 * Narrows the parsed input of a call as its rule in the call table says; unchanged without limits.
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
