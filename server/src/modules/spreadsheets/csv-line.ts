// Lines of small CSV files that are not written by COPY.
import { escapeFormula } from '@survey/contract';

/** A line of RFC 4180. Formulas in text cells are escaped, as in the CSV of reports; numbers stay unchanged. */
export const csvLine = (cells: readonly (string | number)[]): string => {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'number' ? String(cell) : escapeFormula(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\r\n`;
};
