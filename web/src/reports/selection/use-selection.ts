import type { PropertyReport, RecordId } from '@survey/contract';
import { useCallback, useEffect, useRef, useState } from 'react';

interface Chosen {
  ids: ReadonlySet<RecordId>;
  /** All reports that match the filters, on every page. */
  isAll: boolean;
}

const nothing: Chosen = { ids: new Set(), isAll: false };

export interface Selection extends Chosen {
  has: (id: RecordId | null) => boolean;
  /** Toggles one, or with `isRange` all between it and the last one toggled. */
  toggle: (id: RecordId | null, isRange: boolean) => void;
  /** Selects the whole page, or deselects it where all of it is selected. */
  togglePage: () => void;
  chooseAll: () => void;
  clear: () => void;
}

/**
 * The selected reports, across the pages of one list. A change of filters (`key`) clears the selection.
 */
export const useSelection = (
  rows: readonly PropertyReport[] | undefined,
  key: string,
): Selection => {
  const [chosen, setChosen] = useState(nothing);
  const page = useRef<readonly RecordId[]>([]);
  page.current = rows?.flatMap(({ id }) => id ?? []) ?? [];
  const anchor = useRef<RecordId>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are another list
  useEffect(() => {
    setChosen(nothing);
    anchor.current = undefined;
  }, [key]);

  const toggle = useCallback((id: RecordId | null, isRange: boolean) => {
    if (id === null) return;
    const from = page.current.indexOf(anchor.current ?? -1);
    const to = page.current.indexOf(id);
    anchor.current = id;
    setChosen((known) => {
      // "All that match" has no exceptions: the selection becomes this page without the one toggled.
      const ids = new Set(known.isAll ? page.current : known.ids);
      const isOn = !ids.has(id);
      const range =
        isRange && from !== -1
          ? page.current.slice(Math.min(from, to), Math.max(from, to) + 1)
          : [id];
      for (const each of range) {
        if (isOn) ids.add(each);
        else ids.delete(each);
      }
      return { ids, isAll: false };
    });
  }, []);

  const togglePage = useCallback(() => {
    setChosen((known) => {
      const ids = new Set(known.ids);
      const areOn = known.isAll || page.current.every((id) => ids.has(id));
      for (const id of page.current) {
        if (areOn) ids.delete(id);
        else ids.add(id);
      }
      return { ids, isAll: false };
    });
  }, []);

  return {
    ...chosen,
    has: (id) => chosen.isAll || (id !== null && chosen.ids.has(id)),
    toggle,
    togglePage,
    chooseAll: useCallback(() => setChosen({ ids: new Set(), isAll: true }), []),
    clear: useCallback(() => setChosen(nothing), []),
  };
};
