// The query options of a request (OData 4.01, URL Conventions 5). An option that is not supported is refused, never
// ignored.
import { type ReportFilters, reportFilterNames, reportFilters } from '@survey/contract';
import { z } from 'zod';
import { AppError, fieldError } from '../../app-error.ts';
import { say } from '../../say.ts';
import { filterCondition } from './odata-conditions.ts';
import { parseFilter } from './odata-filter.ts';
import { propertyNames, unitColumns, unitFilterColumns } from './odata-model.ts';
import { findOrder, newestFirst, type Order } from './page-orders.ts';
import { type Condition, decodeToken, readToken } from './stable-pages.ts';

/** Rows of a page; a client follows the next links. `Prefer: odata.maxpagesize` asks for fewer. */
export const odataLimits = { page: 5000, skip: 100_000, top: 1_000_000_000 } as const;

const known = [
  '$select',
  '$filter',
  '$orderby',
  '$top',
  '$skip',
  '$count',
  '$skiptoken',
  '$deltatoken',
  '$format',
];

export type Query = Readonly<Record<string, string | undefined>>;

const unsupported = (what: string) =>
  new AppError('not-supported', say('feed-not-supported', { what }));

const whole = (query: Query, name: '$top' | '$skip', most: number): number | undefined => {
  const text = query[name];
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw fieldError({ [name]: [say('number')] });
  if (Number(text) > most) throw unsupported(`${name} above ${most}`);
  return Number(text);
};

const readSelect = (
  { $select: text }: Query,
  properties: readonly string[],
): readonly string[] | undefined => {
  if (text === undefined || text.trim() === '' || text.trim() === '*') return undefined;
  const names = text.split(',').map((name) => name.trim());
  const foreign = names.find((name) => !properties.includes(name));
  if (foreign !== undefined) {
    throw fieldError({ $select: [say('feed-parameter', { name: foreign })] });
  }
  return names;
};

const readOrder = (text: string | undefined): Order => {
  if (text === undefined || text.trim() === '') return newestFirst;
  const refused = (why: string) => unsupported(`$orderby ${text.slice(0, 100)} (${why})`);
  const items = text.split(',').map((item) => {
    const [, name, direction] = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/.exec(item) ?? [];
    if (name === undefined) throw refused('only names of properties, with asc or desc');
    return { name, isDescending: direction === 'desc' };
  });
  // Other orders have no index: a page far from the beginning would sort all reports.
  const order = findOrder(items);
  if (typeof order === 'string') throw refused(order);
  return order;
};

const skipToken = { after: z.number().int(), left: z.number().int().nullable() };
const deltaToken = { since: z.literal(true) };

/** @throws AppError not-supported for unknown options, and for formats other than JSON */
const refuseUnknown = (query: Query, names: readonly string[]): void => {
  const foreign = Object.keys(query).find((name) => name.startsWith('$') && !names.includes(name));
  if (foreign !== undefined) throw unsupported(foreign);
  if (!/^(json|application\/json(;.*)?)$/i.test(query.$format ?? 'json')) {
    throw unsupported(`$format ${query.$format}`);
  }
};

const readCount = ({ $count }: Query): boolean => {
  if ($count !== undefined && !['true', 'false'].includes($count)) {
    throw fieldError({ $count: [say('true-or-false')] });
  }
  return $count === 'true';
};

/**
 * Reads the options of a request for one entity.
 * @returns the selected properties
 * @throws AppError invalid-input, not-supported
 */
export const readEntityQuery = (query: Query, properties: readonly string[]) => {
  refuseUnknown(query, ['$select', '$format']);
  return readSelect(query, properties);
};

const unitToken = z.object({ after: z.number().int(), left: z.number().int().nullable() });

/**
 * Reads the options of a request for units, which are ordered by id.
 * @throws AppError invalid-input, not-supported
 */
export const readUnitsQuery = (query: Query, withOwners: boolean) => {
  refuseUnknown(
    query,
    known.filter((name) => name !== '$deltatoken'),
  );
  const wrong = Object.keys(query).find((name) => !name.startsWith('$'));
  if (wrong !== undefined) throw fieldError({ [wrong]: [say('feed-parameter', { name: wrong })] });
  if (!/^\s*(id(\s+asc)?)?\s*$/.test(query.$orderby ?? '')) {
    throw unsupported(`$orderby ${query.$orderby?.slice(0, 100)} (units come by id)`);
  }
  return {
    condition: query.$filter?.trim()
      ? filterCondition(parseFilter(query.$filter), unitFilterColumns)
      : undefined,
    select: readSelect(
      query,
      unitColumns(withOwners).map(({ name }) => name),
    ),
    top: whole(query, '$top', odataLimits.top),
    skip: whole(query, '$skip', odataLimits.skip) ?? 0,
    isCounted: readCount(query),
    token: query.$skiptoken === undefined ? undefined : decodeToken(query.$skiptoken, unitToken),
  };
};

export type UnitsQuery = ReturnType<typeof readUnitsQuery>;

/**
 * Reads the options of a request for reports.
 * @throws AppError invalid-input, not-supported
 */
export const readODataQuery = (query: Query) => {
  refuseUnknown(query, known);
  const filterNames = Object.keys(query).filter((name) => !name.startsWith('$'));
  const wrong = filterNames.find((name) => !reportFilterNames.some((one) => one === name));
  if (wrong !== undefined) throw fieldError({ [wrong]: [say('feed-parameter', { name: wrong })] });
  const filters: ReportFilters = reportFilters.parse(
    Object.fromEntries(filterNames.map((name) => [name, query[name]])),
  );
  const condition = query.$filter?.trim() ? filterCondition(parseFilter(query.$filter)) : undefined;
  const also: Condition | undefined = condition && ((reports) => reports.where(condition));
  return {
    filters,
    also,
    select: readSelect(query, propertyNames),
    order: readOrder(query.$orderby),
    top: whole(query, '$top', odataLimits.top),
    skip: whole(query, '$skip', odataLimits.skip) ?? 0,
    isCounted: readCount(query),
    token: query.$skiptoken === undefined ? undefined : readToken(query.$skiptoken, skipToken),
    changesSince:
      query.$deltatoken === undefined ? undefined : readToken(query.$deltatoken, deltaToken),
  };
};

export type ODataQuery = ReturnType<typeof readODataQuery>;
