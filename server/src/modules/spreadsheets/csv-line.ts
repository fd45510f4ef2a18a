// A line of a small CSV that is written here and not by COPY.
import { escapeFormula } from '@survey/contract';

/** RFC 4180 with formulas escaped in cells of text, as in the report's own CSV; numbers and empty cells unchanged. */
export const csvLine = (cells: readonly (string | number)[]): string => {
  const quoted = cells.map((cell) => {
    const text = typeof cell === 'number' ? String(cell) : escapeFormula(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${quoted.join(',')}\r\n`;
};
