import { perLocale } from '../text/locale.ts';

export interface Day {
  /** `YYYY-MM-DD` in the operation's time zone. */
  day: string;
  reports: number;
}

export interface DayFigures {
  total: number;
  /** Reports per day, over all days shown. */
  average: number;
  /** Undefined where no day has a report. */
  best: Day | undefined;
}

/** The figures beside the chart of reports per day. */
export const dayFigures = (days: readonly Day[]): DayFigures => {
  const total = days.reduce((sum, { reports }) => sum + reports, 0);
  const best = days.reduce<Day | undefined>(
    (top, day) => (day.reports > (top?.reports ?? 0) ? day : top),
    undefined,
  );
  return { total, average: days.length === 0 ? 0 : total / days.length, best };
};

const dayName = perLocale(
  ({ dates }) =>
    new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

/** `2026-11-21` to '21 Nov'. */
export const shortDay = (isoDay: string): string => {
  const date = new Date(`${isoDay}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? isoDay : dayName().format(date);
};
