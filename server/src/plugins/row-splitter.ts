// Finds where the rows of a list in a JSON body begin and end, byte by byte, without making values.
// Whether what is between the borders is JSON at all is for JSON.parse to say.

/** Rows in one piece of JSON text, with commas between them. */
export interface RowsText {
  text: string;
  /** Only a list that has no comma may be empty. */
  mayBeEmpty: boolean;
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The body is an object, its list stands in it, rows stand in the list. */
const depthOfMembers = 1;
const depthOfRows = 2;

/** How far back the name of a list can begin: spaces included. */
const nameReach = 300;

/** Takes a body slice by slice and gives the rows that are whole. */
export class RowSplitter {
  readonly #listBegins: RegExp;
  #held: Buffer[] = [];
  #place: 'before' | 'rows' | 'after' = 'before';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hadComma = false;

  /** The body without its rows, as bytes: they are not ours and only kept to see that the body is whole. */
  envelope = '';
  /** Bytes of the row that is not whole yet. */
  heldBytes = 0;

  /** @param list name of the member that is the list */
  constructor(list: string) {
    this.#listBegins = new RegExp(`[{,]\\s*"${list}"\\s*:\\s*\\[$`);
  }

  /** Takes the next bytes of the body. */
  push(bytes: Buffer): RowsText[] {
    const found: RowsText[] = [];
    let from = 0;
    let lastComma = -1;
    let [depth, isInString, isEscaped] = [this.#depth, this.#isInString, this.#isEscaped];
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
      } else if (byte === quote) {
        isInString = true;
      } else if (byte === comma) {
        if (depth === depthOfRows && this.#place === 'rows') lastComma = at;
      } else if (byte === openBracket || byte === openBrace) {
        if (byte === openBracket && depth === depthOfMembers && this.#place === 'before') {
          this.#keepEnvelope(bytes.subarray(from, at + 1));
          from = at + 1;
          if (this.#listBegins.test(this.envelope.slice(-nameReach))) this.#place = 'rows';
        }
        depth += 1;
      } else if (byte === closeBracket || byte === closeBrace) {
        if (depth === depthOfRows && this.#place === 'rows') {
          this.#hold(bytes.subarray(from, at));
          found.push(this.#take());
          from = at;
          lastComma = -1;
          this.#place = 'after';
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
    if (this.#place === 'rows') this.#hold(rest);
    else this.#keepEnvelope(rest);
    [this.#depth, this.#isInString, this.#isEscaped] = [depth, isInString, isEscaped];
    return found;
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    this.heldBytes += bytes.length;
  }

  #take(): RowsText {
    const text = Buffer.concat(this.#held, this.heldBytes).toString();
    this.#held = [];
    this.heldBytes = 0;
    return { text, mayBeEmpty: !this.#hadComma };
  }

  #keepEnvelope(bytes: Buffer): void {
    // A slice may end inside a character, and only the structure matters.
    this.envelope += bytes.toString('latin1');
  }
}
