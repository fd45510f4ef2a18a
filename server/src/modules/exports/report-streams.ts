// Many reports as JSON and CSV, newest first, streamed from the database and never held in memory.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type ReportExtra, reportColumns, reportTextColumns } from '@survey/contract';
import { sql } from 'kysely';
import { copyOut } from '../../database/copy-out.ts';
import { signPhoto } from '../../plugins/photo-links.ts';
import type { Services } from '../../services.ts';
import { matchingReports, type Selection } from '../reports/report-filters.ts';
import { newestFirst, withListedFields, withReportFields } from '../reports/report-rows.queries.ts';
import { csvRows } from './csv-rows.ts';
import { withCsvCells } from './report-csv.queries.ts';
import { textLines } from './text-lines.ts';
import { wrapped } from './wrapped-stream.ts';

type Source = Pick<Services, 'database' | 'linkKey'>;

/** The end of a report's line, which holds the name of its photo. Quotes inside texts are escaped. */
const photoAtEnd = /"picture_path":"([^"\n]+)"\}\n/g;

/** What a photo's link is made of: name and link as latin1 text, one character for each byte. */
const signedBytes = (linkKey: Buffer, name: string): string =>
  Buffer.from(signPhoto(linkKey, Buffer.from(name, 'latin1').toString())).toString('latin1');

/**
 * The matching reports as `{"data": [...]}`, each with its photo as the last field.
 * @throws where no database connection is free
 */
export const streamJson = async (
  { database, linkKey }: Source,
  filters: Selection,
  extra?: ReportExtra,
): Promise<Readable> => {
  const withFields = extra ? withListedFields : withReportFields;
  const reports = newestFirst(withFields(matchingReports(database.db, filters)));
  const rows = database.db
    .selectFrom(reports.as('report'))
    .select(sql<string>`',' || row_to_json(report)::text`.as('line'));
  // latin1: UTF-8 passes through unchanged, one character for each byte, with half the memory.
  const lines = textLines('latin1');
  let isFirst = true;
  return wrapped(await copyOut(database, rows, 'lines'), {
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

/**
 * The matching reports as the file of spec 9 (R21), with optional columns at the end.
 * @throws where no database connection is free
 */
export const streamCsv = async (
  { database }: Pick<Source, 'database'>,
  filters: Selection,
  extra?: ReportExtra,
): Promise<Readable> => {
  const rows = newestFirst(withCsvCells(matchingReports(database.db, filters), extra));
  const columns = extra ? [...reportColumns, extra] : reportColumns;
  const mark = randomBytes(8).toString('hex');
  return wrapped(await copyOut(database, rows, { csvWithNull: mark }), {
    before: `\uFEFF${columns.join(',')}\r\n`,
    each: csvRows(mark, isText),
    after: '',
  });
};
