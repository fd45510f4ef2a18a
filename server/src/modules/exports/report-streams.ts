// Many reports as JSON, newest first, streamed from the database and never all in memory.
import type { Readable } from 'node:stream';
import type { ReportExtra } from '@survey/contract';
import { sql } from 'kysely';
import type { Snapshot } from '../../database/snapshot.ts';
import { textLines } from '../../plugins/text-lines.ts';
import { matchingReports, type Selection } from '../reports/report-filters.ts';
import { newestFirst, withExtras, withReportFields } from '../reports/report-rows.queries.ts';
import { wrapped } from '../spreadsheets/wrapped-stream.ts';

/** The end of a report's line, which holds the name of its photo. Quotes inside texts are escaped. */
const photoAtEnd = /"picture_path":"([^"\n]+)"\}\n/g;

/** Makes a function on names work on latin1 texts, in which each character is one byte of UTF-8. */
const inLatin1 =
  (link: (name: string) => string) =>
  (name: string): string =>
    Buffer.from(link(Buffer.from(name, 'latin1').toString())).toString('latin1');

/**
 * The matching reports of the snapshot as `{"data": [...]}`, each with its photo last.
 * @param link the path of a photo by its name
 */
export const streamJson = (
  { db, copyOut }: Snapshot,
  link: (photoName: string) => string,
  filters: Selection,
  extra: readonly ReportExtra[] = [],
): Readable => {
  const reports = newestFirst(withReportFields(withExtras(matchingReports(db, filters), extra)));
  const rows = db
    .selectFrom(reports.as('report'))
    .select(sql<string>`',' || row_to_json(report)::text`.as('line'));
  // latin1: UTF-8 passes through unchanged, one character for each byte, with half the memory.
  const lines = textLines('latin1');
  const linked = inLatin1(link);
  let isFirst = true;
  return wrapped(copyOut(rows, 'lines'), {
    before: '{"data":[\n',
    each: (chunk) => {
      const signed = lines(chunk).replace(
        photoAtEnd,
        (_, name: string) => `"picture_path":"${linked(name)}"}\n`,
      );
      const begin = isFirst && signed !== '' ? 1 : 0;
      isFirst &&= signed === '';
      return Buffer.from(signed.slice(begin), 'latin1');
    },
    after: ']}',
  });
};
