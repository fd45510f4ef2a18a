import type { PropertyReport } from '@survey/contract';
import { useCallback, useEffect, useRef, useState } from 'react';

interface Chosen {
  ids: ReadonlySet<number>;
  /** Everything that matches the filters, whatever is on this page. */
  isAll: boolean;
}

const nothing: Chosen = { ids: new Set(), isAll: false };

export interface Selection extends Chosen {
  has: (id: number) => boolean;
  /** Chooses one, or with `isRange` everything between it and the one before. */
  toggle: (id: number, isRange: boolean) => void;
  /** All of the page, or none of it where all are chosen. */
  togglePage: () => void;
  chooseAll: () => void;
  clear: () => void;
}

/**
 * The reports that are chosen, over the pages of one list. Other filters (`key`) mean another list, and
 * then nothing is chosen.
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
      // Out of "all that match" one cannot be taken; what stays chosen is in sight.
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
