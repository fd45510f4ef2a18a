// Work that waits for its turn, people in turns: whoever sent a hundred slow photos keeps nobody else waiting.
import { errorMessages } from '@survey/contract';
import { AppError } from '../../app-error.ts';

interface Limits {
  /** Works under way, each of another person. */
  atOnce: number;
  /** Works of one person that wait; more are refused. */
  mostWaiting: number;
}

export type FairQueue = <T>(person: string, work: () => Promise<T>) => Promise<T>;

/** Seconds until it is worth asking again. */
const retryAfter = 5;

/**
 * A queue whose places go round among the people who wait. One of a person's works is under way at a time.
 * @throws AppError unavailable where too many of that person wait already
 */
export const fairQueue = ({ atOnce, mostWaiting }: Limits): FairQueue => {
  /** In the order of their turns. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  const busy = new Set<string>();
  /** To the end of the round, or out of it. */
  const letOthersFirst = (person: string) => {
    const works = waiting.get(person);
    waiting.delete(person);
    if (works && works.length > 0) waiting.set(person, works);
  };
  const next = () => {
    for (const [person, works] of waiting) {
      if (busy.size >= atOnce) return;
      if (busy.has(person)) continue;
      const work = works.shift();
      if (works.length === 0) waiting.delete(person);
      busy.add(person);
      void work?.().finally(() => {
        busy.delete(person);
        letOthersFirst(person);
        next();
      });
    }
  };
  return (person, work) =>
    new Promise((resolve, reject) => {
      const works = waiting.get(person) ?? [];
      if (works.length >= mostWaiting) {
        return reject(new AppError('unavailable', errorMessages.unavailable, { retryAfter }));
      }
      works.push(() => work().then(resolve, reject));
      waiting.set(person, works);
      next();
    });
};
