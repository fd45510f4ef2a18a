// `$filter` of OData 4.01 (URL Conventions, 5.1.1): our own parser, with limits of length, depth and terms. What is not
// supported is refused with its name or position and never ignored: a feed that ignores half a filter returns wrong
// rows.
import { AppError, fieldError } from '../../app-error.ts';
import { say } from '../../say.ts';

export const filterLimits = { length: 4000, depth: 20, terms: 100 } as const;

export type Literal = string | number | boolean | null;
export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';
export type TextFunction = 'contains' | 'startswith' | 'endswith';

export type Filter =
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; inner: Filter }
  | { kind: 'compare'; property: string; isLower: boolean; by: Comparison; value: Literal }
  | { kind: 'in'; property: string; values: Literal[] }
  | { kind: 'text'; by: TextFunction; property: string; isLower: boolean; value: string };

interface Token {
  kind: 'word' | 'text' | 'number' | 'time' | 'sign' | 'end';
  text: string;
  at: number;
}

const patterns: [Token['kind'], RegExp][] = [
  ['text', /'(?:[^']|'')*'/y],
  ['time', /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d))?/y],
  ['number', /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
  ['word', /[A-Za-z_][\w.]*(?:\/[A-Za-z_][\w.]*)*/y],
  ['sign', /[(),]/y],
];
const space = /[ \t]+/y;

const comparisons: readonly string[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'];
const textFunctions: readonly string[] = ['contains', 'startswith', 'endswith'];

const wrong = (at: number, problem: string) =>
  fieldError({ $filter: [say('feed-filter', { at: at + 1, problem })] });

const unsupported = (what: string) =>
  new AppError('not-supported', say('feed-not-supported', { what: `${what} in $filter` }));

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    space.lastIndex = at;
    if (space.test(text)) {
      at = space.lastIndex;
      continue;
    }
    const found = patterns.find(([, pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(text);
    });
    if (!found) throw wrong(at, `"${text[at]}" is not expected`);
    const [kind, { lastIndex }] = found;
    tokens.push({ kind, text: text.slice(at, lastIndex), at });
    at = lastIndex;
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
};

class Parser {
  readonly #tokens: Token[];
  #at = 0;
  #terms = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  get #next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #take(): Token {
    const token = this.#next;
    this.#at += 1;
    return token;
  }

  #isWord(word: string): boolean {
    return this.#next.kind === 'word' && this.#next.text === word;
  }

  #expect(sign: string): void {
    const token = this.#take();
    if (token.kind !== 'sign' || token.text !== sign) throw wrong(token.at, `"${sign}" is missing`);
  }

  whole(): Filter {
    const filter = this.#either(0);
    const { kind, at, text } = this.#next;
    if (kind !== 'end') {
      if (kind === 'word' && ['add', 'sub', 'mul', 'div', 'mod', 'has'].includes(text))
        throw unsupported(text);
      throw wrong(at, `"${text}" is not expected`);
    }
    return filter;
  }

  #either(depth: number): Filter {
    let left = this.#both(depth);
    while (this.#isWord('or')) {
      this.#take();
      left = { kind: 'or', left, right: this.#both(depth) };
    }
    return left;
  }

  #both(depth: number): Filter {
    let left = this.#one(depth);
    while (this.#isWord('and')) {
      this.#take();
      left = { kind: 'and', left, right: this.#one(depth) };
    }
    return left;
  }

  #one(depth: number): Filter {
    const { kind, text, at } = this.#next;
    if (depth > filterLimits.depth) throw wrong(at, `more than ${filterLimits.depth} levels`);
    if (kind === 'sign' && text === '(') {
      this.#take();
      const inner = this.#either(depth + 1);
      this.#expect(')');
      return inner;
    }
    if (this.#isWord('not')) {
      this.#take();
      return { kind: 'not', inner: this.#one(depth + 1) };
    }
    this.#terms += 1;
    if (this.#terms > filterLimits.terms) throw wrong(at, `more than ${filterLimits.terms} terms`);
    if (kind === 'word' && textFunctions.includes(text)) return this.#textFunction();
    return this.#comparison();
  }

  /** A property, or `tolower(property)`, which clients write to compare without regard to case. */
  #property(): { property: string; isLower: boolean } {
    const token = this.#take();
    if (token.kind !== 'word') throw wrong(token.at, 'the name of a property is missing');
    const isCall = this.#next.kind === 'sign' && this.#next.text === '(';
    if (!isCall) {
      if (token.text.includes('/')) throw unsupported(`The path ${token.text}`);
      return { property: token.text, isLower: false };
    }
    if (token.text !== 'tolower') throw unsupported(`The function ${token.text}`);
    this.#take();
    const { property } = this.#property();
    this.#expect(')');
    return { property, isLower: true };
  }

  #textFunction(): Filter {
    const by = this.#take().text as TextFunction;
    this.#expect('(');
    const property = this.#property();
    this.#expect(',');
    const { at } = this.#next;
    const value = this.#literal();
    if (typeof value !== 'string') throw wrong(at, 'a text in quotes is missing');
    this.#expect(')');
    // Some clients write `contains(…) eq true`, which means the same.
    if (this.#isWord('eq')) {
      this.#take();
      const is = this.#take();
      if (is.text !== 'true' && is.text !== 'false') throw wrong(is.at, 'true or false is missing');
      const found: Filter = { kind: 'text', by, ...property, value };
      return is.text === 'true' ? found : { kind: 'not', inner: found };
    }
    return { kind: 'text', by, ...property, value };
  }

  #comparison(): Filter {
    const { property, isLower } = this.#property();
    const operator = this.#take();
    if (operator.text === 'in' && operator.kind === 'word') {
      this.#expect('(');
      const values = [this.#literal()];
      while (this.#next.text === ',') {
        this.#take();
        values.push(this.#literal());
      }
      this.#expect(')');
      this.#terms += values.length - 1;
      if (this.#terms > filterLimits.terms) {
        throw wrong(operator.at, `more than ${filterLimits.terms} terms`);
      }
      return { kind: 'in', property, values };
    }
    if (operator.kind !== 'word' || !comparisons.includes(operator.text)) {
      if (['add', 'sub', 'mul', 'div', 'mod', 'has'].includes(operator.text)) {
        throw unsupported(operator.text);
      }
      throw wrong(operator.at, 'eq, ne, gt, ge, lt, le or in is missing');
    }
    return {
      kind: 'compare',
      property,
      isLower,
      by: operator.text as Comparison,
      value: this.#literal(),
    };
  }

  #literal(): Literal {
    const { kind, text, at } = this.#take();
    if (kind === 'text') return text.slice(1, -1).replaceAll("''", "'");
    if (kind === 'number') return Number(text);
    if (kind === 'time') return text;
    if (text === 'true' || text === 'false') return text === 'true';
    if (text === 'null') return null;
    if (kind === 'word') throw unsupported(`"${text}" in place of a value`);
    throw wrong(at, 'a value is missing');
  }
}

/** @throws AppError invalid-input with the position of the mistake; not-supported with the name of the feature */
export const parseFilter = (text: string): Filter => {
  if (text.length > filterLimits.length) {
    throw wrong(filterLimits.length, `more than ${filterLimits.length} characters`);
  }
  if (text.includes('\u0000')) throw wrong(text.indexOf('\u0000'), 'a NUL character');
  return new Parser(text).whole();
};
