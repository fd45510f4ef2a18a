// Splits spans of days into whole months and single days: rollups by month have a thirtieth of the rows.
import { monthOf, nextDay, nextMonth, type ReportFilters } from '@survey/contract';

/** Days as YYYY-MM-DD from `from` to before `until`; undefined where unbounded. */
export interface DaySpan {
  from?: string | undefined;
  until?: string | undefined;
}

/** Whole months, and the single days beside them. */
export interface Periods {
  months?: DaySpan;
  days: DaySpan[];
}

const latest = (days: (string | undefined)[]) =>
  days
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
const earliest = (days: (string | undefined)[]) =>
  days.filter((day) => day !== undefined).sort()[0];

/** The days that the filters of dates allow; none where `from` is not before `until`. */
export const spanOf = ({ date, date_from, date_to }: ReportFilters): DaySpan => {
  const until = earliest([date, date_to]);
  return { from: latest([date, date_from]), until: until && nextDay(until) };
};

/** The intersection of two spans. */
export const inBoth = (one: DaySpan, other: DaySpan): DaySpan => ({
  from: latest([one.from, other.from]),
  until: earliest([one.until, other.until]),
});

/** Splits days into whole months and the days before and after them. */
export const periodsOf = ({ from, until }: DaySpan): Periods => {
  const first = from && (from === monthOf(from) ? from : nextMonth(from));
  const end = until && monthOf(until);
  if (first && end && first >= end) return { days: [{ from, until }] };
  return {
    months: { from: first, until: end },
    days: [
      ...(first !== from ? [{ from, until: first }] : []),
      ...(end !== until ? [{ from: end, until }] : []),
    ],
  };
};
