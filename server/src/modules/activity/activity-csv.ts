// The audit trail as a CSV file, streamed from the database and never held in memory.
import type { Readable } from 'node:stream';
import type { ActivityFilters } from '@survey/contract';
import { copyOut } from '../../database/copy-out.ts';
import type { Services } from '../../services.ts';
import { csvLineEnds } from '../exports/csv-line-ends.ts';
import { wrapped } from '../exports/wrapped-stream.ts';
import { activityCsvRows } from './activity.queries.ts';

const header = ['Time', 'Who', 'Address', 'What', 'Subject', 'Rows', 'Details', 'Entry', 'Undoes'];

/**
 * The matching entries, newest first.
 * @throws where no database connection is free
 */
export const streamActivityCsv = async (
  { database }: Pick<Services, 'database'>,
  filters: ActivityFilters,
): Promise<Readable> => {
  const rows = await copyOut(database, activityCsvRows(database.db, filters), 'csv');
  return wrapped(rows, {
    before: `\uFEFF${header.join(',')}\r\n`,
    each: csvLineEnds(),
    after: '',
  });
};
