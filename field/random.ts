// Seeded random numbers: the same words give the same numbers on every machine.
import { createHash } from 'node:crypto';

/** A stream of seeded random numbers. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  between(min: number, max: number): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  /** Throws on an empty list. */
  pick<T>(values: readonly T[]): T;
  /** One of the names, as often as its weight says. */
  weighted<T extends string>(weights: Record<T, number>): T;
  /** Bell-shaped around `mean`; two thirds lie within `spread`. */
  around(mean: number, spread: number): number;
}

const digest = (algorithm: 'sha1' | 'sha256', parts: readonly (string | number)[]) =>
  createHash(algorithm).update(parts.join('\u0000')).digest();

/** A stream of its own for these words (sfc32, seeded by SHA-256). */
export const seeded = (...parts: readonly (string | number)[]): Random => {
  const seed = digest('sha256', parts);
  let a = seed.readInt32LE(0);
  let b = seed.readInt32LE(4);
  let c = seed.readInt32LE(8);
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let warm = 0; warm < 12; warm += 1) next();
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    whole,
    chance: (probability) => next() < probability,
    pick: <T>(values: readonly T[]): T => {
      if (values.length === 0) throw new Error('nothing to pick from');
      return values[whole(0, values.length - 1)] as T;
    },
    weighted: <T extends string>(weights: Record<T, number>): T => {
      const entries = Object.entries(weights) as [T, number][];
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return (entries.at(-1) as [T, number])[0];
    },
    around: (mean, spread) =>
      mean + spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
};

/** The same UUID (version 5 form) for the same words: what a phone would choose once and keep. */
export const steadyUuid = (...parts: readonly (string | number)[]): string => {
  const bytes = digest('sha1', parts);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join('-');
};
