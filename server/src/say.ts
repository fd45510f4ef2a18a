// The one way the server makes a sentence for people: the English of the contract's catalogue, with the id and the
// values by which a client says it in another language (ADR 46).
import { setupI18n } from '@lingui/core';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import { type MessageId, messages, type Said, type ValuesOf } from '@survey/contract';

/** A sentence and what it is made of. */
export interface Message {
  text: string;
  said?: Said | undefined;
}

const compiled = new Map<string, CompiledMessage>();

const compileOnce = (template: string): CompiledMessage => {
  const message = compiled.get(template) ?? compileMessage(template);
  compiled.set(template, message);
  return message;
};

const english = setupI18n({ locale: 'en', messages: { en: messages } });
english.setMessagesCompiler(compileOnce);

type Values<Id extends MessageId> = keyof ValuesOf<Id> extends never ? [] : [values: ValuesOf<Id>];

/** A message of the catalogue with its values. */
export const say = <Id extends MessageId>(id: Id, ...[values]: Values<Id>): Message => ({
  text: english._(id, values),
  said: values ? { id, values } : { id },
});

/** The members of an answer that tell a person what was done. */
export const telling = <Id extends MessageId>(
  id: Id,
  ...values: Values<Id>
): { message: string; said: Said | undefined } => {
  const { text, said } = say(id, ...values);
  return { message: text, said };
};
