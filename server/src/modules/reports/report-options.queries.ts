// What the filters of reports offer (R20), from the rollups of values.
import {
  type AreaName,
  compareNames,
  type ReportOptions,
  resubmissionLabels,
  reviewStates,
} from '@survey/contract';
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { isReached, type Reach } from '../../plugins/circle-limits.ts';
import { type ValueCount, valueCounts } from '../rollups/rollups.queries.ts';
import { cachedAnswer, countsVersion } from '../rollups/versioned-cache.ts';
import { reviewState } from './report-rows.queries.ts';

/** Counts of values that can be filtered by; an empty value cannot. */
const optionsOf = (rows: readonly { value: string; count: number }[]) =>
  rows
    .filter(({ value }) => value !== '')
    .sort((one, other) => compareNames(one.value, other.value));

/** Counts of one kind, summed by value. */
const countsOf = (counts: readonly ValueCount[], kind: ValueCount['kind']) => {
  const added = new Map<string, number>();
  for (const { value, n } of counts.filter((count) => count.kind === kind)) {
    added.set(value, (added.get(value) ?? 0) + n);
  }
  return [...added].map(([value, count]) => ({ value, count }));
};

/** A circle may be spelt in several ways; one spelling stands for all. */
const circleOptions = (counts: readonly ValueCount[]) => {
  const spelt = new Map<string, string>();
  for (const { value, detail } of counts.filter(({ kind }) => kind === 'circle')) {
    const known = spelt.get(value);
    if (known === undefined || detail > known) spelt.set(value, detail);
  }
  return countsOf(counts, 'circle').map(({ value, count }) => ({
    value: spelt.get(value) ?? value,
    count,
  }));
};

const countOf = (counts: readonly ValueCount[], kind: ValueCount['kind'], value: string): number =>
  countsOf(counts, kind).find((one) => one.value === value)?.count ?? 0;

const resubmissionOptions = (counts: readonly ValueCount[]) =>
  resubmissionLabels.map((value) => ({ value, count: countOf(counts, 'resubmission', value) }));

const nameOptions = (counts: readonly ValueCount[]) =>
  countsOf(
    counts.map((count) => ({ ...count, value: count.detail })),
    'surveyor',
  );

/** The name in the newest report of each user. */
const newestNames = async (db: Reader, usernames: readonly string[], reach: Reach) => {
  if (usernames.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom(
      sql<{ username: string }>`unnest(${usernames}::text[])`.as<'users'>(sql`users(username)`),
    )
    .select('users.username')
    .select((where) =>
      where
        .selectFrom('reports')
        .select('user_name')
        .whereRef('reports.username', '=', 'users.username')
        .where('replaced_by', 'is', null)
        .where(isReached(reach, 'reports.circle_key'))
        .orderBy('capture_time', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .as('name'),
    )
    .execute();
  return new Map(rows.map(({ username, name }) => [username, name ?? '']));
};

/** Surveyors with the name in their newest report: users are renamed, reports are not. */
const surveyorOptions = async (db: Reader, counts: readonly ValueCount[], reach: Reach) => {
  const names = new Map<string, string[]>();
  for (const { value, detail } of counts.filter(({ kind }) => kind === 'surveyor')) {
    names.set(value, [...(names.get(value) ?? []), detail]);
  }
  const renamed = [...names].filter(([, all]) => all.length > 1).map(([username]) => username);
  const newest = await newestNames(db, renamed, reach);
  return countsOf(counts, 'surveyor')
    .map(({ value: username, count }) => ({
      username,
      name: newest.get(username) ?? names.get(username)?.[0] ?? '',
      count,
    }))
    .sort((one, other) => compareNames(one.username, other.username));
};

/**
 * The largest areas. Within a reach the reports of its circles are read first (OFFSET 0): the index of areas would be
 * read past all reports of other circles.
 */
const largestAreas = (db: Reader, reach: Reach) =>
  db
    .selectFrom(
      sql<Record<AreaName, number>>`(select land_area, covered_area from reports
        where replaced_by is null and ${isReached(reach, 'circle_key')}
        ${reach ? sql`offset 0` : sql``})`.as('areas'),
    )
    .select(({ fn }) => [
      fn.max('areas.land_area').as('land'),
      fn.max('areas.covered_area').as('covered'),
    ])
    .executeTakeFirstOrThrow();

/** All values of the reports within a reach, counted in one pass. */
const valuesOf = (db: Reader, reach: Reach): Promise<ValueCount[]> =>
  db
    .selectFrom(
      sql<ValueCount>`(select facet.kind, facet.value, facet.detail, count(*)::int as n
        from reports cross join lateral (values
          ('surveyor', username, user_name), ('circle', circle_key, circle), ('land', land, ''),
          ('resubmission', coalesce(resubmission::text, 'No'), ''),
          ('floors', coalesce(floors_num::text, ''), ''),
          ('review', ${reviewState}, '')) as facet(kind, value, detail)
        where replaced_by is null and ${isReached(reach, 'circle_key')}
        group by 1, 2, 3)`.as('counts'),
    )
    .selectAll()
    .execute();

/** The options of the filters (R20), of all reports or of those within a reach. */
export const reportOptions = async (db: Reader, reach?: Reach): Promise<ReportOptions> => {
  const counts = reach ? await valuesOf(db, reach) : await valueCounts(db);
  const largest = await largestAreas(db, reach);
  return {
    land: optionsOf(countsOf(counts, 'land')),
    name: optionsOf(nameOptions(counts)),
    circle: optionsOf(circleOptions(counts)),
    resubmission: resubmissionOptions(counts),
    floors: optionsOf(countsOf(counts, 'floors')),
    review: reviewStates.map((value) => ({ value, count: countOf(counts, 'review', value) })),
    users: await surveyorOptions(db, counts, reach),
    largest_land_area: largest.land ?? 0,
    largest_covered_area: largest.covered ?? 0,
  };
};

/** The same as JSON, written anew only where the counts have changed. */
export const writtenOptions = cachedAnswer(countsVersion, async (db) =>
  JSON.stringify({ options: await reportOptions(db) }),
);
