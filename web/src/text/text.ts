// All texts of the screen. The English sentence is the key (ADR 16): the code reads like spec 2 to 8, and a sentence
// without a translation is shown in English.
import { i18n } from '@lingui/core';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';

const compiled = new Map<string, CompiledMessage>();

/** Characters of ICU syntax; a sentence without them needs no compiling. */
const formSigns = /[{}']/;

/** Sentences are compiled once: a table uses the same few thousands of times. */
const compileOnce = (sentence: string): CompiledMessage => {
  let message = compiled.get(sentence);
  if (message === undefined) {
    message = formSigns.test(sentence) ? compileMessage(sentence) : [sentence];
    compiled.set(sentence, message);
  }
  return message;
};

i18n.setMessagesCompiler(compileOnce);
i18n.loadAndActivate({ locale: 'en', messages: {} });

/** FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (Unicode bidirectional algorithm). */
const [isolate, endOfIsolate] = ['\u2068', '\u2069'];

/** Isolates values, so that a name of the other direction does not reorder the sentence. */
const isolated = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? `${isolate}${value}${endOfIsolate}` : value,
    ]),
  );

/**
 * The sentence in the language of the screen. `english` is written out where it is called, so that the
 * test of `text.test.ts` finds it; ICU forms hold values: `t('{count, plural, one {# pin} other {# pins}}', {count})`.
 * Never at the top of a module: the language is not known yet there (see `msg`).
 */
export const t = (english: string, values?: Record<string, unknown>): string =>
  i18n._(english, values && i18n.locale !== 'en' ? isolated(values) : values);

/** Marks a sentence of a constant for translation; whoever shows it says `t(…)`. */
export const msg = (english: string): string => english;

interface Pattern {
  matches: RegExp;
  sentence: string;
  names: string[];
}

let patterns: Pattern[] = [];

const asPattern = (sentence: string): Pattern => {
  const names: string[] = [];
  const source = sentence
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{(\w+)\}/g, (_, name: string) => {
      names.push(name);
      return '([^]+?)';
    });
  return { matches: new RegExp(`^${source}$`), sentence, names };
};

/** Tells which sentences with values the server writes, in the order they are tried (see `known`). */
export const setKnownSentences = (sentences: readonly string[]): void => {
  patterns = sentences.filter((sentence) => sentence.includes('{')).map(asPattern);
};

/**
 * A sentence that came from elsewhere (a server's message, a label of the contract), translated where
 * the catalogue knows it as it stands or with its values; else as it came. Nothing in it is read as ICU:
 * a message may quote a name with braces.
 */
export const known = (sentence: string): string => {
  const translation = i18n.messages[sentence];
  if (typeof translation === 'string') return translation;
  for (const { matches, sentence: english, names } of patterns) {
    const found = matches.exec(sentence);
    if (found) {
      return t(english, Object.fromEntries(names.map((name, at) => [name, found[at + 1]])));
    }
  }
  return sentence;
};
