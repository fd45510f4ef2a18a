// PINs that lost their leading zeros: a spreadsheet takes 0001234 for the number 1234. Runs in the workers.
import { circleKey, unitColumnOf, withLeadingZeros } from '@survey/contract';
import type { AnswerContext, Answers } from './serve-sheet.ts';
import type { Sheet } from './sheet.ts';

/** How many digits the PINs of the operation have; plain data, since it crosses to a worker. */
export interface PinWidths {
  circles: readonly { circle: string; width: number }[];
  /** For circles that are not among them. */
  width: number | null;
}

export interface ShortPins {
  count: number;
  /** Some of them, as they are and as they would be. */
  first: { circle: string; pin: string; repaired: string }[];
}

const named = 5;

type Table = Pick<Sheet, 'headers' | 'rows'>;

const eachShortPin = (
  { headers, rows }: Table,
  { circles, width }: PinWidths,
  visit: (row: string[], at: number, repaired: string, circle: string) => void,
): void => {
  const circleAt = headers.findIndex((header) => unitColumnOf(header) === 'Circle');
  const pinAt = headers.findIndex((header) => unitColumnOf(header) === 'Pin');
  if (pinAt < 0) return;
  const widths = new Map(circles.map((one) => [circleKey(one.circle), one.width]));
  for (const row of rows) {
    const circle = row[circleAt] ?? '';
    const most = widths.get(circleKey(circle)) ?? width;
    const repaired = most === null ? undefined : withLeadingZeros(row[pinAt] ?? '', most);
    if (repaired !== undefined) visit(row, pinAt, repaired, circle);
  }
};

/** The PINs that lack leading zeros. */
export const findShortPins = (sheet: Table, widths: PinWidths): ShortPins => {
  const found: ShortPins = { count: 0, first: [] };
  eachShortPin(sheet, widths, (row, at, repaired, circle) => {
    found.count += 1;
    if (found.first.length < named) found.first.push({ circle, pin: row[at] ?? '', repaired });
  });
  return found;
};

/** Puts the zeros back, in the rows themselves. */
export const repairShortPins = (sheet: Table, widths: PinWidths): void =>
  eachShortPin(sheet, widths, (row, at, repaired) => {
    row[at] = repaired;
  });

/** What every worker with PINs answers of them. */
export const pinAnswers = {
  /** Whether some PIN is a number that could have lost zeros; if not, nobody needs to ask for the widths. */
  hasNumbers: ({ sheet }: AnswerContext): boolean => {
    const at = sheet.headers.findIndex((header) => unitColumnOf(header) === 'Pin');
    return at >= 0 && sheet.rows.some((row) => /^[1-9]\d*$|^0$/.test(row[at] ?? ''));
  },
  shortPins: ({ sheet }: AnswerContext, widths: PinWidths) => findShortPins(sheet, widths),
  repairPins: ({ sheet }: AnswerContext, widths: PinWidths) => repairShortPins(sheet, widths),
} satisfies Answers;
