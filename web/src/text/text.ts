// The one way a text reaches the screen. The English sentence itself is the key, so that the code reads
// as the specification does, and a sentence nobody has translated yet still says something.
import { i18n } from '@lingui/core';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';

const compiled = new Map<string, CompiledMessage>();

/** Sentences are read at first use and kept: a table asks for the same few thousands of times. */
const compileOnce = (sentence: string): CompiledMessage => {
  let message = compiled.get(sentence);
  if (message === undefined) {
    message = compileMessage(sentence);
    compiled.set(sentence, message);
  }
  return message;
};

i18n.setMessagesCompiler(compileOnce);
i18n.loadAndActivate({ locale: 'en', messages: {} });

/**
 * The sentence in the language of the screen. `english` is written out where it is called, so that the
 * test of `text.test.ts` finds it; ICU forms hold values: `t('{count, plural, one {# pin} other {# pins}}', {count})`.
 * Never at the top of a module: the language is not known yet there (see `msg`).
 */
export const t = (english: string, values?: Record<string, unknown>): string =>
  i18n._(english, values);

/** Marks a sentence of a constant for translation; whoever shows it says `t(…)`. */
export const msg = (english: string): string => english;

/**
 * A sentence that came from elsewhere (a server's message, a label of the contract), translated if it
 * is known as it stands. Nothing in it is read as ICU: a message may quote a name with braces.
 */
export const known = (sentence: string): string => {
  const translation = i18n.messages[sentence];
  return typeof translation === 'string' ? translation : sentence;
};
