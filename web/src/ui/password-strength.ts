// The same rule as the server's (plugins/password-strength.ts), applied before the form is sent.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';

export interface Strength {
  /** 0 to 4; an administrator's needs 3. */
  score: number;
}

const lookedAt = 64;
const ownWords = ['field', 'survey', 'fieldsurvey', 'administrator', 'admin'];

let judge: ZxcvbnFactory | undefined;

export const strengthOf = async (
  password: string,
  personal: readonly string[],
): Promise<Strength> => {
  judge ??= new ZxcvbnFactory({
    dictionary: { ...common, ...english },
    graphs: adjacencyGraphs,
  });
  const words = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const known = [...ownWords, ...words.filter((word) => word.length > 2)];
  return { score: judge.check(password.slice(0, lookedAt), known).score };
};
