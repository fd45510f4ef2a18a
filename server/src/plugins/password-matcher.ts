// Runs in a thread (password-strength.ts): the dictionaries take a second to load and 100 MB.
import type { MessageId } from '@survey/contract';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';

export interface Question {
  password: string;
  /** Words that an attacker tries first. */
  likely: readonly string[];
}

/** What makes a password easy, as messages of the catalogue, by the matcher's names. */
const warnings = {
  straightRow: 'password-easy-straight-row',
  keyPattern: 'password-easy-key-pattern',
  simpleRepeat: 'password-easy-simple-repeat',
  extendedRepeat: 'password-easy-extended-repeat',
  sequences: 'password-easy-sequences',
  recentYears: 'password-easy-recent-years',
  dates: 'password-easy-dates',
  topTen: 'password-easy-top-ten',
  topHundred: 'password-easy-top-hundred',
  common: 'password-easy-common',
  similarToCommon: 'password-easy-similar-to-common',
  wordByItself: 'password-easy-word-by-itself',
  namesByThemselves: 'password-easy-names-by-themselves',
  commonNames: 'password-easy-common-names',
  userInputs: 'password-easy-user-inputs',
  pwned: 'password-easy',
} as const satisfies Record<keyof typeof translations.warnings, MessageId>;

/** `score` is of 0 (guessed at once) to 4; `warning` says what makes it easy, where something does. */
export interface Judgement {
  score: number;
  warning: (typeof warnings)[keyof typeof warnings] | undefined;
}

const matcher = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  translations: { ...translations, warnings },
});

export const judge = ({ password, likely }: Question): Judgement => {
  const { score, feedback } = matcher.check(password, [...likely]);
  return { score, warning: (feedback.warning as Judgement['warning'] | null) ?? undefined };
};
