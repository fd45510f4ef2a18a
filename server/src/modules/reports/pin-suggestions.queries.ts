// PINs that are offered while somebody types one. Those that begin with the text stand together in an index;
// where they are too few, those that contain it are looked for: a short text on the newest days that have
// it, which the kept counts know, a longer one by its trigrams.
import { sql } from 'kysely';
import type { Reader } from '../../database/connection.ts';
import { dayCounts } from './kept-counts.queries.ts';
import { nextDay } from './kept-periods.ts';
import { containing, currentReports, likeOperator, startingWith } from './report-filters.ts';

/** Reports looked at, so that a pin with many reports leaves room for others. */
const lookedAt = 500;
/** Days looked through for a short text, each of which has it: so many at most, until they have it so often. */
const daysLookedAt = 10;
const foundEnough = 50;

const pinsThatStart = (db: Reader, text: string) =>
  currentReports(db)
    .select('pin')
    .where(sql<string>`lower(pin)`, 'like', sql<string>`lower(${startingWith(text)})`)
    .orderBy(sql`lower(pin) using ~<~`)
    .limit(lookedAt);

/** The newest days that have a short text; undefined for a longer one. */
const newestDays = async (db: Reader, text: string): Promise<string[] | undefined> => {
  const counts = [...text].length <= 3 ? await dayCounts(db, { pin: [text] }) : undefined;
  let found = 0;
  return counts
    ?.filter(({ n }, at) => {
      const isWanted = at < daysLookedAt && found < foundEnough;
      found += n;
      return isWanted;
    })
    .map(({ period }) => period);
};

const pinsThatContain = async (db: Reader, text: string) => {
  const days = await newestDays(db, text);
  // On some days alone, trigrams of a short text would lead to those of all others too.
  const pin = days ? sql<string>`reports.pin || ''` : 'pin';
  const pins = currentReports(db)
    .select('pin')
    .where(pin, likeOperator(text), containing(text))
    .limit(lookedAt);
  if (!days) return pins;
  return pins.where((where) =>
    where.or(
      days.map((day) =>
        where.and([
          where('capture_time', '>=', sql<Date>`(${day}::date)::timestamptz`),
          where('capture_time', '<', sql<Date>`(${nextDay(day)}::date)::timestamptz`),
        ]),
      ),
    ),
  );
};

/** Different PINs of current reports that contain the text: the text itself, then those that begin with it. */
export const suggestPins = async (db: Reader, text: string, limit: number): Promise<string[]> => {
  const choose = async (pins: ReturnType<typeof pinsThatStart>) => {
    const rows = await db
      .selectFrom(pins.as('pins'))
      .select('pin')
      .groupBy('pin')
      .orderBy(sql`pin = ${text}`, 'desc')
      .orderBy(sql`length(pin)`)
      .orderBy('pin')
      .limit(limit)
      .execute();
    return rows.map(({ pin }) => pin);
  };
  const first = await choose(pinsThatStart(db, text));
  if (first.length === limit) return first;
  const others = await choose(await pinsThatContain(db, text));
  return [...new Set([...first, ...others])].slice(0, limit);
};
