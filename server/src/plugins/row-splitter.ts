// Finds the borders of the rows of a list in a JSON body, byte by byte, without parsing values, and refuses abnormal
// rows
// before they are parsed. Every byte is read once (ADR 39). JSON.parse decides later whether the text between the
// borders is JSON.

import { limits } from '@survey/contract';
import { AppError, fieldError } from '../app-error.ts';
import { say } from '../say.ts';
import { decodeText } from './body-text.ts';
import { sheetRow } from './refused-rows.ts';

/** Rows in one piece of JSON text, with commas between them. */
export interface RowsText {
  text: string;
  /** Only a list without commas may be empty. */
  mayBeEmpty: boolean;
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The body is an object, its list stands in it, rows stand in the list, columns in a row. */
const depthOfMembers = 1;
const depthOfRows = 2;
const depthOfColumns = 3;
const depthInRows = depthOfRows + limits.uploadRowDepth;

/** Longest distance back to the beginning of the list's name, spaces included. */
const nameReach = 300;

/** Takes a body slice by slice and gives the rows that are whole. */
export class RowSplitter {
  readonly #list: string;
  readonly #listBegins: RegExp;
  readonly #envelope = Buffer.alloc(limits.uploadEnvelopeBytes);
  #envelopeBytes = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #place: 'before' | 'rows' | 'after' = 'before';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hadComma = false;
  /** The incomplete row: its position in the list, its bytes in earlier slices, and its commas. */
  #row = 0;
  #rowBytes = 0;
  #columnCommas = 0;

  /** @param list name of the member that is the list */
  constructor(list: string) {
    this.#list = list;
    this.#listBegins = new RegExp(`[{,]\\s*"${list}"\\s*:\\s*\\[$`);
  }

  /** The body without its rows, as bytes, kept only to check that the body is complete. */
  get envelope(): string {
    return this.#envelopeFrom(0);
  }

  /**
   * Takes the next bytes of the body.
   * @throws AppError too-large (a row), invalid-input (a row's depth or columns, what stands beside the list)
   */
  push(bytes: Buffer): RowsText[] {
    const found: RowsText[] = [];
    let from = 0;
    let rowFrom = 0;
    let lastComma = -1;
    // Locals, because this loop is most of the cost of a row.
    let [depth, isInString, isEscaped] = [this.#depth, this.#isInString, this.#isEscaped];
    let [isInRows, columnCommas] = [this.#place === 'rows', this.#columnCommas];
    let mostDepth = isInRows ? depthInRows : limits.bodyDepth;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
      } else if (byte === quote) {
        isInString = true;
      } else if (byte === comma) {
        if (!isInRows) continue;
        if (depth === depthOfColumns) {
          columnCommas += 1;
          if (columnCommas === limits.uploadColumns) throw this.#tooWide();
        } else if (depth === depthOfRows) {
          this.#endRow(at - rowFrom);
          columnCommas = 0;
          rowFrom = at + 1;
          lastComma = at;
        }
      } else if (byte === openBracket || byte === openBrace) {
        if (byte === openBracket && depth === depthOfMembers && this.#place === 'before') {
          this.#keepEnvelope(bytes.subarray(from, at + 1));
          from = at + 1;
          rowFrom = from;
          if (this.#listBegins.test(this.#envelopeFrom(this.#envelopeBytes - nameReach))) {
            this.#place = 'rows';
            isInRows = true;
            mostDepth = depthInRows;
          }
        }
        depth += 1;
        if (depth > mostDepth) throw isInRows ? this.#tooDeep() : this.#wrongEnvelope();
      } else if (byte === closeBracket || byte === closeBrace) {
        if (depth === depthOfRows && isInRows) {
          this.#endRow(at - rowFrom);
          this.#hold(bytes.subarray(from, at));
          found.push(this.#take());
          from = at;
          lastComma = -1;
          this.#place = 'after';
          isInRows = false;
          mostDepth = limits.bodyDepth;
        }
        depth -= 1;
      }
    }
    if (lastComma >= 0) {
      this.#hold(bytes.subarray(from, lastComma));
      this.#hadComma = true;
      found.push(this.#take());
      from = lastComma + 1;
    }
    const rest = bytes.subarray(from);
    if (isInRows) {
      this.#addToRow(bytes.length - rowFrom);
      this.#hold(rest);
    } else this.#keepEnvelope(rest);
    [this.#depth, this.#isInString, this.#isEscaped] = [depth, isInString, isEscaped];
    this.#columnCommas = columnCommas;
    return found;
  }

  #refuseRow(id: 'row-wide' | 'row-deep', most: number): AppError {
    const message = say(id, { row: sheetRow(this.#row), most });
    return new AppError('invalid-input', message, {
      errors: { [`${this.#list}.${this.#row}`]: [message] },
    });
  }

  #tooWide(): AppError {
    return this.#refuseRow('row-wide', limits.uploadColumns);
  }

  #tooDeep(): AppError {
    return this.#refuseRow('row-deep', limits.uploadRowDepth);
  }

  #addToRow(bytes: number): void {
    this.#rowBytes += bytes;
    if (this.#rowBytes <= limits.uploadRowBytes) return;
    throw new AppError(
      'too-large',
      say('row-large', { row: sheetRow(this.#row), most: limits.uploadRowBytes / 1024 }),
    );
  }

  #endRow(bytes: number): void {
    this.#addToRow(bytes);
    this.#row += 1;
    this.#rowBytes = 0;
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  #take(): RowsText {
    const text = decodeText(Buffer.concat(this.#held, this.#heldBytes));
    this.#held = [];
    this.#heldBytes = 0;
    return { text, mayBeEmpty: !this.#hadComma };
  }

  #keepEnvelope(bytes: Buffer): void {
    if (this.#envelopeBytes + bytes.length > this.#envelope.length) throw this.#wrongEnvelope();
    this.#envelopeBytes += bytes.copy(this.#envelope, this.#envelopeBytes);
  }

  #envelopeFrom(start: number): string {
    // A slice may end inside a character; only the structure matters here.
    return this.#envelope.toString('latin1', Math.max(start, 0), this.#envelopeBytes);
  }

  #wrongEnvelope(): AppError {
    const most = { size: limits.uploadEnvelopeBytes / 1024, levels: limits.bodyDepth };
    return fieldError({ [this.#list]: [say('upload-list-place', most)] });
  }
}
