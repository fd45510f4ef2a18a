// Numbers of live events. A server draws a number from the database before it stores a change, and sends it with the
// event. If a number is drawn but never sent, its server was killed in between, and an event is missing (ADR 78).

/**
 * Where more numbers than this were drawn since the last question, they are not followed singly: events were missed.
 */
const mostOpen = 10_000;

/** Follows the numbers of all servers, for a server that listens. */
export const followNumbers = (overdueMs: number) => {
  /** Numbers that were drawn and not yet sent, and since when this is known, in milliseconds. */
  const open = new Map<number, number>();
  /** Numbers that were sent before it was known that they were drawn. */
  const early = new Set<number>();
  let last: number | undefined;
  return {
    /** Starts again: numbers drawn until now are not expected. */
    begin: (drawn: number): void => {
      open.clear();
      early.clear();
      last = drawn;
    },
    told: (numbers: readonly number[]): void => {
      for (const number of numbers) {
        if (!open.delete(number) && last !== undefined && number > last) early.add(number);
      }
    },
    /**
     * Takes note of the highest number drawn.
     * @returns whether a number has not been sent for too long
     */
    isMissing: (drawn: number, now: number): boolean => {
      const from = last ?? drawn;
      last = Math.max(from, drawn);
      if (drawn - from > mostOpen) {
        open.clear();
        early.clear();
        return true;
      }
      for (let number = from + 1; number <= drawn; number += 1) {
        if (!early.delete(number)) open.set(number, now);
      }
      const overdue = [...open].filter(([, since]) => now - since > overdueMs);
      for (const [number] of overdue) open.delete(number);
      return overdue.length > 0;
    },
  };
};

/** Changes that share one number. */
interface Batch {
  number: Promise<number | undefined>;
  /** Changes that are still being stored. */
  pending: number;
  isClosed: boolean;
}

/** The numbers that this server draws. */
export const ownNumbers = (draw: () => Promise<number>) => {
  let current: Batch | undefined;
  let finished: number[] = [];

  const settle = async (batch: Batch): Promise<void> => {
    if (!batch.isClosed || batch.pending > 0) return;
    const number = await batch.number;
    if (number !== undefined) finished.push(number);
  };

  return {
    /**
     * Runs `work` under a number that is drawn first. Where the database does not answer, `work` runs without a number.
     */
    under: async <T>(work: () => Promise<T>): Promise<T> => {
      current ??= { number: draw().catch(() => undefined), pending: 0, isClosed: false };
      const batch = current;
      batch.pending += 1;
      try {
        await batch.number;
        return await work();
      } finally {
        batch.pending -= 1;
        await settle(batch);
      }
    },
    /** Ends the present number; later work draws another. Returns the numbers whose work has ended, each once. */
    take: async (): Promise<number[]> => {
      const batch = current;
      current = undefined;
      if (batch) {
        batch.isClosed = true;
        await settle(batch);
      }
      const taken = finished;
      finished = [];
      return taken;
    },
    /** Numbers that could not be sent come with the next `take`. */
    putBack: (numbers: readonly number[]): void => {
      finished.push(...numbers);
    },
    isIdle: (): boolean => current === undefined && finished.length === 0,
  };
};
