import type { PropertyReport } from '@survey/contract';
import { useCallback, useEffect, useRef, useState } from 'react';

interface Chosen {
  ids: ReadonlySet<number>;
  /** All reports that match the filters, on every page. */
  isAll: boolean;
}

const nothing: Chosen = { ids: new Set(), isAll: false };

export interface Selection extends Chosen {
  has: (id: number) => boolean;
  /** Toggles one, or with `isRange` all between it and the last one toggled. */
  toggle: (id: number, isRange: boolean) => void;
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
  const page = useRef<readonly number[]>([]);
  page.current = rows?.map(({ id }) => id) ?? [];
  const anchor = useRef<number>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are another list
  useEffect(() => {
    setChosen(nothing);
    anchor.current = undefined;
  }, [key]);

  const toggle = useCallback((id: number, isRange: boolean) => {
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
    has: (id) => chosen.isAll || chosen.ids.has(id),
    toggle,
    togglePage,
    chooseAll: useCallback(() => setChosen({ ids: new Set(), isAll: true }), []),
    clear: useCallback(() => setChosen(nothing), []),
  };
};
