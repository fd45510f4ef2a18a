// Tells colleagues which report is open here, and learns who has it open already.
import { calls } from '@survey/contract';
import { useEffect, useEffectEvent } from 'react';
import { send } from '../../api/client.ts';

/** Half of the time after which the server no longer counts a report as open. */
const repeatMs = 60_000;
/** A report that is shown for a shorter time is not marked as open. */
const restMs = 150;

/**
 * Notes a report as open while it is shown.
 * @param onOpenBy gets the colleague who had it first, null where there is none
 */
export const useOpenMark = (
  id: number | undefined,
  onOpenBy: (id: number, by: string | null) => void,
): void => {
  const tell = useEffectEvent(onOpenBy);
  useEffect(() => {
    if (id === undefined) return undefined;
    let isTold = false;
    const say = () => {
      const opened = { params: { id }, body: { is_open: true } };
      // Who has it open is a help; without it the work goes on.
      send(calls.openReport, opened).then(
        ({ open_by }) => tell(id, open_by),
        () => undefined,
      );
    };
    const begin = setTimeout(() => {
      isTold = true;
      say();
    }, restMs);
    const repeat = setInterval(say, repeatMs);
    return () => {
      clearTimeout(begin);
      clearInterval(repeat);
      if (!isTold) return;
      const closed = { params: { id }, body: { is_open: false } };
      void send(calls.openReport, closed).catch(() => undefined);
    };
  }, [id]);
};
