// Reads a status file and answers the status screen.

import { circleKey, limits } from '@survey/contract';
import { jsonBody } from '../spreadsheets/json-body.ts';
import { type AnswerContext, type Answers, serveSheet } from '../spreadsheets/serve-sheet.ts';
import { pinAnswers } from '../spreadsheets/short-pins.ts';
import { type RowReason, writeReasons } from '../spreadsheets/write-reasons.ts';
import { t } from '../text/text.ts';
import { checkStatusSheet } from './check-status-sheet.ts';
import type { Part } from './status-parts.ts';
import { findStatusColumns, type RowError, statusOf, statusRowOf } from './validate-status-rows.ts';

interface CirclePin {
  circle: string;
  pin: string;
}

const pairKey = ({ circle, pin }: CirclePin) => `${circleKey(circle)}\n${pin.trim()}`;

/** One reason for each row: its messages joined, without 'Row N: '. */
const joinedReasons = (errors: readonly RowError[]): RowReason[] => {
  const reasons = new Map<number, string>();
  for (const { index, message } of errors) {
    const reason = message.replace(/^Row \d+: /, '');
    const earlier = reasons.get(index);
    reasons.set(index, earlier ? `${earlier}; ${reason}` : reason);
  }
  return [...reasons].map(([index, reason]) => ({ index, reason }));
};

const unmatched = (index: number): RowReason => ({
  index,
  reason: 'No assigned pin has this Circle and Pin',
});

const answers = {
  ...pinAnswers,
  check: ({ sheet, report }) =>
    checkStatusSheet(sheet, (done) => report({ done, total: sheet.rows.length })).check,
  /** The body of change-status-bulk with some of the rows; for sheets without errors. A preview keeps blanks. */
  body: ({ sheet, report }: AnswerContext, { from, to, keepsBlanks }: Part) => {
    const { indexes } = findStatusColumns(sheet.headers);
    return jsonBody({
      name: 'pins',
      count: to - from,
      writeRow: (index) => {
        const { circle, pin, status } = statusRowOf(sheet.rows[from + index] ?? [], indexes);
        const isKept = keepsBlanks && status === '';
        return JSON.stringify({ circle, pin, status: isKept ? '' : statusOf(status) });
      },
      maxBytes: limits.uploadBodyBytes,
      tooLarge: t('The file is too large for one update. Split it and send the parts.'),
      report,
    });
  },
  /** The rows with errors as a sheet, with a column of reasons. */
  rejected: ({ sheet }) => writeReasons(sheet, joinedReasons(checkStatusSheet(sheet).errors)),
  /** The rows of these pairs as a sheet. */
  unmatchedPairs: ({ sheet }: AnswerContext, pairs: CirclePin[]) => {
    const { indexes } = findStatusColumns(sheet.headers);
    const wanted = new Set(pairs.map(pairKey));
    const found = sheet.rows.flatMap((row, index) =>
      wanted.has(pairKey(statusRowOf(row, indexes))) ? [index] : [],
    );
    return writeReasons(sheet, found.map(unmatched));
  },
  /** The rows at these indexes as a sheet. */
  unmatchedRows: ({ sheet }: AnswerContext, places: number[]) =>
    writeReasons(sheet, places.map(unmatched)),
} satisfies Answers;

/** The questions of the status screen. */
export type PinStatusAnswers = typeof answers;

serveSheet(answers);
