// Splits rows, as COPY writes them, into cells. It works on bytes, so that an XLSX of many rows needs no string for
// each cell (ADR 108).

const comma = 44;
const lineFeed = 10;
const quote = 34;

/** The cells of one row. */
export interface Row {
  /** Text of a cell in latin1: one character for each byte of UTF-8. Empty where the cell is null. */
  text(at: number): string;
  /** Whether a cell is null or an empty text. */
  isEmpty(at: number): boolean;
}

/**
 * Reads one row after another from chunks, wherever the chunks are cut. Null cells are a mark, and the last cell of
 * each row is always null.
 */
export class CsvReader implements Row {
  /** The buffer to which the offsets refer. */
  bytes: Buffer = Buffer.alloc(0);
  /** Offsets of each cell of the row, without its quotes. */
  readonly begins: number[] = [];
  readonly ends: number[] = [];
  /** Number of cells of the row, without the last. */
  count = 0;
  readonly #hasDoubledQuotes: boolean[] = [];
  readonly #mark: Buffer;
  #text = '';
  #next = 0;

  /** @param mark random letters and digits, so that no text contains them */
  constructor(mark: string) {
    this.#mark = Buffer.from(mark);
  }

  /** Adds the next chunk. Call it only after `next` returned false. */
  push(chunk: Buffer): void {
    const begun = this.bytes.subarray(this.#next);
    this.bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
    // latin1, because every character that is searched for is ASCII.
    this.#text = this.bytes.toString('latin1');
    this.#next = 0;
  }

  /** Moves to the next row; false where no complete row is left. */
  next(): boolean {
    let at = this.#next;
    for (let cell = 0; at < this.bytes.length; cell += 1) {
      const isQuoted = this.bytes[at] === quote;
      const begin = isQuoted ? at + 1 : at;
      const end = isQuoted ? this.#quoteEnd(begin, cell) : this.#plainEnd(begin);
      const after = isQuoted ? end + 1 : end;
      if (after >= this.bytes.length) return false;
      if (!isQuoted) this.#hasDoubledQuotes[cell] = false;
      this.begins[cell] = begin;
      this.ends[cell] = !isQuoted && this.#isMark(begin, end) ? begin : end;
      at = after + 1;
      if (this.bytes[after] === lineFeed) {
        this.count = cell;
        this.#next = at;
        return true;
      }
    }
    return false;
  }

  isEmpty(at: number): boolean {
    return this.begins[at] === this.ends[at];
  }

  /** Whether quotes within a cell are doubled in its bytes. */
  hasDoubledQuotes(at: number): boolean {
    return this.#hasDoubledQuotes[at] === true;
  }

  text(at: number): string {
    const text = this.#text.slice(this.begins[at], this.ends[at]);
    return this.#hasDoubledQuotes[at] ? text.replaceAll('""', '"') : text;
  }

  #plainEnd(begin: number): number {
    const { bytes } = this;
    let end = begin;
    while (end < bytes.length && bytes[end] !== comma && bytes[end] !== lineFeed) end += 1;
    return end;
  }

  #quoteEnd(begin: number, cell: number): number {
    const { bytes } = this;
    this.#hasDoubledQuotes[cell] = false;
    let end = begin;
    while (end < bytes.length) {
      if (bytes[end] !== quote) end += 1;
      else if (bytes[end + 1] === quote) {
        this.#hasDoubledQuotes[cell] = true;
        end += 2;
      } else return end;
    }
    return end;
  }

  #isMark(begin: number, end: number): boolean {
    const mark = this.#mark;
    if (end - begin !== mark.length) return false;
    for (let at = 0; at < mark.length; at += 1) {
      if (this.bytes[begin + at] !== mark[at]) return false;
    }
    return true;
  }
}

/**
 * Returns a function that takes chunks and returns the cells of complete rows, without the last cell.
 * @param mark see `CsvReader`
 */
export const csvCells = (mark: string): ((chunk: Buffer) => string[][]) => {
  const reader = new CsvReader(mark);
  return (chunk) => {
    const rows: string[][] = [];
    reader.push(chunk);
    while (reader.next()) {
      const cells: string[] = [];
      for (let at = 0; at < reader.count; at += 1) cells.push(reader.text(at));
      rows.push(cells);
    }
    return rows;
  };
};
