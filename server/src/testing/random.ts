// Seeded random choices: the same in every run.

export interface Random {
  /** A whole number from 0 up to and without `below`. */
  number(below: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Some of the values, at least one. */
  some<T>(values: readonly T[], most: number): T[];
}

/** Mulberry32: small, and good enough to choose test data. */
export const randomFrom = (seed: number): Random => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (below: number) => Math.floor(next() * below);
  const pick = <T>(values: readonly T[]): T => values[number(values.length)] as T;
  return {
    number,
    pick,
    chance: (probability) => next() < probability,
    some: (values, most) => [
      ...new Set(Array.from({ length: 1 + number(most) }, () => pick(values))),
    ],
  };
};
