// A file of more rows than one call takes (a CSV of 10 MB has up to a million and a half) is sent in parts.
import { type Done, limits } from '@survey/contract';
import type { ChangedPart, StatusPreviewCounts } from './pin-status.api.ts';

/** Rows of a file, from the first to before the last. */
export interface Part {
  from: number;
  to: number;
  /** Whether a blank Status is sent blank, and not as the 0 that it means. */
  keepsBlanks?: boolean;
}

/** The parts of a number of rows. */
export const partsOf = (rows: number, most: number = limits.uploadRows): Part[] =>
  Array.from({ length: Math.ceil(rows / most) }, (_, part) => ({
    from: part * most,
    to: Math.min((part + 1) * most, rows),
  }));

type Counted = Extract<ChangedPart, { updated: number }>;

/** The counts of all parts; a literal backend answers only success and message. */
export type ChangedStatuses =
  | Done
  | (Pick<Counted, 'success' | 'message' | 'updated' | 'unmatched' | 'rows'> & {
      undo_entries: number[];
    });

/** Pairs that the screen names, as one answer does (R14). */
const pairsNamed = 100;

/** What the parts changed, together; without counts where a part has none. */
export const addUp = (parts: readonly ChangedPart[]): ChangedStatuses => {
  const [first] = parts;
  const counted = parts.flatMap((part) => ('updated' in part ? [part] : []));
  if (!first || counted.length < parts.length) return first ?? { success: true, message: '' };
  const pairs = counted.flatMap(({ unmatched }) => unmatched.first);
  return {
    success: true,
    message: first.message,
    updated: counted.reduce((sum, { updated }) => sum + updated, 0),
    unmatched: {
      count: counted.reduce((sum, { unmatched }) => sum + unmatched.count, 0),
      first: pairs.slice(0, pairsNamed),
    },
    rows: {
      matched: counted.reduce((sum, { rows }) => sum + rows.matched, 0),
      unmatched: counted.reduce((sum, { rows }) => sum + rows.unmatched, 0),
    },
    undo_entries: counted.flatMap(({ undo_entry }) => undo_entry ?? []),
  };
};

const total = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0);

/** What the parts would change, together. */
export const addUpCounts = (parts: readonly StatusPreviewCounts[]): StatusPreviewCounts => ({
  set: total(parts.map(({ set }) => set)),
  reset: total(parts.map(({ reset }) => reset)),
  unchanged: total(parts.map(({ unchanged }) => unchanged)),
  blank_resets: total(parts.map(({ blank_resets }) => blank_resets)),
  unmatched: {
    rows: total(parts.map(({ unmatched }) => unmatched.rows)),
    pins: total(parts.map(({ unmatched }) => unmatched.pins)),
  },
  contradicting: {
    count: total(parts.map(({ contradicting }) => contradicting.count)),
    first: parts.flatMap(({ contradicting }) => contradicting.first),
  },
});
