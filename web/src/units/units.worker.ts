// Reads a parcel list and answers the upload screen.

import { limits } from '@survey/contract';
import { jsonBody } from '../spreadsheets/json-body.ts';
import { type Answers, serveSheet } from '../spreadsheets/serve-sheet.ts';
import { pinAnswers } from '../spreadsheets/short-pins.ts';
import { writeReasons } from '../spreadsheets/write-reasons.ts';
import { t } from '../text/text.ts';
import { questionableRows, summarizeUnits } from './summarize-units.ts';
import { recordWriter } from './write-record.ts';

const answers = {
  ...pinAnswers,
  summary: ({ sheet }) => summarizeUnits(sheet),
  /** Rows to show, with their numbers in the file. */
  rows: ({ sheet }, { start, count }: { start: number; count: number }) =>
    sheet.rows.slice(start, start + count).map((cells, at) => ({
      number: sheet.rowNumbers[start + at] ?? 0,
      cells,
    })),
  /** The body of store-records. */
  body: ({ sheet, report }) => {
    const columns = sheet.headers.length;
    const most = limits.uploadColumns;
    if (columns > most) {
      throw new Error(
        t('The sheet has {columns} columns and one upload takes at most {most}.', {
          columns,
          most,
        }),
      );
    }
    const writeRecord = recordWriter(sheet.headers);
    return jsonBody({
      name: 'records',
      count: sheet.rows.length,
      writeRow: (index) => writeRecord(sheet.rows[index] ?? []),
      maxBytes: limits.uploadBodyBytes,
      tooLarge: t('The sheet is too large for one upload. Split it and upload the parts.'),
      tooLargeRow: (index) =>
        t('Row {row} is larger than the {most} kB that one row may have.', {
          row: sheet.rowNumbers[index] ?? index + 2,
          most: limits.uploadRowBytes / 1024,
        }),
      report,
    });
  },
  questionable: ({ sheet }) => writeReasons(sheet, questionableRows(sheet)),
} satisfies Answers;

/** The questions of the upload screen. */
export type UnitsAnswers = typeof answers;

serveSheet(answers);
