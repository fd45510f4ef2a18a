// PINs that are offered while somebody types one, from those that are kept and those that have just come.
// Those that begin with the text stand together in an index; where they are too few, those that contain it
// are looked for: by trigrams, or on the newest days that have a text too short for these.
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { nextDay } from '../rollups/rollup-periods.ts';
import { dayCounts } from '../rollups/rollups.queries.ts';
import { containing, currentReports, likeOperator } from './report-filters.ts';

/** Pins looked at, of which the best are offered. */
const lookedAt = 100;
/** Of a short text reports are looked at: one pin may have many. */
const reportsLookedAt = 500;
/** Days looked through for a short text, each of which has it: so many at most, until they have it so often. */
const daysLookedAt = 10;
const foundEnough = 50;
/** Texts of fewer characters have no trigram. */
const shortest = 3;

type Pins = RawBuilder<{ pin: string; n: number; is_start: boolean }>;

/** The last character of all: what lies between a text and the text with this behind it begins with the text. */
const lastCharacter = '\u{10ffff}';

/**
 * Those that begin with the text, and where these are fewer than wanted those that contain it. Texts come from
 * subqueries, so that one plan is made for all of them; "materialized" keeps it from walking through all pins.
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

/** The newest days that have a short text. */
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

/** Different PINs of current reports that contain the text: the text itself, then those that begin with it. */
export const suggestPins = async (db: Reader, text: string, limit: number): Promise<string[]> => {
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
  const listed = await choose(listedPins(text, limit));
  if (listed.length === limit || [...text].length >= shortest) return listed;
  const others = await choose(await pinsOfNewestDays(db, text));
  return [...new Set([...listed, ...others])].slice(0, limit);
};
