// A queue of reads: limited in all and for each person, and round-robin between the people who wait. The other
// connections are for sign-in, sessions, phones and writers (ADR 40).
import { AppError } from '../app-error.ts';
import { say } from '../say.ts';

/** Seconds after which a refused client may come again. */
const retryAfter = 5;

export interface LaneBounds {
  /** Parallel reads. */
  places: number;
  /** Parallel reads of one person. */
  placesOfOne: number;
  /** Most waiting reads, in all and of one person. */
  waiting: number;
  waitingOfOne: number;
  /** Longest wait, in milliseconds. */
  waitMs: number;
}

interface Waiter {
  enter(): void;
}

interface Person {
  atWork: number;
  waiting: Set<Waiter>;
}

export interface ReadLane {
  /**
   * Waits for a place.
   * @param person whose read it is
   * @param signal ends the waiting
   * @returns a function that releases the place; call it once
   * @throws AppError too-many-attempts where the person has too many waiting, unavailable where all have or
   * none became free in time; the signal's reason
   */
  enter(person: number | string, signal: AbortSignal): Promise<() => void>;
  readonly waitingCount: number;
}

export const openReadLane = (bounds: LaneBounds): ReadLane => {
  // People with running or waiting reads, in the order of their turns.
  const people = new Map<number | string, Person>();
  let free = bounds.places;
  let waitingCount = 0;

  const mayEnter = ({ atWork }: Person) => free > 0 && atWork < bounds.placesOfOne;

  /** The longest waiting read of the first person below the limit; a person who had a turn moves to the end. */
  const letIn = () => {
    for (const [name, person] of people) {
      const [first] = person.waiting;
      if (!first || !mayEnter(person)) continue;
      people.delete(name);
      people.set(name, person);
      first.enter();
      return;
    }
  };

  const takePlace = (name: number | string, person: Person) => {
    free -= 1;
    person.atWork += 1;
    return () => {
      free += 1;
      person.atWork -= 1;
      if (person.atWork === 0 && person.waiting.size === 0) people.delete(name);
      letIn();
    };
  };

  const wait = (name: number | string, person: Person, signal: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(late);
        signal.removeEventListener('abort', giveUp);
        person.waiting.delete(waiter);
        waitingCount -= 1;
      };
      const fail = (error: unknown) => {
        leave();
        if (person.atWork === 0 && person.waiting.size === 0) people.delete(name);
        reject(error);
      };
      const giveUp = () => fail(signal.reason);
      const late = setTimeout(
        () => fail(new AppError('unavailable', say('unavailable'), { retryAfter })),
        bounds.waitMs,
      );
      const waiter = {
        enter: () => {
          leave();
          resolve(takePlace(name, person));
        },
      };
      signal.addEventListener('abort', giveUp);
      person.waiting.add(waiter);
      waitingCount += 1;
    });

  return {
    get waitingCount() {
      return waitingCount;
    },
    enter: async (name, signal) => {
      signal.throwIfAborted();
      const person = people.get(name) ?? { atWork: 0, waiting: new Set() };
      if (mayEnter(person)) {
        people.set(name, person);
        return takePlace(name, person);
      }
      if (person.waiting.size >= bounds.waitingOfOne) {
        throw new AppError('too-many-attempts', say('too-many-reads'), { retryAfter });
      }
      if (waitingCount >= bounds.waiting) {
        throw new AppError('unavailable', say('unavailable'), { retryAfter });
      }
      people.set(name, person);
      return wait(name, person, signal);
    },
  };
};
