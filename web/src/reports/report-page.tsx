import { Alert } from '@mantine/core';
import { calls } from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';
import { t } from '../text/text.ts';
import { loadFailure } from '../ui/load-failure.ts';
import { ReportActions } from './export/report-actions.tsx';
import { useTask } from './export/use-task.ts';
import { useFilterChoices } from './filters/filter-choices.api.ts';
import { ReportPinSearch } from './filters/report-pin-search.tsx';
import { filterQuery } from './filters/report-search.ts';
import { useReportAddress } from './filters/use-report-address.ts';
import { useCanSort } from './report-extras.ts';
import { ReportScreen } from './report-screen.tsx';
import { reportPageQuery, useReportPage } from './reports.api.ts';
import { NewReports } from './table/new-reports.tsx';
import { pageSizeOf } from './table/page-size.ts';
import { useLiveStates } from './table/use-live-states.ts';
import { useTableView } from './table/use-table-view.ts';
import { useOpenView } from './views/views.api.ts';
import { ViewsMenu } from './views/views-menu.tsx';

const failureOf = (query: Parameters<typeof loadFailure>[0]) =>
  query.error ? loadFailure(query) : undefined;

/** /report: all current reports, filtered and paged by the server. */
export const ReportPage = () => {
  const cache = useQueryClient();
  const canLocate = useCan('reportPlace');
  const address = useReportAddress({ withResubmission: true });
  const [view, setView] = useTableView();
  const { filters, page, changeFilters } = address;
  const canSort = useCanSort();
  const sort = canSort ? address.sort : undefined;
  const pageSize = pageSizeOf(address, view);
  const openView = useOpenView(address, setView);
  const answer = useReportPage(filters, {
    page,
    pageSize,
    sort,
    isWanted: !openView.isOpening,
  });
  useLiveStates(filters, { page, pageSize, sort });
  const choices = useFilterChoices();
  const task = useTask();
  // Memoized, so that a change of page does not render filters and menus again.
  const allPins = choices.data?.pins;
  const pinSearch = useMemo(() => {
    const { pin = [] } = filters;
    const add = (text: string) => changeFilters({ pin: [...pin, text] });
    return <ReportPinSearch chosen={pin} pins={allPins} onAdd={add} />;
  }, [filters, allPins, changeFilters]);
  const { view: viewId, openView: showView } = address;
  const actions = useMemo(
    () => (
      <>
        <ViewsMenu
          address={{ view: viewId, filters, openView: showView }}
          table={view}
          onTable={setView}
        />
        <ReportActions filters={filters} task={task} />
      </>
    ),
    [viewId, filters, showView, view, setView, task],
  );

  return (
    <ReportScreen
      title={t('Property Report')}
      address={address}
      view={view}
      onView={setView}
      pageSize={pageSize}
      listFilters={filters}
      list={{
        rows: openView.isOpening ? undefined : answer.data?.data,
        total: answer.data?.total ?? 0,
        page,
        shownPage: answer.data?.current_page ?? page,
        lastPage: Math.max(answer.data?.last_page ?? 1, 1),
        isStale: answer.isPlaceholderData,
        order: canSort ? { sort: answer.data?.unsorted ? undefined : sort } : undefined,
      }}
      failure={failureOf(answer)}
      options={choices.data?.options}
      optionsFailure={choices.data ? undefined : failureOf(choices)}
      pinSearch={pinSearch}
      withResubmission
      actions={actions}
      notice={
        <>
          {answer.data?.unsorted ? (
            <Alert color="yellow" variant="light" p="xs">
              {answer.data.unsorted}
            </Alert>
          ) : null}
          <NewReports
            filters={filters}
            loadedAt={answer.dataUpdatedAt}
            onShow={() => address.goTo({ page: 1 })}
          />
        </>
      }
      task={task}
      loadPage={async (wanted) =>
        (await cache.fetchQuery(reportPageQuery(filters, { page: wanted, pageSize, sort }))).data
      }
      locate={
        // The place is that in the usual order.
        canLocate && !sort
          ? async (id) =>
              (await send(calls.reportPlace, { query: { ...filterQuery(filters), id } })).place
          : undefined
      }
    />
  );
};
