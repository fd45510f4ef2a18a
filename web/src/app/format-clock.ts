import { perLocale } from '../text/locale.ts';

const day = perLocale(
  ({ dates }) => new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'long', year: 'numeric' }),
);
const two = (value: number) => String(value).padStart(2, '0');

/** '21 November 2026' and '09:05:03' in the visitor's time zone (section 2, Shell). */
export const formatClock = (now: Date): { date: string; time: string } => ({
  date: day().format(now),
  time: [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':'),
});
