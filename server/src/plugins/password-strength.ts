// Estimates how easily an administrator's new password can be guessed: length, leaked passwords, words,
// names, dates, keyboard rows.
import { limits } from '@survey/contract';
import { Piscina } from 'piscina';
import { compiledProgram } from '../project-root.ts';
import { type Message, say } from '../say.ts';
import type { Judgement, Question } from './password-matcher.ts';

/** Least score, of 0 to 4: fewer than 10^8 guesses are too few. */
const leastScore = 3;
/** Words of this product, which an attacker tries first; docs/security.md names them. */
export const ownWords = ['field', 'survey', 'fieldsurvey', 'administrator', 'admin'];
/** Most characters examined: the matcher's time grows with the square of the length. */
const lookedAt = 64;

/** How long the dictionaries stay in memory, in milliseconds: another try follows soon or not at all. */
const keptMs = 60_000;

/** One thread, started when a password is chosen: loading in this thread would delay every other call. */
const matcher = new Piscina<Question, Judgement>({
  filename: compiledProgram('password-matcher'),
  name: 'judge' satisfies keyof typeof import('./password-matcher.ts'),
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: keptMs,
});

/**
 * Why a password is too weak for an administrator; undefined where it is not.
 * @param personal known properties of its owner: name, email, username
 */
export const passwordWeakness = async (
  password: string,
  personal: readonly string[],
): Promise<Message | undefined> => {
  const least = limits.administratorPasswordMinLength;
  if (password.length < least) return say('enough-characters', { least });
  const known = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const { score, warning } = await matcher.run({
    password: password.slice(0, lookedAt),
    likely: [...ownWords, ...known.filter((word) => word.length > 2)],
  });
  if (score >= leastScore) return undefined;
  return say(warning ?? 'password-easy');
};
