// Whether a password that an administrator chooses would be guessed: length, leaked passwords, words,
// names, dates, keyboard rows.
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@survey/contract';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Of 0 to 4: guessed in fewer than 10^8 tries is too weak. */
const leastScore = 3;
/** Words of this product, which an attacker tries first. */
const ownWords = ['field', 'survey', 'fieldsurvey', 'administrator', 'admin'];
/** What is looked at: the matcher's time grows with the square of the length. */
const lookedAt = 64;

let loading: Promise<ZxcvbnFactory> | undefined;

/** Milliseconds between two parts that are loaded, for who waits meanwhile. */
const pauseMs = 50;

/**
 * The dictionaries take 100 MB of nobody's memory until a password is first chosen. Each part keeps the process for some
 * tenths of a second: one after the other, or the process counts as overloaded and refuses what comes next.
 */
const load = async (): Promise<ZxcvbnFactory> => {
  const { ZxcvbnFactory: Factory } = await import('@zxcvbn-ts/core');
  await pause(pauseMs);
  const common = await import('@zxcvbn-ts/language-common');
  await pause(pauseMs);
  const english = await import('@zxcvbn-ts/language-en');
  await pause(pauseMs);
  return new Factory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  });
};

/**
 * Why a password is too weak for an administrator; undefined where it is not.
 * @param personal what is known of its owner: name, email, username
 */
export const passwordWeakness = async (
  password: string,
  personal: readonly string[],
): Promise<string | undefined> => {
  const least = limits.administratorPasswordMinLength;
  if (password.length < least) return `must have at least ${least} characters`;
  loading ??= load();
  const known = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const { score, feedback } = (await loading).check(password.slice(0, lookedAt), [
    ...ownWords,
    ...known.filter((word) => word.length > 2),
  ]);
  if (score >= leastScore) return undefined;
  const why = feedback.warning ? `: ${feedback.warning.replace(/\.$/, '')}` : '';
  return `is too easy to guess${why}`;
};
