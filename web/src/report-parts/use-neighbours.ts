import type { PropertyReport } from '@survey/contract';
import { useRef } from 'react';

interface NeighboursInput {
  rows: readonly PropertyReport[] | undefined;
  page: number;
  lastPage: number;
  openId: number | undefined;
  loadPage: (page: number) => Promise<readonly PropertyReport[]>;
  goTo: (place: { page: number; report: number }) => void;
}

/** The reports before and after the open one, across pages; undefined at the ends of the list. */
export const useNeighbours = ({
  rows = [],
  page,
  lastPage,
  openId,
  loadPage,
  goTo,
}: NeighboursInput) => {
  const isLoading = useRef(false);
  const at = rows.findIndex(({ id }) => id === openId);

  /** Held keys must not ask for one page after another before the first has come. */
  const turnTo = async (wanted: number, which: 0 | -1) => {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const report = (await loadPage(wanted)).at(which);
      if (report) goTo({ page: wanted, report: report.id });
    } catch (error) {
      console.error('The neighbouring page could not be loaded:', error);
    } finally {
      isLoading.current = false;
    }
  };

  const within = (index: number) => {
    const report = rows[index];
    return report ? () => goTo({ page, report: report.id }) : undefined;
  };
  const before = page > 1 ? () => void turnTo(page - 1, -1) : undefined;
  const after = page < lastPage ? () => void turnTo(page + 1, 0) : undefined;

  if (at === -1) return { onPrevious: undefined, onNext: undefined };
  return { onPrevious: within(at - 1) ?? before, onNext: within(at + 1) ?? after };
};
