// How many reports each value of a filter has among those that match further filters, from the rollups.
import type { CountedFilter, ReportFilters } from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { haveRollupBorders, type Part, rollupConditions } from './rollup-conditions.ts';
import { spanOf } from './rollup-periods.ts';
import { daysWithin, rollupOf } from './rollups.queries.ts';

type Sql = RawBuilder<unknown>;

const mark = (column: string) => sql`case when ${sql.raw(column)} then 'yes' else 'no' end`;

/** The value of each filter in a row of a rollup, or of the deltas. */
const values: Record<CountedFilter, (part: Part) => Sql> = {
  land: () => sql`land`,
  name: () => sql`user_name`,
  circle: () => sql`circle_key`,
  resubmission: () => sql`coalesce(resubmission::text, 'No')`,
  review: () => sql`review`,
  list: () => sql`case when was_unassigned then 'off' else 'on' end`,
  second: () => mark('is_second'),
  photo: () => mark('has_photo'),
  place: (part) => mark(part === 'rollup' ? 'has_place' : 'cell is not null'),
};

export interface CountedValue {
  value: string;
  count: number;
}

/**
 * The values of a filter under these filters, without its own.
 * @returns undefined where no rollup has all of them as columns
 */
export const valuesUnder = async (
  db: Reader,
  filters: ReportFilters,
  name: CountedFilter,
): Promise<CountedValue[] | undefined> => {
  const others = { ...filters, [name]: undefined };
  const table = rollupOf(others, name);
  if (!table) return undefined;
  const rows = (from: string, column: 'day' | 'month', part: Part) => sql`
    select ${values[name](part)} as value, n from ${sql.table(from)}
    where ${sql.join(
      [...rollupConditions(others, part), ...daysWithin(column, spanOf(others)), sql`true`],
      sql` and `,
    )}`;
  const found = await db
    .selectFrom(
      sql<CountedValue & { land_width: number; covered_width: number }>`(
        select counted.*, land_width, covered_width from rollup_state left join (
          select value, sum(n)::int as count from (
            ${rows(table.name, table.column, 'rollup')}
            union all ${rows('report_deltas', 'day', 'deltas')}
          ) as parts group by value having sum(n) <> 0
        ) as counted on true)`.as('counts'),
    )
    .selectAll()
    .execute();
  const [state] = found;
  if (!state || !haveRollupBorders(others, state)) return undefined;
  return found.filter(({ value }) => value !== null).map(({ value, count }) => ({ value, count }));
};
