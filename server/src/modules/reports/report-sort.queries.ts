// Pages of the report list in the order of a column (ADR 91). Without filters an index is walked in that order; a
// filter's few reports are sorted.
import {
  filterNamesSet,
  type ReportFilters,
  type ReportSort,
  readSort,
  type SortColumn,
} from '@survey/contract';
import { sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Reader } from '../../database/connection.ts';
import { countReports } from './report-counts.queries.ts';
import { currentReports, matchingReports } from './report-filters.ts';
import { mayBeUnknown, type Order, reversed, sortIndexes } from './report-orders.ts';
import { chooseSort, sortTooMany } from './report-plans.ts';
import { type ListRow, withListedFields } from './report-rows.queries.ts';

interface Asked {
  sort: ReportSort;
  page: number;
  per_page: number;
}

/** The whole index backwards, so that it bears the descending order too. */
const orderOf = (sort: ReportSort): Order => {
  const { column, isDescending } = readSort(sort);
  return isDescending ? reversed(sortIndexes[column]) : sortIndexes[column];
};

const written = (order: Order) =>
  sql.join(order.map(([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)}`));

interface Part {
  skip: number;
  size: number;
}

/** Ids in the order of an index, all reports or those whose column is (un)known. */
const walkedIds = async (
  db: Reader,
  order: Order,
  { skip, size }: Part,
  known?: { column: SortColumn; isKnown: boolean },
): Promise<number[]> => {
  const all = currentReports(db).select('reports.id');
  const some = known
    ? all.where(known.column as 'land_area', known.isKnown ? 'is not' : 'is', null)
    : all;
  const rows = await some.orderBy(written(order)).limit(size).offset(skip).execute();
  return rows.map(({ id }) => id);
};

/** All reports from their nearer end. */
const walkAll = async (db: Reader, sort: ReportSort, { skip, size }: Part, total: number) => {
  const order = orderOf(sort);
  if (skip <= total / 2) return walkedIds(db, order, { skip, size });
  const left = Math.min(size, total - skip);
  const found = await walkedIds(db, reversed(order), { skip: total - skip - left, size: left });
  return found.reverse();
};

/** Descending, then those whose column is unknown. */
const walkKnownFirst = async (db: Reader, sort: ReportSort, { skip, size }: Part) => {
  const { column } = readSort(sort);
  const found = await walkedIds(db, orderOf(sort), { skip, size }, { column, isKnown: true });
  if (found.length === size) return found;
  const { known } = await currentReports(db)
    .where(column as 'land_area', 'is not', null)
    .select(sql<number>`count(*)`.as('known'))
    .executeTakeFirstOrThrow();
  const rest = { skip: Math.max(0, skip - known), size: size - found.length };
  const unknown = await walkedIds(db, orderOf(sort), rest, { column, isKnown: false });
  return [...found, ...unknown];
};

const walk = (db: Reader, sort: ReportSort, part: Part, total: number): Promise<number[]> => {
  const { column, isDescending } = readSort(sort);
  return isDescending && mayBeUnknown.includes(column)
    ? walkKnownFirst(db, sort, part)
    : walkAll(db, sort, part, total);
};

/** The reports that match, found by the filters' index and sorted. */
const sortMatches = async (
  db: Reader,
  filters: ReportFilters,
  sort: ReportSort,
  { skip, size }: Part,
): Promise<number[]> => {
  const order = orderOf(sort);
  const matching = matchingReports(db, filters, 'rollup').select(
    order.map(([column]) => `reports.${column}` as const),
  );
  const lastUnknown = sql.join(
    order.map(([column, direction]) => sql`${sql.ref(column)} ${sql.raw(direction)} nulls last`),
  );
  const rows = await db
    .selectFrom(
      sql<{ id: number }>`(
        with matching as materialized (${matching})
        select id from matching order by ${lastUnknown} limit ${size} offset ${skip})`.as('page'),
    )
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
};

const rowsOf = async (db: Reader, ids: readonly number[]): Promise<ListRow[]> => {
  const rows: ListRow[] = await withListedFields(
    db.selectFrom('reports').where(sql<boolean>`reports.id = any(${ids}::bigint[])`),
  ).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/**
 * A page in the order of a column, and how many reports match in all.
 * @throws AppError invalid-input where more match than are sorted
 */
export const sortedPage = async (
  db: Reader,
  filters: ReportFilters,
  { sort, page, per_page }: Asked,
): Promise<{ total: number; rows: ListRow[] }> => {
  const total = await countReports(db, filters);
  const part = { skip: (page - 1) * per_page, size: per_page };
  if (part.skip >= total) return { total, rows: [] };
  const plan = chooseSort(filterNamesSet(filters).length > 0, total);
  if (plan === 'refuse') {
    const told = sortTooMany(total);
    throw new AppError('invalid-input', told, { errors: { sort: [told] } });
  }
  const ids =
    plan === 'walk sort'
      ? await walk(db, sort, part, total)
      : await sortMatches(db, filters, sort, part);
  return { total, rows: await rowsOf(db, ids) };
};
