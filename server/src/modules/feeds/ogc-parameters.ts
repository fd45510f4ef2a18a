// Parameters of the items: those of OGC API – Features, and the filters of the report list.
import { type Box, type ReportFilters, reportFilterNames, reportFilters } from '@survey/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError, fieldError } from '../../app-error.ts';
import { say } from '../../say.ts';
import { pageSizes } from './ogc-documents.ts';
import { type Condition, readToken } from './stable-pages.ts';

const own = ['bbox', 'bbox-crs', 'datetime', 'limit', 'token', 'f'];
const wgs84 = /^(http:\/\/www\.opengis\.net\/def\/crs\/OGC\/1\.3\/CRS84h?)?$/;

const unsupported = (what: string) =>
  new AppError('not-supported', say('feed-not-supported', { what }));

const wrong = (name: string) => fieldError({ [name]: [say('number')] });

/** Reads four numbers, or six with heights, which are ignored: reports have none. */
const readBox = (text: string): Box => {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const four = numbers.length === 6 ? [0, 1, 3, 4].map((at) => numbers[at]) : numbers;
  const [minLng, minLat, maxLng, maxLat] = four as [number, number, number, number];
  if (four.length !== 4 || four.some((one) => !Number.isFinite(one))) throw wrong('bbox');
  if (minLng > maxLng) throw unsupported('A bbox across the date line');
  if (minLat > maxLat) throw wrong('bbox');
  const within = (value: number, most: number) => Math.max(-most, Math.min(most, value));
  return {
    minLng: within(minLng, 180),
    minLat: within(minLat, 90),
    maxLng: within(maxLng, 180),
    maxLat: within(maxLat, 90),
  };
};

const instant = z.iso.datetime({ offset: true });

const readInstant = (text: string): string | undefined => {
  if (text === '' || text === '..') return undefined;
  if (z.iso.date().safeParse(text).success) return `${text}T00:00:00Z`;
  if (!instant.safeParse(text).success) throw fieldError({ datetime: [say('feed-datetime')] });
  return new Date(text).toISOString();
};

/** Condition for reports captured at an instant, or in an interval that includes both ends. */
const readDatetime = (text: string): Condition => {
  const parts = text.split('/');
  if (parts.length > 2) throw fieldError({ datetime: [say('feed-datetime')] });
  const [from, to] = [parts[0] ?? '', parts[1] ?? parts[0] ?? ''].map(readInstant);
  return (reports) => {
    let found = reports;
    if (from) found = found.where('reports.capture_time', '>=', sql<Date>`${from}::timestamptz`);
    if (to) found = found.where('reports.capture_time', '<=', sql<Date>`${to}::timestamptz`);
    return found;
  };
};

const readLimit = (text: string | undefined): number => {
  if (text === undefined) return pageSizes.standard;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw wrong('limit');
  // The standard says that a larger limit is not refused but answered with the server's own.
  return Math.min(Number(text), pageSizes.most);
};

export type Query = Readonly<Record<string, string | undefined>>;

/**
 * Reads the parameters of a request for reports.
 * @throws AppError invalid-input, also for unknown parameters, which are never ignored; not-supported
 */
export const readItemsQuery = (query: Query) => {
  const names = Object.keys(query);
  const known = [...own, ...reportFilterNames.filter((name) => name !== 'box')];
  const foreign = names.find((name) => !known.includes(name));
  if (foreign !== undefined) {
    throw fieldError({ [foreign]: [say('feed-parameter', { name: foreign })] });
  }
  if (!wgs84.test(query['bbox-crs'] ?? '')) throw unsupported('bbox-crs');
  const asked = reportFilters.parse(
    Object.fromEntries(
      names.filter((name) => !own.includes(name)).map((name) => [name, query[name]]),
    ),
  );
  const filters: ReportFilters = query.bbox ? { ...asked, box: readBox(query.bbox) } : asked;
  return {
    filters,
    limit: readLimit(query.limit),
    also: query.datetime ? readDatetime(query.datetime) : undefined,
    token:
      query.token === undefined ? undefined : readToken(query.token, { after: z.number().int() }),
  };
};

/** Reads the parameters of a request for pins, which have no filters. */
export const readPinsQuery = (query: Query): { limit: number; after: number } => {
  const foreign = Object.keys(query).find((name) => !['limit', 'token', 'f'].includes(name));
  if (foreign !== undefined) {
    throw fieldError({ [foreign]: [say('feed-parameter', { name: foreign })] });
  }
  const token = query.token ?? '0';
  if (!/^\d{1,15}$/.test(token)) throw fieldError({ token: [say('feed-token')] });
  return { limit: readLimit(query.limit), after: Number(token) };
};
