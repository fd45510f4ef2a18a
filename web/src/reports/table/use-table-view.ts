// The view is stored with the account where the backend supports it, and in this browser: the copy is shown before
// the server has answered, and is the only one on a literal backend.
import { calls, type ReportTableView } from '@survey/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { send } from '../../api/client.ts';
import { useStableValue } from '../../ui/use-stable-value.ts';
import { useStoredState } from '../../ui/use-stored-state.ts';
import { readTableView, usualView, viewKey } from './table-view.ts';

const queryKey = ['preferences'] as const;
/** Changes within this time are saved together, in ms. */
const savePauseMs = 500;

/** The user's view of the report table, and the function that changes and stores it. */
export const useTableView = (): [ReportTableView, (view: ReportTableView) => void] => {
  const cache = useQueryClient();
  const can = useCan('savePreferences');
  const [stored, store] = useStoredState<unknown>(viewKey(), usualView);
  const remembered = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(calls.myPreferences, {}, { signal }),
    enabled: can,
    staleTime: 60_000,
  });
  const waiting = useRef<ReportTableView>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    const report_table = waiting.current;
    waiting.current = undefined;
    if (!report_table) return;
    // Only logged: the next change saves again.
    send(calls.savePreferences, { body: { report_table } }, { keepalive: true }).catch((error) =>
      console.warn('The columns could not be remembered:', error),
    );
  }, []);

  useEffect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);

  const change = useCallback(
    (report_table: ReportTableView) => {
      store(report_table);
      if (!can) return;
      cache.setQueryData(queryKey, (known: object | undefined) => ({ ...known, report_table }));
      waiting.current = report_table;
      clearTimeout(timer.current);
      timer.current = setTimeout(save, savePauseMs);
    },
    [cache, can, save, store],
  );

  const local = useMemo(() => readTableView(stored), [stored]);
  return [useStableValue(remembered.data?.report_table ?? local), change];
};
