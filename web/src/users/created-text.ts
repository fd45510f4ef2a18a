import { parseDay, writeDay } from '@survey/contract';
import { formatDay } from '../ui/format.ts';

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;

/**
 * The day on which an account was created. An instant is written in the language of the screen, as the day of the zone; of any other time the
 * day, which stands before the month (spec 7); what cannot be read as it came.
 */
export const createdText = (written: string, zone: string | undefined): string => {
  const time = instant.test(written.trim()) ? Date.parse(written.trim()) : Number.NaN;
  if (!Number.isNaN(time)) return formatDay(new Date(time), zone);
  const day = parseDay(/^[^\sT,]*/.exec(written.trim())?.[0] ?? '');
  return day === undefined ? written : writeDay(day);
};
