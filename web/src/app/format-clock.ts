import { isEnglish, perLocale } from '../text/locale.ts';

const day = perLocale(
  ({ dates }) => new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'long', year: 'numeric' }),
);
/** `Intl.DateTimeFormat` writes the same, but the first one of a page takes longer to construct than the header. */
const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

const englishDay = (now: Date) => `${now.getDate()} ${months[now.getMonth()]} ${now.getFullYear()}`;

const two = (value: number) => String(value).padStart(2, '0');

/** '21 November 2026' and '09:05:03' in the visitor's time zone (spec 2, Shell). */
export const formatClock = (now: Date): { date: string; time: string } => ({
  date: isEnglish() ? englishDay(now) : day().format(now),
  time: [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(':'),
});
