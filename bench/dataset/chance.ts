// Deterministic pseudo-random values: the properties of a unit or visit follow from two numbers, in any order.

/** A well-mixed 32-bit number for a pair of numbers (MurmurHash3's finalizer). */
export const mixed = (one: number, other: number): number => {
  let hash = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 0x7f4a7c15, 0xc2b2ae35);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  hash ^= hash >>> 16;
  return hash >>> 0;
};

/** From 0 up to, not including, 1. */
export const share = (one: number, other: number): number => mixed(one, other) / 2 ** 32;

/** One of the values, each as likely as the others. */
export const picked = <T>(values: readonly T[], hash: number): T =>
  values[hash % values.length] as T;
