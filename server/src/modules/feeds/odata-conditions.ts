// Turns the tree of a filter into SQL. Names are looked up in the model, so that no text of the request becomes SQL.
import { circleKey } from '@survey/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { fieldError } from '../../app-error.ts';
import { likeOperator } from '../../database/like-pattern.ts';
import { say } from '../../say.ts';
import type { Comparison, Filter, Literal } from './odata-filter.ts';
import { type FilterColumns, filterColumns } from './odata-model.ts';

type Bool = RawBuilder<SqlBool>;

const wrong = (problem: string) =>
  fieldError({ $filter: [say('feed-filter', { at: 1, problem })] });

const columnOf = (columns: FilterColumns, property: string) => {
  const column = Object.hasOwn(columns, property) ? columns[property] : undefined;
  if (!column) throw wrong(`there is no property "${property}"`);
  return { ...column, name: property };
};
type FilterColumn = ReturnType<typeof columnOf>;

const instant = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

const literalOf = ({ name, is }: FilterColumn, value: Literal): RawBuilder<unknown> => {
  const isRight =
    is === 'time'
      ? typeof value === 'string' &&
        instant.safeParse(value.replace(/(T\d\d:\d\d)(?=Z|[+-])/, '$1:00')).success
      : typeof value === (is === 'text' ? 'string' : is);
  if (!isRight) throw wrong(`${name} is compared with something that is no ${is}`);
  if (is === 'time') {
    const text = String(value).length === 10 ? `${String(value)}T00:00:00Z` : String(value);
    return sql`${text}::timestamptz`;
  }
  if (is === 'number') return sql`${String(value)}::double precision`;
  return is === 'boolean' ? sql.lit(value) : sql`${value}::text`;
};

const signs: Record<Comparison, string> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

/** As OData says: null equals null and differs from every value; no comparison with null by order is true. */
const compare = (column: FilterColumn, isLower: boolean, by: Comparison, value: Literal): Bool => {
  const given = sql.raw(isLower ? `lower(${column.sql})` : column.sql);
  if (value === null) {
    if (by === 'eq') return sql`${given} is null`;
    return by === 'ne' ? sql`${given} is not null` : sql`false`;
  }
  if (column.key && (by === 'eq' || by === 'ne') && typeof value === 'string') {
    return sql`${sql.raw(column.key)} ${sql.raw(signs[by])} ${circleKey(value)}::text`;
  }
  const wanted = literalOf(column, value);
  if (by === 'ne') return sql`${given} is distinct from ${wanted}`;
  return sql`coalesce(${given} ${sql.raw(signs[by])} ${wanted}, false)`;
};

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const textMatches = (filter: Filter & { kind: 'text' }, columns: FilterColumns): Bool => {
  const column = columnOf(columns, filter.property);
  if (column.is !== 'text') throw wrong(`${column.name} is no text`);
  const { value, by, isLower } = filter;
  const pattern = {
    contains: `%${escaped(value)}%`,
    startswith: `${escaped(value)}%`,
    endswith: `%${escaped(value)}`,
  }[by];
  // `tolower` asks for a search without regard to case; the trigram index of PINs serves both operators.
  const operator = isLower ? likeOperator(value) : 'like';
  return sql`coalesce(${sql.raw(column.sql)} ${sql.raw(operator)} ${pattern}::text, false)`;
};

/**
 * @param columns of the set that is filtered
 * @throws AppError invalid-input for unknown properties and for values of the wrong type
 */
export const filterCondition = (filter: Filter, columns = filterColumns): Bool => {
  switch (filter.kind) {
    case 'and':
      return sql`(${filterCondition(filter.left, columns)} and ${filterCondition(filter.right, columns)})`;
    case 'or':
      return sql`(${filterCondition(filter.left, columns)} or ${filterCondition(filter.right, columns)})`;
    case 'not':
      return sql`(not ${filterCondition(filter.inner, columns)})`;
    case 'compare':
      return compare(columnOf(columns, filter.property), filter.isLower, filter.by, filter.value);
    case 'in': {
      const column = columnOf(columns, filter.property);
      const each = filter.values.map((value) => compare(column, false, 'eq', value));
      return sql`(${sql.join(each, sql` or `)})`;
    }
    default:
      return textMatches(filter, columns);
  }
};
