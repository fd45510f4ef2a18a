// The audit trail as a CSV file, streamed from the database and never held in memory.
import type { Readable } from 'node:stream';
import type { ActivityFilters } from '@survey/contract';
import type { Snapshot } from '../../database/snapshot.ts';
import { csvLineEnds } from '../exports/csv-line-ends.ts';
import { wrapped } from '../exports/wrapped-stream.ts';
import { activityCsvRows } from './activity.queries.ts';

const header = ['Time', 'Who', 'Address', 'What', 'Subject', 'Rows', 'Details', 'Entry', 'Undoes'];

/** The matching entries of the snapshot, newest first. */
export const streamActivityCsv = (
  { db, copyOut }: Snapshot,
  filters: ActivityFilters,
): Readable => {
  const rows = copyOut(activityCsvRows(db, filters), 'csv');
  return wrapped(rows, {
    before: `\uFEFF${header.join(',')}\r\n`,
    each: csvLineEnds(),
    after: '',
  });
};
