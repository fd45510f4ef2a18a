import type { PropertyReport } from '@survey/contract';
import { useEffect, useRef } from 'react';
import { photoUrl } from '../api/photos.ts';

interface NeighboursInput {
  rows: readonly PropertyReport[] | undefined;
  page: number;
  lastPage: number;
  /** Rows of a full page. */
  pageSize: number;
  isStale: boolean;
  openId: number | undefined;
  loadPage: (page: number) => Promise<readonly PropertyReport[]>;
  /** The place of a report in the whole list, from 1; null where it is not in it. */
  locate: ((id: number) => Promise<number | null>) | undefined;
  /** Fetches the details of a report that will probably be opened next. */
  prepare: (id: number) => void;
  goTo: (place: { page: number; report: number }) => void;
}

const isAnything = (report: PropertyReport | undefined): report is PropertyReport =>
  report !== undefined;

/** The reports before and after the open one, across pages; undefined at the ends of the list. */
export const useNeighbours = ({
  rows,
  page,
  lastPage,
  pageSize,
  isStale,
  openId,
  loadPage,
  locate,
  prepare,
  goTo,
}: NeighboursInput) => {
  const isLoading = useRef(false);
  const located = useRef<number>(undefined);
  const at = rows?.findIndex(({ id }) => id === openId) ?? -1;

  // A link to a report that is on another page (by now): the list turns to that page.
  useEffect(() => {
    if (openId === undefined || !rows || isStale || !locate) return;
    if (at !== -1 || located.current === openId) return;
    located.current = openId;
    locate(openId)
      .then((place) => {
        const wanted = place === null ? page : Math.ceil(place / pageSize);
        if (wanted !== page) goTo({ page: wanted, report: openId });
      })
      .catch((error) => console.warn('The place of the report is not known:', error));
  });

  // What the next key shows is fetched before the key is pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each open report, whatever is drawn anew
  useEffect(() => {
    if (at === -1 || !rows || isStale) return;
    for (const neighbour of [rows[at + 1], rows[at - 1]].filter(isAnything)) {
      prepare(neighbour.id);
      if (neighbour.picture_path) new Image().src = photoUrl(neighbour.picture_path);
    }
    const pages = [
      at === rows.length - 1 && page < lastPage ? page + 1 : undefined,
      at === 0 && page > 1 ? page - 1 : undefined,
    ];
    for (const wanted of pages) if (wanted) loadPage(wanted).catch(() => undefined);
  }, [openId, at, page, isStale]);

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
    const report = rows?.[index];
    return report ? () => goTo({ page, report: report.id }) : undefined;
  };
  const before = page > 1 ? () => void turnTo(page - 1, -1) : undefined;
  const after = page < lastPage ? () => void turnTo(page + 1, 0) : undefined;

  if (at === -1) return { onPrevious: undefined, onNext: undefined, place: undefined };
  return {
    onPrevious: within(at - 1) ?? before,
    onNext: within(at + 1) ?? after,
    place: (page - 1) * pageSize + at + 1,
  };
};
