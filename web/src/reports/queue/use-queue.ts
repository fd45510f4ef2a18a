// The review queue: which report is shown, what was decided, and what comes next.
import { calls, type Flag, type NoteText, type QueuedReport, type Review } from '@survey/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useCan } from '../../api/capabilities.ts';
import { send } from '../../api/client.ts';
import { onLive } from '../../api/live.ts';
import { throttle } from '../../api/throttle.ts';
import { t } from '../../text/text.ts';
import { doneText, reasonText } from '../../ui/error-text.ts';
import { toast } from '../../ui/toasts.ts';
import { reportDetailsQuery, reportKeys } from '../report.api.ts';
import type { ReviewChange } from '../review/review.api.ts';
import { paceOf } from './pace.ts';
import { queueQuery } from './queue.api.ts';
import type { QueueAddress } from './queue-address.ts';
import { useOpenMark } from './use-open-mark.ts';

/** Reports before the end of what is known at which more are fetched. */
const ahead = 6;
/** Reports whose details are fetched before they are shown. */
const prepared = 2;

export interface QueueEntry extends QueuedReport {
  /** Reviewed here; its state may still be on the way to the server. */
  isDecided: boolean;
}

interface Change {
  review?: Review;
  flags?: Flag[];
  open_by?: string | null;
  isDecided?: boolean;
}

interface Last {
  id: number;
  text: string;
  undo_entry: number | undefined;
}

type Decision = Pick<ReviewChange, 'state'> & { note?: NoteText | null };

/** What can be done with a queue. Deciding shows the next report at once; a refusal is told when it comes. */
export const useQueue = (address: QueueAddress) => {
  const cache = useQueryClient();
  const pages = useInfiniteQuery(queueQuery(address));
  const [place, setPlace] = useState(0);
  const [changes, setChanges] = useState<ReadonlyMap<number, Change>>(new Map());
  const [times, setTimes] = useState<readonly number[]>([]);
  const [last, setLast] = useState<Last>();
  /** Only who came to a report by going on is led past it where a colleague has it. */
  const cameForward = useRef(true);

  const entries = useMemo(() => {
    const all = pages.data?.pages.flatMap(({ reports }) => reports) ?? [];
    const once = new Map(all.map((queued) => [queued.report.id, queued]));
    return [...once.values()].map(
      (queued): QueueEntry => ({ isDecided: false, ...queued, ...changes.get(queued.report.id) }),
    );
  }, [pages.data, changes]);
  const current = entries[place];
  const change = (id: number, to: Change) =>
    setChanges((known) => new Map(known).set(id, { ...known.get(id), ...to }));

  const after = (from: number, isPassed: (entry: QueueEntry) => boolean): number => {
    const found = entries.findIndex((entry, at) => at > from && !isPassed(entry));
    return found === -1 ? entries.length : found;
  };
  const isElsewhere = ({ open_by }: QueueEntry) => open_by !== null;
  const goOn = () => {
    cameForward.current = true;
    setPlace(after(place, (entry) => entry.isDecided || isElsewhere(entry)));
  };

  useOpenMark(current?.report.id, (id, by) => {
    change(id, { open_by: by });
    const isShown = entries[place]?.report.id === id;
    if (by !== null && isShown && cameForward.current) goOn();
  });

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  const isShort = hasNextPage && place + ahead > entries.length;
  useEffect(() => {
    if (isShort && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isShort, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  const upcoming = entries.slice(place, place + 1 + prepared).map(({ report }) => report.id);
  const written = upcoming.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `written` is the identity of the ids
  useEffect(() => {
    for (const id of upcoming) void cache.prefetchQuery(reportDetailsQuery(id));
  }, [written]);

  const readAgain = async (id: number) => {
    const { review } = await cache.fetchQuery({ ...reportDetailsQuery(id), staleTime: 0 });
    change(id, { review, isDecided: review.state !== 'new' });
  };

  /** Checks find something, and colleagues change, what is shown here; what was decided meanwhile stays. */
  const refresh = useEffectEvent(async () => {
    const id = entries[place]?.report.id;
    if (id === undefined) return;
    const { review, flags } = await cache.fetchQuery({ ...reportDetailsQuery(id), staleTime: 0 });
    setChanges((known) => {
      const before = known.get(id);
      if (before?.isDecided) return known;
      return new Map(known).set(id, {
        ...before,
        review,
        flags,
        isDecided: review.state !== 'new',
      });
    });
  });
  const isLive = useCan('live');
  useEffect(() => {
    if (!isLive) return undefined;
    const { ask, stop } = throttle(refresh);
    const leave = onLive(({ kind }) => {
      if (kind !== 'reports') ask();
    });
    return () => {
      stop();
      leave();
    };
  }, [isLive]);

  const tellFailure = async ({ report }: QueueEntry, state: Decision['state'], error: unknown) => {
    change(report.id, { isDecided: false });
    const pin = t('PIN {pin}', { pin: report.pin });
    const isLate = error instanceof ApiError && error.status === 409;
    if (!isLate) {
      const failed =
        state === 'sent_back'
          ? t('Failed to update pin status')
          : t('The report could not be reviewed');
      toast.error(`${pin}: ${failed}`, reasonText(error));
      return;
    }
    toast.info(`${pin}: ${t('Nothing was changed')}`, reasonText(error));
    await readAgain(report.id);
  };

  const decide = async ({ state, note }: Decision) => {
    if (!current) return;
    const { report, review } = current;
    change(report.id, { isDecided: state !== 'new' });
    if (state !== 'new') goOn();
    try {
      const body = { state, version: review.version, ...(note !== undefined && { note }) };
      const done = await send(calls.reviewReport, { params: { id: report.id }, body });
      change(report.id, { review: done.review });
      setLast({ id: report.id, text: doneText(done), undo_entry: done.undo_entry });
      if (state !== 'new' && !current.isDecided) setTimes((known) => [...known, Date.now()]);
    } catch (error) {
      await tellFailure(current, state, error).catch(() => undefined);
    }
    // Lists are fetched again when they are opened, not at every key.
    void cache.invalidateQueries({ queryKey: reportKeys.all, refetchType: 'none' });
  };

  const [first] = pages.data?.pages ?? [];
  return {
    entries,
    place,
    current,
    decide,
    /** The next report, without a decision on this one. */
    next: () => {
      cameForward.current = true;
      setPlace(after(place, isElsewhere));
    },
    previous: () => {
      cameForward.current = false;
      setPlace(Math.max(0, place - 1));
    },
    goTo: (at: number) => {
      cameForward.current = false;
      setPlace(at);
    },
    setFlags: (id: number, flags: Flag[]) => change(id, { flags }),
    last,
    /** To be called when the last decision was undone. */
    undone: () => {
      if (last) void readAgain(last.id).catch(() => undefined);
      setLast(undefined);
      setTimes((known) => known.slice(0, -1));
    },
    figures: {
      today: (first?.reviewed_today ?? 0) + times.length,
      remaining: Math.max(0, (first?.remaining ?? 0) - times.length),
      pace: paceOf(times),
      decided: times.length,
    },
    isLoading: pages.isLoading || (current === undefined && (hasNextPage || isFetchingNextPage)),
    isError: pages.isError,
    failed: pages,
  };
};

export type Queue = ReturnType<typeof useQueue>;
