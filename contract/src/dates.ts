// Dates as the operation writes them: DD/MM/YYYY, and DD/MM/YYYY HH:mm:ss for instants (R16).
import { z } from 'zod';
import { fieldMessages } from './field-messages.ts';

const dayFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const yearFirst = /^(\d{4})-(\d{2})-(\d{2})$/;

const isRealDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    year >= 1900 &&
    // The day after it must have four digits too.
    year <= 9998 &&
    date.getUTCFullYear() === year &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  );
};

/** `DD/MM/YYYY` or `YYYY-MM-DD` to `YYYY-MM-DD`; undefined where there is no such day. */
export const parseDay = (written: string): string | undefined => {
  const value = written.trim();
  const [, day, month, year] = dayFirst.exec(value) ?? [];
  const [, isoYear, isoMonth, isoDay] = yearFirst.exec(value) ?? [];
  const parts = [year ?? isoYear, month ?? isoMonth, day ?? isoDay].map(Number);
  const [y = Number.NaN, m = Number.NaN, d = Number.NaN] = parts;
  if (!isRealDay(y, m, d)) return undefined;
  return `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
};

/** `YYYY-MM-DD` to `DD/MM/YYYY`, the form of the `date` filter in spec 7. */
export const writeDay = (isoDay: string): string => isoDay.split('-').reverse().join('/');

/** A day, accepted in both forms, given as `YYYY-MM-DD`. */
export const day = z.string().transform((value, context) => {
  const parsed = parseDay(value);
  if (parsed) return parsed;
  context.addIssue({ code: 'custom', message: fieldMessages.day });
  return z.NEVER;
});
