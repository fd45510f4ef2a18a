// The rows of a CSV as COPY writes them, made into RFC 4180. What the database would do cell by cell is done
// here on many rows at once: a third of the export's time went there.
import { escapeFormula } from '@survey/contract';

/** Wide forms of = + - @ as the bytes of UTF-8, a character for each. */
const wide = '\\xef\\xbc[\\x8b\\x8d\\x9d\\xa0]';
/** Where contract's `escapeFormula` may have something to do; it decides itself. */
const suspicious = new RegExp(
  `(?:^|,)(?:[" ]|\\xc2\\xa0)*(?:[=+@\\t\\r\\n-]|${wide})|[;\\t\\r\\n]"*(?:[=+@-]|${wide})`,
);
/** Cells of a row: quoted ones may hold commas, line breaks and doubled quotes. */
const cell = /(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))(?=,|$)/g;

/** Contract's `escapeFormula` for the text cells of one row; numbers may well begin with a minus. */
const escapeFormulas = (row: string, isText: readonly boolean[]): string => {
  let at = -1;
  return row.replace(cell, (whole, quoted: string | undefined, plain: string | undefined) => {
    at += 1;
    if (!isText[at]) return whole;
    const bytes = quoted?.replaceAll('""', '"') ?? plain ?? '';
    const text = Buffer.from(bytes, 'latin1').toString();
    const harmless = escapeFormula(text);
    if (harmless === text) return whole;
    const written = Buffer.from(harmless).toString('latin1');
    return quoted === undefined ? written : `"${written.replaceAll('"', '""')}"`;
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
    if (suspicious.test(rows)) {
      rows = rows
        .split(rowEnd)
        .map((row) => (suspicious.test(row) ? escapeFormulas(row, isText) : row))
        .join(rowEnd);
    }
    return Buffer.from(rows.replaceAll(rowEnd, '\r\n').replaceAll(`,${mark}`, ','), 'latin1');
  };
};
