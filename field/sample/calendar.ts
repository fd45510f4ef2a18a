// When surveyors work: the last sixty days in Pakistan, which keeps UTC+5 all year.
import { dayMs } from '@survey/contract';
import type { Random } from '../random.ts';

const offsetMs = 5 * 3_600_000;

/** Midnight in Pakistan at the beginning of the day `daysAgo` days before `now`. */
export const midnight = (now: Date, daysAgo: number): number =>
  Math.floor((now.getTime() + offsetMs) / dayMs) * dayMs - offsetMs - daysAgo * dayMs;

/** Local hour, 0 to 24 with fractions. */
export const localHour = (at: Date): number => ((at.getTime() + offsetMs) % dayMs) / 3_600_000;

/** As phones write it: ISO 8601 with Pakistan's offset, whole seconds. */
export const writeLocal = (at: Date): string =>
  new Date(at.getTime() + offsetMs).toISOString().replace(/\.\d+Z$/, '+05:00');

/** Sunday first: offices close on Sundays, Fridays are short. */
const weekdayWeights = [0.1, 1, 1, 1, 0.95, 0.45, 0.8];

const weekday = (now: Date, daysAgo: number) =>
  new Date(midnight(now, daysAgo) + offsetMs).getUTCDay();

interface Shift {
  begin: number;
  end: number;
}

/** Working hours of a day as instants, the midday break excluded; cut at `now`. */
const shiftsOf = (now: Date, daysAgo: number): Shift[] => {
  const start = midnight(now, daysAgo);
  const pause = weekday(now, daysAgo) === 5 ? [12.4, 14.7] : [13.1, 14];
  const hours = [
    [8.6, pause[0]],
    [pause[1], 17.4],
  ] as [number, number][];
  return hours
    .map(([from, to]) => ({
      begin: start + from * 3_600_000,
      end: Math.min(start + to * 3_600_000, now.getTime() - 300_000),
    }))
    .filter(({ begin, end }) => end > begin);
};

const drawInstant = (shifts: readonly Shift[], random: Random): number => {
  const total = shifts.reduce((sum, { begin, end }) => sum + end - begin, 0);
  let left = random.next() * total;
  for (const { begin, end } of shifts) {
    if (left < end - begin) return begin + left;
    left -= end - begin;
  }
  return (shifts.at(-1) as Shift).begin;
};

/**
 * `count` instants in working hours between the days `firstDay` and `lastDay` ago, oldest first, more of
 * them on working days. None lies after `now`. Falls back to the day before where `lastDay` has no hour yet.
 */
export const drawVisits = (
  count: number,
  { now, firstDay, lastDay }: { now: Date; firstDay: number; lastDay: number },
  random: Random,
): Date[] => {
  const days: { daysAgo: number; weight: number; shifts: Shift[] }[] = [];
  for (let daysAgo = firstDay; daysAgo >= lastDay; daysAgo -= 1) {
    const isAbsent = random.chance(0.09);
    const pace = random.between(0.55, 1.45) * (isAbsent ? 0 : 1);
    const shifts = shiftsOf(now, daysAgo);
    const hours = shifts.reduce((sum, { begin, end }) => sum + end - begin, 0) / 3_600_000;
    const weight =
      (weekdayWeights[weekday(now, daysAgo)] as number) * pace * Math.min(1, hours / 7);
    if (weight > 0) days.push({ daysAgo, weight, shifts });
  }
  if (days.length === 0) days.push({ daysAgo: 1, weight: 1, shifts: shiftsOf(now, 1) });
  const weights = Object.fromEntries(days.map(({ weight }, at) => [String(at), weight]));
  return Array.from({ length: count }, () => {
    const day = days[Number(random.weighted(weights))] as (typeof days)[number];
    return drawInstant(day.shifts, random);
  })
    .sort((a, b) => a - b)
    .map((at) => new Date(at));
};
