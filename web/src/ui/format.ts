// How figures and times are written everywhere.
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const percents = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const kilobyte = 1024;
const megabyte = 1024 * 1024;

/** 1234567.5 to '1,234,567.5'. */
export const formatNumber = (value: number): string => numbers.format(value);

/** Part of a whole as '12.3%'; '0%' of nothing. Never rounded up to 100% while a part is missing. */
export const formatShare = (part: number, whole: number): string => {
  if (whole <= 0) return '0%';
  const share = part / whole;
  return percents.format(part < whole ? Math.min(share, 0.999) : share);
};

/** 1 to '1 pin', 2000 to '2,000 pins'. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** Bytes as KB under 1 MB, otherwise as MB with one decimal (section 2, Status). */
export const formatBytes = (bytes: number): string =>
  bytes < megabyte
    ? `${Math.max(1, Math.round(bytes / kilobyte))} KB`
    : `${(bytes / megabyte).toFixed(1)} MB`;

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
  return step ? relative.format(Math.trunc(seconds / step[1]), step[0]) : 'just now';
};
