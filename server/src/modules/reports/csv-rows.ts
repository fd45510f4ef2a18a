// The rows of a CSV as COPY writes them, made into RFC 4180. What the database would do cell by cell is done
// here on many rows at once: a third of the export's time went there.
import { formulaStarts } from '@survey/contract';

const beginsFormula = new RegExp(
  `,"?[${formulaStarts.map((start) => `\\u{${start.charCodeAt(0).toString(16)}}`).join('')}]`,
  'u',
);
/** Cells of a row: quoted ones may hold commas, line breaks and doubled quotes. */
const cell = /(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))(?=,|$)/g;

/** Contract's `harmlessCell` for the text cells of one row; numbers may well begin with a minus. */
const harmlessRow = (row: string, isText: readonly boolean[]): string => {
  let at = -1;
  return row.replace(cell, (whole, quoted: string | undefined, plain: string | undefined) => {
    at += 1;
    const text = quoted ?? plain ?? '';
    if (!isText[at] || !formulaStarts.some((start) => text.startsWith(start))) return whole;
    return quoted === undefined ? `'${text}` : `"'${text}"`;
  });
};

/**
 * Takes chunks of rows whose cells are `mark` where they are null and whose last cell always is; answers whole
 * rows with CRLF, null cells empty, formulas in text cells made harmless, and without the last cell.
 * @param mark letters and digits that nobody can guess, so that no text holds them
 * @param isText for each column
 */
export const csvRows = (mark: string, isText: readonly boolean[]): ((chunk: Buffer) => Buffer) => {
  const rowEnd = `,${mark}\n`;
  let begun = '';
  return (chunk) => {
    // A character for each byte: UTF-8 passes through untouched, and everything looked for is ASCII.
    const text = begun + chunk.toString('latin1');
    const end = text.lastIndexOf(rowEnd) + rowEnd.length;
    if (end < rowEnd.length) {
      begun = text;
      return Buffer.alloc(0);
    }
    begun = text.slice(end);
    let rows = text.slice(0, end);
    if (beginsFormula.test(rows)) {
      rows = rows
        .split(rowEnd)
        .map((row) => (beginsFormula.test(row) ? harmlessRow(row, isText) : row))
        .join(rowEnd);
    }
    return Buffer.from(rows.replaceAll(rowEnd, '\r\n').replaceAll(`,${mark}`, ','), 'latin1');
  };
};
