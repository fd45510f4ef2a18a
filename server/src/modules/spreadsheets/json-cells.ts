// Cells as JSON values. Texts are latin1, one character for each byte of UTF-8.
import type { CellKind } from './table.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
const special = /["\\\u0000-\u001f]/;

const text = (value: string): string =>
  special.test(value) ? JSON.stringify(value) : `"${value}"`;

/** `DD/MM/YYYY HH:mm:ss` in UTC as RFC 3339. */
const instant = (value: string): string =>
  `"${value.slice(6, 10)}-${value.slice(3, 5)}-${value.slice(0, 2)}T${value.slice(11)}Z"`;

/** A cell as JSON; its times must be in UTC. Empty numbers, times and photos are null; texts are never null. */
export const jsonValue = (kind: CellKind, value: string): string => {
  if (kind === 'text') return text(value);
  if (value === '') return 'null';
  switch (kind) {
    case 'number':
      return value;
    case 'flag':
      return value === '1' ? 'true' : 'false';
    case 'time':
      return instant(value);
    case 'label-or-number':
      return /^\d+$/.test(value) ? value : 'null';
    default:
      return text(value);
  }
};
