// Suggestions while somebody types a PIN, from the rollups and the deltas not applied yet. PINs that begin with the
// text
// are adjacent in an index. Where they are too few, PINs that contain it are searched: by trigrams, or, for a
// text too short for these, on the newest days that have one.
import { nextDay } from '@survey/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { containing, likeOperator } from '../../database/like-pattern.ts';
import { filtersOf, type Reach } from '../../plugins/circle-limits.ts';
import { dayCounts } from '../rollups/rollups.queries.ts';
import { currentReports, matchingReports } from './report-filters.ts';

/** PINs read, of which the best are suggested. */
const lookedAt = 100;
/** For a short text reports are read, and one PIN may have many. */
const reportsLookedAt = 500;
/** Days searched for a short text: at most this many, until enough reports are found. */
const daysLookedAt = 10;
const foundEnough = 50;
/** How many matching reports within a reach are searched for PINs. */
const ownReportsLookedAt = 10_000;
/** Texts of fewer characters have no trigram. */
const shortest = 3;

type Pins = RawBuilder<{ pin: string; n: number; is_start: boolean }>;

/** The greatest code point: a text's prefix range ends with the text followed by this character. */
const lastCharacter = '\u{10ffff}';

/**
 * PINs that begin with the text, and where these are too few those that contain it. Texts come from subqueries, so that
 * one plan serves all of them; "materialized" keeps the planner from scanning all PINs.
 */
const listedPins = (text: string, wanted: number): Pins => {
  const begins = sql`lower(pin) ~>=~ (select lower(${text}))
    and lower(pin) ~<~ (select lower(${text}) || ${lastCharacter}::text)`;
  const contains = sql`pin ${sql.raw(likeOperator(text))} (select ${containing(text)}::text)`;
  const isShort = [...text].length < shortest;
  const others = sql`union all (with found as materialized (select pin, n from rollup_pins where ${contains} and not (${begins})
      and (select count(*) from starts) < ${sql.lit(wanted)})
    select pin, n, false from found limit ${sql.lit(lookedAt)})`;
  return sql`with starts as materialized (select pin, n, true as is_start from rollup_pins
      where ${begins} order by lower(pin) using ~<~ limit ${sql.lit(lookedAt)})
    select pin, n, is_start from starts ${isShort ? sql`` : others}
    union all select pin, n, ${begins} from report_deltas where ${isShort ? begins : contains}`;
};

/** The newest days that have a PIN with a short text. */
const newestDays = async (db: Reader, text: string): Promise<string[]> => {
  const counts = (await dayCounts(db, { pin: [text] })) ?? [];
  let found = 0;
  return counts
    .filter(({ n }, at) => {
      const isWanted = at < daysLookedAt && found < foundEnough;
      found += n;
      return isWanted;
    })
    .map(({ period }) => period);
};

const pinsOfNewestDays = async (db: Reader, text: string): Promise<Pins> => {
  const days = await newestDays(db, text);
  const pins = currentReports(db)
    .select(['pin', sql`1`.as('n'), sql`false`.as('is_start')])
    .where('pin', likeOperator(text), containing(text))
    .where((where) =>
      where.or(
        days.map((day) =>
          where.and([
            where('capture_time', '>=', sql<Date>`(${day}::date)::timestamptz`),
            where('capture_time', '<', sql<Date>`(${nextDay(day)}::date)::timestamptz`),
          ]),
        ),
      ),
    )
    .limit(reportsLookedAt);
  return sql`${pins}`;
};

/** Suggestions within a reach come from the reports: the rollup of PINs has no circles. */
const pinsOfCircles = (db: Reader, text: string, reach: Reach): Pins => {
  const own = matchingReports(db, { ...filtersOf(reach), pin: [text] }, 'rollup')
    .select('reports.pin')
    .limit(ownReportsLookedAt);
  return sql`select pin, 1 as n, starts_with(lower(pin), lower(${text}::text)) as is_start
    from (${own}) as own`;
};

/**
 * Distinct PINs of current reports that contain the text: the text itself first, then those that begin with it.
 * @param reach only PINs of these circles
 */
export const suggestPins = async (
  db: Reader,
  text: string,
  limit: number,
  reach?: Reach,
): Promise<string[]> => {
  const choose = async (pins: Pins) => {
    const rows = await db
      .selectFrom(sql<{ pin: string }>`(${pins})`.as('pins'))
      .select('pin')
      .groupBy('pin')
      .having(sql<number>`sum(n)`, '>', 0)
      .orderBy(sql`pin = ${text}`, 'desc')
      .orderBy(sql`bool_or(is_start)`, 'desc')
      .orderBy(sql`length(pin)`)
      .orderBy('pin')
      .limit(limit)
      .execute();
    return rows.map(({ pin }) => pin);
  };
  if (reach) return choose(pinsOfCircles(db, text, reach));
  const listed = await choose(listedPins(text, limit));
  if (listed.length === limit || [...text].length >= shortest) return listed;
  const others = await choose(await pinsOfNewestDays(db, text));
  return [...new Set([...listed, ...others])].slice(0, limit);
};
