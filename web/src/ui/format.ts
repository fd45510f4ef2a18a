// Formats of figures and times, in the language of the screen.
import { perLocale } from '../text/locale.ts';
import { t } from '../text/text.ts';
import { onClocksOf } from './time-zone.ts';

const numbers = perLocale(
  ({ figures }) => new Intl.NumberFormat(figures, { maximumFractionDigits: 2 }),
);
const percents = perLocale(
  ({ figures }) => new Intl.NumberFormat(figures, { style: 'percent', maximumFractionDigits: 1 }),
);
const relative = perLocale(
  ({ figures }) => new Intl.RelativeTimeFormat(figures, { numeric: 'auto' }),
);
const days = perLocale(({ dates }) => new Intl.DateTimeFormat(dates, { timeZone: 'UTC' }));
const instants = perLocale(
  ({ dates }) =>
    new Intl.DateTimeFormat(dates, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);

const kilobyte = 1024;
const megabyte = 1024 * 1024;

/** Figures with at most two decimals: only separators are added. */
const plain = /^(\d+)(\.\d\d?)?$/;
const thousands = /\B(?=(\d{3})+$)/g;

/**
 * 1234567.5 to '1,234,567.5', in both languages. `Intl.NumberFormat` writes the same, but constructing the first one
 * of a page takes longer than rendering its table.
 */
export const formatNumber = (value: number): string => {
  const [, whole, decimals = ''] = plain.exec(String(value)) ?? [];
  return whole === undefined ? numbers().format(value) : whole.replace(thousands, ',') + decimals;
};

/** Part of a whole as '12.3%'; '0%' where the whole is 0. Less than the whole is never rounded up to 100%. */
export const formatShare = (part: number, whole: number): string => {
  if (whole <= 0) return percents().format(0);
  const share = part / whole;
  return percents().format(part < whole ? Math.min(share, 0.999) : share);
};

/** Bytes as KB under 1 MB, otherwise as MB with one decimal (spec 2, Status). */
export const formatBytes = (bytes: number): string =>
  bytes < megabyte
    ? t('{size} KB', { size: String(bytes === 0 ? 0 : Math.max(1, Math.round(bytes / kilobyte))) })
    : t('{size} MB', { size: (bytes / megabyte).toFixed(1) });

/** An instant as the day in figures, '21/11/2026', on the clocks of the zone. */
export const formatDay = (instant: Date, zone: string | undefined): string =>
  days().format(onClocksOf(zone, instant));

/** An instant as day and time, '21 Nov 2026, 09:05', on the clocks of the zone. */
export const formatInstant = (instant: Date, zone: string | undefined): string =>
  instants().format(onClocksOf(zone, instant));

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** An instant as '5 minutes ago'; 'just now' under a minute. */
export const formatAgo = (instant: Date, now = new Date()): string => {
  const seconds = (instant.getTime() - now.getTime()) / 1000;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? relative().format(Math.trunc(seconds / step[1]), step[0]) : t('just now');
};
