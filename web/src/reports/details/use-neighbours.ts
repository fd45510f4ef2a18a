import type { PropertyReport, RecordId } from '@survey/contract';
import { useEffect, useRef } from 'react';
import { t } from '../../text/text.ts';
import { errorText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toasts.ts';
import { photoUrl } from '../photos.ts';
import { isSameId } from '../report.api.ts';

interface NeighboursInput {
  rows: readonly PropertyReport[] | undefined;
  page: number;
  lastPage: number;
  /** Rows of a full page. */
  pageSize: number;
  isStale: boolean;
  openId: RecordId | undefined;
  loadPage: (page: number) => Promise<readonly PropertyReport[]>;
  /** The position of a report in the whole list, from 1; null where it is not in the list. */
  locate: ((id: RecordId) => Promise<number | null>) | undefined;
  /** Prefetches the details of a report. */
  prepare: (id: RecordId) => void;
  /** Page and open report of the present address, which may not be rendered yet. */
  latest: () => { page: number; report: RecordId | undefined };
  goTo: (place: { page: number; report: RecordId }) => void;
}

type WithId = PropertyReport & { id: RecordId };

/** Only a report with an id can be opened. */
const canOpen = (report: PropertyReport | undefined): report is WithId =>
  report !== undefined && report.id !== null;

/** Steps to the reports before and after the open one, across pages; undefined at the ends of the list. */
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
  latest,
  goTo,
}: NeighboursInput) => {
  const isStepping = useRef(false);
  const located = useRef<RecordId>(undefined);
  const at = rows?.findIndex(({ id }) => isSameId(openId, id)) ?? -1;

  // A link may open a report that is on another page: go to that page.
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

  // Prefetches what the next key press would show.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each open report, not for each render
  useEffect(() => {
    if (at === -1 || !rows || isStale) return;
    for (const neighbour of [rows[at + 1], rows[at - 1]].filter(canOpen)) {
      prepare(neighbour.id);
      if (neighbour.picture_path) new Image().src = photoUrl(neighbour.picture_path);
    }
    const pages = [
      at === rows.length - 1 && page < lastPage ? page + 1 : undefined,
      at === 0 && page > 1 ? page - 1 : undefined,
    ];
    for (const wanted of pages) if (wanted) loadPage(wanted).catch(() => undefined);
  }, [openId, at, page, isStale]);

  /** Steps from the report in the address, not the rendered one: two quick key presses are two steps. */
  const step = async (by: 1 | -1) => {
    // A held key must not fetch pages faster than they arrive.
    if (isStepping.current) return;
    isStepping.current = true;
    try {
      const from = latest();
      const listed = rows && from.page === page && !isStale ? rows : await loadPage(from.page);
      const index = listed.findIndex(({ id }) => isSameId(from.report, id));
      if (index === -1) return;
      const beside = listed[index + by];
      if (canOpen(beside)) return goTo({ page: from.page, report: beside.id });
      const turned = from.page + by;
      if (turned < 1 || turned > lastPage) return;
      const nearest = (await loadPage(turned)).at(by === 1 ? 0 : -1);
      const isStillThere = latest().report === from.report;
      if (canOpen(nearest) && isStillThere) goTo({ page: turned, report: nearest.id });
    } catch (error) {
      toast.error(errorText(error, t('Failed to load property data')));
    } finally {
      isStepping.current = false;
    }
  };

  if (at === -1) return { onPrevious: undefined, onNext: undefined, place: undefined };
  const place = (page - 1) * pageSize + at + 1;
  const isLast = page >= lastPage && at === (rows?.length ?? 0) - 1;
  return {
    onPrevious: place > 1 ? () => void step(-1) : undefined,
    onNext: isLast ? undefined : () => void step(1),
    place,
  };
};
