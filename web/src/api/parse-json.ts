// JSON.parse in steps: a list of 200 000 records would freeze the page for a second.
import type { Steps } from './steps.ts';

/** Text up to this length is parsed at once, in characters; about 2 ms. */
const shortText = 256 * 1024;

/** Characters of a list that are parsed in one step. */
const sliceLength = 64 * 1024;

const quote = 34;
const backslash = 92;
const comma = 44;
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];

/** The index of the quote that ends the text which begins at `start`. */
const endOfText = (json: string, start: number): number => {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  throw new SyntaxError('The JSON ends inside a text.');
};

/** A list or object directly below the outermost one, while its parts are parsed. */
class Member {
  readonly key: string;
  readonly content: unknown[] | Record<string, unknown>;
  private from: number;

  constructor(key: string, isList: boolean, from: number) {
    this.key = key;
    this.content = isList ? [] : {};
    this.from = from;
  }

  isLong(at: number): boolean {
    return at - this.from > sliceLength;
  }

  /** Parses what lies before the comma or the end at `at`. */
  take(json: string, at: number): void {
    const part = json.slice(this.from, at);
    this.from = at + 1;
    if (Array.isArray(this.content)) this.content.push(...(JSON.parse(`[${part}]`) as unknown[]));
    else Object.assign(this.content, JSON.parse(`{${part}}`));
  }
}

/**
 * Parses an object whose members are long lists: each list is cut at commas between its items, and the slices are
 * parsed one by one. What is around the lists is parsed as one text, so that its mistakes are noticed too.
 */
function* parseLong(json: string): Steps<unknown> {
  const around: string[] = [];
  const members: Member[] = [];
  let member: Member | undefined;
  let depth = 0;
  let keyAt: [start: number, end: number] = [0, 0];
  let aroundFrom = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      const end = endOfText(json, at);
      if (depth === 1) keyAt = [at, end + 1];
      at = end;
    } else if (code === openList || code === openObject) {
      depth += 1;
      if (depth === 2) {
        const key: unknown = JSON.parse(json.slice(...keyAt));
        around.push(json.slice(aroundFrom, at), 'null');
        member = new Member(String(key), code === openList, at + 1);
        members.push(member);
      }
    } else if (code === closeList || code === closeObject) {
      if (depth === 2 && member) {
        member.take(json, at);
        aroundFrom = at + 1;
        yield;
      }
      depth -= 1;
    } else if (code === comma && depth === 2 && member?.isLong(at)) {
      member.take(json, at);
      yield;
    }
  }
  around.push(json.slice(aroundFrom));
  const whole = JSON.parse(around.join('')) as Record<string, unknown>;
  for (const { key, content } of members) whole[key] = content;
  return whole;
}

/** The value of a JSON text; undefined where it is none. */
export function* parseJson(json: string): Steps<unknown> {
  try {
    const isLong = json.length > shortText && /^\s*\{/.test(json);
    return isLong ? yield* parseLong(json) : (JSON.parse(json) as unknown);
  } catch {
    return undefined;
  }
}
