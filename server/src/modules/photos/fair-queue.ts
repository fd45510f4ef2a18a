// A queue that is fair between people: a user with a hundred slow photos does not delay the others.
import { AppError } from '../../app-error.ts';
import { say } from '../../say.ts';

interface Limits {
  /** Jobs under way, each of another person. */
  atOnce: number;
  /** Waiting jobs of one person; more are refused. */
  mostWaiting: number;
}

export type FairQueue = <T>(person: string, work: () => Promise<T>) => Promise<T>;

/** Retry-after, in seconds. */
const retryAfter = 5;

/**
 * A round-robin queue over the people who wait. At most one job of a person is under way.
 * @throws AppError unavailable where too many jobs of that person wait already
 */
export const fairQueue = ({ atOnce, mostWaiting }: Limits): FairQueue => {
  /** In the order of the rotation. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  const busy = new Set<string>();
  /** Moves a person to the end of the rotation, or removes them. */
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
        return reject(new AppError('unavailable', say('unavailable'), { retryAfter }));
      }
      works.push(() => work().then(resolve, reject));
      waiting.set(person, works);
      next();
    });
};
