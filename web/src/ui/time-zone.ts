// The operation's time zone, in which everything is shown: reports, activity, users and the clock agree (R16).
import { addDays, utcDay } from '@survey/contract';
import { useCapabilities } from '../api/capabilities.ts';

const minuteMs = 60_000;
const parts = new Map<string, Intl.DateTimeFormat>();

const partsIn = (zone: string): Intl.DateTimeFormat => {
  let format = parts.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    parts.set(zone, format);
  }
  return format;
};

/** Minutes that the clocks of a zone are ahead of UTC at an instant; undefined where the browser does not know it. */
const minutesAhead = (zone: string, at: Date): number | undefined => {
  // Spares most servers the first formatter of the page.
  if (zone === 'UTC') return 0;
  try {
    const of = Object.fromEntries(
      partsIn(zone)
        .formatToParts(at)
        .map(({ type, value }) => [type, Number(value)]),
    ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>;
    const shown = Date.UTC(of.year, of.month - 1, of.day, of.hour, of.minute);
    return Math.round((shown - at.getTime()) / minuteMs);
  } catch {
    return undefined;
  }
};

const browserAhead = (at: Date): number => -at.getTimezoneOffset();

/** The instant moved so that its UTC parts are the day and time on the clocks of the zone; the browser's without one. */
export const onClocksOf = (zone: string | undefined, at: Date): Date => {
  const ahead = zone === undefined ? undefined : minutesAhead(zone, at);
  return new Date(at.getTime() + (ahead ?? browserAhead(at)) * minuteMs);
};

/** Whether the clocks of the zone differ from the browser's at an instant. */
export const differsFromBrowser = (zone: string, at: Date): boolean => {
  const ahead = minutesAhead(zone, at);
  return ahead !== undefined && ahead !== browserAhead(at);
};

/** Today in the zone, `YYYY-MM-DD`. */
export const todayIn = (zone: string | undefined, now = new Date()): string =>
  utcDay(onClocksOf(zone, now).getTime());

/** The day a number of days before today in the zone. */
export const daysAgoIn = (zone: string | undefined, days: number, now = new Date()): string =>
  addDays(todayIn(zone, now), -days);

/** The operation's time zone; undefined on a backend that does not say it: then the browser's counts. */
export const useTimeZone = (): string | undefined => useCapabilities().time_zone;
