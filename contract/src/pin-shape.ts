// What PINs of an operation look like, for the check of a typed one.

/** Most PINs of a typed range. */
export const mostOfRange = 200;

/** The shape of a PIN: `9` for each digit, `A` for each letter, other characters as they are. */
export const pinShape = (pin: string): string =>
  pin.replace(/\p{L}/gu, 'A').replace(/\p{Nd}/gu, '9');

/** PINs that differ in case, leading zeros, spaces and signs only are near twins: they have the same key. */
export const pinTwinKey = (pin: string): string =>
  pin
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}]/gu, '')
    .replace(/^(\p{L}*)0+(?=\p{Nd})/u, '$1');

const range = /^(\D*)(\d{1,15})\s*(?:-|–|\.\.|to)\s*(\D*)(\d{1,15})$/iu;

/**
 * The PINs of a typed range such as `W00001 - W00005`.
 * @returns undefined where the text is no range of 2 to `mostOfRange` PINs
 */
export const pinRange = (text: string): string[] | undefined => {
  const [, prefix = '', first = '', secondPrefix = '', last = ''] = range.exec(text.trim()) ?? [];
  if (prefix !== secondPrefix || first.length !== last.length || first === '') return undefined;
  const count = Number(last) - Number(first) + 1;
  if (count < 2 || count > mostOfRange) return undefined;
  return Array.from({ length: count }, (_, at) => {
    const digits = String(Number(first) + at).padStart(first.length, '0');
    return `${prefix}${digits}`;
  });
};

/**
 * A PIN of digits with the leading zeros that a spreadsheet's number lost.
 * @param width how many digits PINs of its circle have
 * @returns undefined where none are missing
 */
export const withLeadingZeros = (pin: string, width: number): string | undefined =>
  /^\d+$/.test(pin) && pin.length < width ? pin.padStart(width, '0') : undefined;
