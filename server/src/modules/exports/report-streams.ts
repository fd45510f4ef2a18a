// Many reports as JSON and CSV, newest first, streamed from the database and never held in memory.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type ReportExtra, reportColumns, reportTextColumns } from '@survey/contract';
import { sql } from 'kysely';
import type { Snapshot } from '../../database/snapshot.ts';
import { signPhoto } from '../../plugins/photo-links.ts';
import { textLines } from '../../plugins/text-lines.ts';
import type { Services } from '../../services.ts';
import { matchingReports, type Selection } from '../reports/report-filters.ts';
import { newestFirst, withExtras, withReportFields } from '../reports/report-rows.queries.ts';
import { csvRows } from './csv-rows.ts';
import { withCsvCells } from './report-csv.queries.ts';
import { wrapped } from './wrapped-stream.ts';

/** The end of a report's line, which holds the name of its photo. Quotes inside texts are escaped. */
const photoAtEnd = /"picture_path":"([^"\n]+)"\}\n/g;

/** What a photo's link is made of: name and link as latin1 text, one character for each byte. */
const signedBytes = (linkKey: Buffer, name: string): string =>
  Buffer.from(signPhoto(linkKey, Buffer.from(name, 'latin1').toString())).toString('latin1');

/** The matching reports of the snapshot as `{"data": [...]}`, each with its photo last. */
export const streamJson = (
  { db, copyOut }: Snapshot,
  { linkKey }: Pick<Services, 'linkKey'>,
  filters: Selection,
  extra: readonly ReportExtra[] = [],
): Readable => {
  const reports = newestFirst(withReportFields(withExtras(matchingReports(db, filters), extra)));
  const rows = db
    .selectFrom(reports.as('report'))
    .select(sql<string>`',' || row_to_json(report)::text`.as('line'));
  // latin1: UTF-8 passes through unchanged, one character for each byte, with half the memory.
  const lines = textLines('latin1');
  let isFirst = true;
  return wrapped(copyOut(rows, 'lines'), {
    before: '{"data":[\n',
    each: (chunk) => {
      const signed = lines(chunk).replace(
        photoAtEnd,
        (_, name: string) => `"picture_path":"${signedBytes(linkKey, name)}"}\n`,
      );
      const begin = isFirst && signed !== '' ? 1 : 0;
      isFirst &&= signed === '';
      return Buffer.from(signed.slice(begin), 'latin1');
    },
    after: ']}',
  });
};

const isText = reportColumns.map((column) => reportTextColumns.some((text) => text === column));

/** The matching reports of the snapshot as the file of spec 9 (R21), with the further columns that are asked for. */
export const streamCsv = (
  { db, copyOut }: Snapshot,
  filters: Selection,
  extra: readonly ReportExtra[] = [],
): Readable => {
  const rows = newestFirst(withCsvCells(matchingReports(db, filters), extra));
  const columns = [...reportColumns, ...extra];
  const mark = randomBytes(8).toString('hex');
  return wrapped(copyOut(rows, { csvWithNull: mark }), {
    before: `\uFEFF${columns.join(',')}\r\n`,
    each: csvRows(mark, isText),
    after: '',
  });
};
