// Two years of working days, and the share of each surveyor's visits by the end of each.
import { addDays } from '@survey/contract';
import { share } from './chance.ts';
import type { Surveyor } from './people.ts';

export const dayCount = 730;

/** Sunday first: offices close on Sundays, Fridays are short. */
const weekdays = [0.03, 1, 1, 1, 0.95, 0.5, 0.75];

/** The days up to and including `until` (YYYY-MM-DD), oldest first. */
export const daysUntil = (until: string): string[] =>
  Array.from({ length: dayCount }, (_, at) => addDays(until, at - (dayCount - 1)));

/** Visits made before each day and before the one after the last: `dayCount + 1` numbers. */
export const visitsBefore = (
  surveyor: Surveyor,
  index: number,
  days: readonly string[],
): Uint32Array => {
  const joined = share(index, 1) < 0.5 ? 0 : Math.floor(share(index, 2) * dayCount * 0.5);
  const left =
    share(index, 3) < 0.8 ? dayCount : Math.floor(dayCount * (0.6 + share(index, 4) * 0.4));
  const weights = days.map((day, at) => {
    if (at < joined || at >= left || share(index + 1000, at) < 0.08) return 0;
    const pace = 0.5 + share(index + 5000, at);
    return (weekdays[new Date(day).getUTCDay()] as number) * pace;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const before = new Uint32Array(dayCount + 1);
  let done = 0;
  for (const [at, weight] of weights.entries()) {
    done += weight;
    before[at + 1] = Math.round((surveyor.visits * done) / total);
  }
  return before;
};

const morning = 8.6 * 3600;
const noon = 13.1 * 3600;
const afternoon = 14 * 3600;
const evening = 17.4 * 3600;

/** The second of the day when a part (0 to 1) of the working hours is over. */
export const secondOfDay = (part: number): number => {
  const worked = part * (noon - morning + evening - afternoon);
  return Math.floor(
    worked < noon - morning ? morning + worked : afternoon + worked - (noon - morning),
  );
};

const two = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

/** Seconds of a day as PostgreSQL reads a time. */
export const clock = (second: number): string =>
  `${two[Math.floor(second / 3600)]}:${two[Math.floor(second / 60) % 60]}:${two[second % 60]}`;
