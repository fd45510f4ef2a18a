// A queue for the database, of reads or of uploads: limited in all and for each person, and round-robin between the
// people who wait. The other connections are for sign-in, sessions, phones and writers (ADR 40). A person whose work has
// taken long gets one place: each long read keeps a processor of the database busy, which everybody else needs too
// (ADR 73).
import { AppError } from '../app-error.ts';
import { say } from '../say.ts';

/** Seconds after which a refused client may come again. */
const retryAfter = 5;
/**
 * Milliseconds that a person's long work has taken: what each piece takes beyond `short`, so that many quick reads count
 * for nothing. Above `long` one runs at a time. `earned` of each millisecond is subtracted, and it grows no further than
 * `most`, so that 8 seconds of rest suffice.
 */
const spending = { short: 100, long: 1000, most: 3000, earned: 0.25 };

export interface LaneBounds {
  /** Parallel work. */
  places: number;
  /** The same of one person whose work is short. */
  placesOfOne: number;
  /** Most that wait, in all and of one person. */
  waiting: number;
  waitingOfOne: number;
  /** Longest wait, in milliseconds. */
  waitMs: number;
}

interface Waiter {
  enter(): void;
}

interface Person {
  /** When what runs began. */
  running: Set<{ since: number }>;
  waiting: Set<Waiter>;
  /** Milliseconds, as of `countedAt`. */
  spent: number;
  countedAt: number;
}

const spentOn = ({ since }: { since: number }): number =>
  Math.max(0, performance.now() - since - spending.short);

const countRest = (person: Person): void => {
  const now = performance.now();
  person.spent = Math.max(0, person.spent - spending.earned * (now - person.countedAt));
  person.countedAt = now;
};

/** Up to now, with what still runs. */
const spentBy = (person: Person): number => {
  countRest(person);
  let { spent } = person;
  for (const one of person.running) spent += spentOn(one);
  return spent;
};

export interface Lane {
  /**
   * Waits for a place.
   * @param person whose work it is
   * @param signal ends the waiting
   * @returns a function that releases the place; call it once
   * @throws AppError too-many-attempts where the person has too many waiting, unavailable where all have or
   * none became free in time; the signal's reason
   */
  enter(person: number | string, signal?: AbortSignal): Promise<() => void>;
  readonly waitingCount: number;
}

export const openLane = (bounds: LaneBounds): Lane => {
  // People with running or waiting work, in the order of their turns.
  const people = new Map<number | string, Person>();
  let free = bounds.places;
  let waitingCount = 0;

  const mayEnter = (person: Person) => {
    const places = spentBy(person) > spending.long ? 1 : bounds.placesOfOne;
    return free > 0 && person.running.size < places;
  };

  /** People without work are remembered as long as what they spent counts. */
  const forgetIdle = () => {
    for (const [name, person] of people) {
      if (person.running.size > 0 || person.waiting.size > 0) continue;
      if (spentBy(person) === 0) people.delete(name);
    }
  };

  /** What waits longest of the first person below the limit; a person who had a turn moves to the end. */
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

  const takePlace = (person: Person) => {
    free -= 1;
    const one = { since: performance.now() };
    person.running.add(one);
    return () => {
      free += 1;
      person.running.delete(one);
      countRest(person);
      person.spent = Math.min(spending.most, person.spent + spentOn(one));
      forgetIdle();
      letIn();
    };
  };

  const wait = (person: Person, signal: AbortSignal | undefined) =>
    new Promise<() => void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(late);
        signal?.removeEventListener('abort', giveUp);
        person.waiting.delete(waiter);
        waitingCount -= 1;
      };
      const fail = (error: unknown) => {
        leave();
        reject(error);
      };
      const giveUp = () => fail(signal?.reason);
      const late = setTimeout(
        () => fail(new AppError('unavailable', say('unavailable'), { retryAfter })),
        bounds.waitMs,
      );
      const waiter = {
        enter: () => {
          leave();
          resolve(takePlace(person));
        },
      };
      signal?.addEventListener('abort', giveUp);
      person.waiting.add(waiter);
      waitingCount += 1;
    });

  return {
    get waitingCount() {
      return waitingCount;
    },
    enter: async (name, signal) => {
      signal?.throwIfAborted();
      const person = people.get(name) ?? {
        running: new Set(),
        waiting: new Set(),
        spent: 0,
        countedAt: performance.now(),
      };
      if (mayEnter(person)) {
        people.set(name, person);
        return takePlace(person);
      }
      if (person.waiting.size >= bounds.waitingOfOne) {
        throw new AppError('too-many-attempts', say('too-many-reads'), { retryAfter });
      }
      if (waitingCount >= bounds.waiting) {
        throw new AppError('unavailable', say('unavailable'), { retryAfter });
      }
      people.set(name, person);
      return wait(person, signal);
    },
  };
};
