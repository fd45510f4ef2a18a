// All texts of the screen. The English sentence is the key (ADR 16): the code reads like spec 2 to 8, and a sentence
// without a translation is shown in English.
import { i18n } from '@lingui/core';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import type { Said } from '@survey/contract';

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

/** A single word of one direction needs no isolation; choices of ICU's `select` are such words. */
const word = /^[a-z]+(?:_[a-z]+)*$/;

/** Isolates values, so that a name of the other direction does not reorder the sentence. */
const isolated = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && !word.test(value) ? `${isolate}${value}${endOfIsolate}` : value,
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

/**
 * A constant that came from elsewhere (a label of the contract, the words of spec 8 from any backend), translated
 * where the catalogue has it as it stands; else as it came. Nothing in it is read as ICU: it may hold braces.
 */
export const known = (sentence: string): string => {
  const translation = i18n.messages[sentence];
  return typeof translation === 'string' && !formSigns.test(sentence) ? translation : sentence;
};

/**
 * A message of the server in the language of the screen, by its id; `text` is its English, shown where there is no
 * id (another backend) or none that this console knows (a newer server).
 */
export const translated = (text: string, said?: Said | null): string =>
  said && typeof i18n.messages[said.id] === 'string' ? t(said.id, said.values) : known(text);
