// Runs in a thread (password-strength.ts): the dictionaries take a second to load and 100 MB.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

export interface Question {
  password: string;
  /** Words that an attacker tries first. */
  likely: readonly string[];
}

/** `score` is 0 (trivial) to 4; `warning` says in English what makes the password easy to guess, where known. */
export interface Judgement {
  score: number;
  warning: string | undefined;
}

const matcher = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations,
});

export const judge = ({ password, likely }: Question): Judgement => {
  const { score, feedback } = matcher.check(password, [...likely]);
  return { score, warning: feedback.warning ?? undefined };
};
