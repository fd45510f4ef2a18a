// A request's body, written in the worker in chunks: it never enters the page's memory.
import { limits } from '@survey/contract';

/** Rows of a chunk. */
const rowsPerPart = 2000;

interface JsonBody {
  /** The name of the list: `{"name":[…]}`. */
  name: string;
  count: number;
  /** The JSON text of the row at this index. */
  writeRow: (index: number) => string;
  /** Largest body in bytes; `tooLarge` is thrown beyond it. */
  maxBytes: number;
  tooLarge: string;
  /** The message of the error for a row that is too large. */
  tooLargeRow?: (index: number) => string;
  report: (progress: { done: number; total: number }) => void;
}

/** A character has at most three bytes; nearly every row is short. */
const isTooLarge = (row: string): boolean =>
  row.length * 3 > limits.uploadRowBytes && new Blob([row]).size > limits.uploadRowBytes;

/** Writes `{"name":[row,row…]}` as a blob. Throws an Error with `tooLarge` where it gets too large. */
export const jsonBody = ({
  name,
  count,
  writeRow,
  maxBytes,
  tooLarge,
  tooLargeRow = () => tooLarge,
  report,
}: JsonBody): Blob => {
  const parts: Blob[] = [];
  let bytes = 0;
  for (let start = 0; start < count; start += rowsPerPart) {
    const end = Math.min(start + rowsPerPart, count);
    let text = start === 0 ? `{${JSON.stringify(name)}:[` : '';
    for (let index = start; index < end; index += 1) {
      const row = writeRow(index);
      if (isTooLarge(row)) throw new Error(tooLargeRow(index));
      text += (index === 0 ? '' : ',') + row;
    }
    const part = new Blob([text]);
    bytes += part.size;
    if (bytes > maxBytes) throw new Error(tooLarge);
    parts.push(part);
    report({ done: end, total: count });
  }
  return new Blob([...parts, ']}'], { type: 'application/json' });
};
