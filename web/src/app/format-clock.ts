import { isEnglish, perLocale } from '../text/locale.ts';
import { onClocksOf } from '../ui/time-zone.ts';

const day = perLocale(
  ({ dates }) =>
    new Intl.DateTimeFormat(dates, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);
/** `Intl.DateTimeFormat` writes the same, but the first one of a page takes longer to construct than the header. */
const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

const englishDay = (now: Date) =>
  `${now.getUTCDate()} ${months[now.getUTCMonth()]} ${now.getUTCFullYear()}`;

const two = (value: number) => String(value).padStart(2, '0');

/** '21 November 2026' and '09:05:03' on the clocks of the zone (spec 2, Shell). */
export const formatClock = (
  instant: Date,
  zone: string | undefined,
): { date: string; time: string } => {
  const now = onClocksOf(zone, instant);
  return {
    date: isEnglish() ? englishDay(now) : day().format(now),
    time: [now.getUTCHours(), now.getUTCMinutes(), now.getUTCSeconds()].map(two).join(':'),
  };
};
