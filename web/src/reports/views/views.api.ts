// Saved views: their list, their changes, and opening one from a link.
import { type ClientInput, calls, type ReportTableView } from '@survey/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { send } from '../../api/client.ts';
import { t } from '../../text/text.ts';
import { toast } from '../../ui/toasts.ts';
import { countFilters, readFilters } from '../filters/report-search.ts';
import type { ReportAddress } from '../filters/use-report-address.ts';

const queryKey = ['report-views'] as const;

/** All views visible to the user; disabled where the backend has none. */
export const useReportViews = () => {
  const can = useCan('reportViews');
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await send(calls.reportViews, {}, { signal })).views,
    enabled: can,
    staleTime: 30_000,
  });
};

const useChange = <Input, Answer>(make: (input: Input) => Promise<Answer>) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSettled: () => cache.invalidateQueries({ queryKey }),
  }).mutateAsync;
};

/** The changes of views; each refetches the list. */
export const useViewChanges = () => ({
  save: useChange((body: ClientInput<typeof calls.saveReportView>['body']) =>
    send(calls.saveReportView, { body }),
  ),
  change: useChange((body: ClientInput<typeof calls.changeReportView>['body']) =>
    send(calls.changeReportView, { body }),
  ),
  remove: useChange((id: number) => send(calls.deleteReportView, { body: { id } })),
});

/**
 * Opens the view whose id is in the address: its filters and, where it has one, its view of the table. `isOpening` is
 * true until then, so that no other list is shown meanwhile.
 */
export const useOpenView = (
  { view: id, filters, openView }: ReportAddress,
  onTable: (view: ReportTableView) => void,
): { isOpening: boolean } => {
  const can = useCan('reportViews');
  const { data: views, isError } = useReportViews();
  const [opened, setOpened] = useState<number>();
  const view = views?.find((known) => known.id === id);
  const isNew = can && id !== undefined && id !== opened && countFilters(filters) === 0;

  useEffect(() => {
    if (id === undefined || !views) return;
    setOpened(id);
    if (!isNew) return;
    if (!view) {
      toast.info(t('This view is not there'), t('It was deleted, or its owner does not share it.'));
      openView(undefined, true);
      return;
    }
    if (view.table) onTable(view.table);
    openView({ id, filters: readFilters(view.filters) }, true);
  }, [id, isNew, views, view, openView, onTable]);

  return { isOpening: isNew && !isError && (views === undefined || view !== undefined) };
};
