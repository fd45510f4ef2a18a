// Numbers of live events. A server draws one from the database before it stores a change, and sends the number
// with the event: a number that nobody tells is of a server that was killed in between (ADR 78).

/** Numbers further apart than this are not followed one by one: something was missed. */
const mostOpen = 10_000;

/** What a listening server knows of the numbers. */
export const followNumbers = (overdueMs: number) => {
  /** Since when it is known that a number was drawn and not told, in milliseconds. */
  const open = new Map<number, number>();
  /** Told before it was known that they were drawn. */
  const early = new Set<number>();
  let last: number | undefined;
  return {
    /** Begins anew: what was drawn until now does not count. */
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
     * Notes which numbers have been drawn.
     * @returns whether one has not been told for too long
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

/** Changes that are told under one number. */
interface Batch {
  number: Promise<number | undefined>;
  /** Changes that are being stored. */
  pending: number;
  isClosed: boolean;
}

/** The numbers of one server's own events. */
export const ownNumbers = (draw: () => Promise<number>) => {
  let current: Batch | undefined;
  let finished: number[] = [];

  const settle = async (batch: Batch): Promise<void> => {
    if (!batch.isClosed || batch.pending > 0) return;
    const number = await batch.number;
    if (number !== undefined) finished.push(number);
  };

  return {
    /** Does the work under a number that is drawn first. Without a number, where the database is away, it is done too. */
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
    /** Later work gets another number. Returns the numbers whose work is over; they are told once. */
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
    /** They could not be told. */
    putBack: (numbers: readonly number[]): void => {
      finished.push(...numbers);
    },
    isIdle: (): boolean => current === undefined && finished.length === 0,
  };
};
