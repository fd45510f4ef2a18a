import type {
  PropertyReport,
  RecordId,
  ReportOptions,
  ReportPageSize,
  ReportTableView,
} from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCan } from '../api/capabilities.ts';
import { readSession } from '../api/session.ts';
import { t } from '../text/text.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProgressPanel } from '../ui/progress-panel.tsx';
import { useLeaveGuard } from '../ui/use-leave-guard.ts';
import { LazyImageModal, LazyReportDrawer } from './details/report-dialogs.tsx';
import { useSendBack } from './details/send-back.tsx';
import { useSetAside } from './details/set-aside.tsx';
import { useNeighbours } from './details/use-neighbours.ts';
import type { Task } from './export/use-task.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import type { Failure } from './filters/filter-panel.tsx';
import { type Filters, filterQuery } from './filters/report-search.ts';
import type { ReportAddress } from './filters/use-report-address.ts';
import { isSameId, reportDetailsQuery } from './report.api.ts';
import { SelectionBar } from './selection/selection-bar.tsx';
import { useBulk } from './selection/use-bulk.ts';
import { useSelection } from './selection/use-selection.ts';
import { type ReportPageRows, ReportTable } from './table/report-table.tsx';

interface ReportScreenProps {
  title: string;
  description?: ReactNode;
  address: ReportAddress;
  list: ReportPageRows;
  view: ReportTableView;
  onView: (view: ReportTableView) => void;
  pageSize: ReportPageSize;
  /** The filters that select the same list on the server: on /sreport with the pair of users. */
  listFilters: Filters;
  /** Set where the query for the list failed. */
  failure: Failure | undefined;
  options: ReportOptions | undefined;
  optionsFailure?: Failure | undefined;
  pinSearch: ReactNode;
  withResubmission: boolean;
  actions: ReactNode;
  /** Between filters and table: new reports. */
  notice?: ReactNode;
  task: Task;
  loadPage: (page: number) => Promise<readonly PropertyReport[]>;
  locate: ((id: RecordId) => Promise<number | null>) | undefined;
}

/** What /report and /sreport have in common: filters, table, selection, details, photos. */
export const ReportScreen = ({
  title,
  description,
  address,
  list,
  view,
  onView,
  pageSize,
  listFilters,
  failure,
  options,
  optionsFailure,
  pinSearch,
  withResubmission,
  actions,
  notice,
  task,
  loadPage,
  locate,
}: ReportScreenProps) => {
  const cache = useQueryClient();
  const { report: openId, hasFilters, changeFilters, clearFilters, goTo, latest } = address;
  const [photoOf, setPhotoOf] = useState<PropertyReport>();
  const sendBack = useSendBack();
  const setAside = useSetAside();
  const canSelect = useCan('countSelection');
  const canDetail = useCan('reportDetails');
  const query = useMemo(() => filterQuery(listFilters), [listFilters]);
  const selection = useSelection(list.rows, JSON.stringify(query));
  const ids = selection.isAll ? undefined : [...selection.ids];
  const bulk = useBulk(task, { filters: query, ...(ids && { ids }) }, selection.clear);
  const { place, ...neighbours } = useNeighbours({
    ...list,
    pageSize,
    openId,
    loadPage,
    locate,
    prepare: (id) => {
      if (canDetail) void cache.prefetchQuery(reportDetailsQuery(id));
    },
    latest,
    goTo: (wanted) => goTo({ ...wanted, rows: pageSize }, true),
  });
  const onOpen = useCallback(
    ({ id }: PropertyReport) => {
      if (id !== null) goTo({ report: id });
    },
    [goTo],
  );
  // A stable function, so that the memoized rows (up to 200) are not rendered again.
  const latestSendBack = useRef(sendBack);
  latestSendBack.current = sendBack;
  const onSendBack = useCallback(
    (report: PropertyReport) => void latestSendBack.current?.(report),
    [],
  );
  const rows = list.rows ?? [];
  const photos =
    !photoOf || rows.some((row) => row === photoOf || isSameId(photoOf.id ?? undefined, row.id))
      ? rows
      : [photoOf];
  const onPage = useCallback(
    (wanted: number) => goTo({ page: wanted, rows: pageSize }),
    [goTo, pageSize],
  );
  const onPageSize = useCallback(
    (wanted: ReportPageSize) => {
      onView({ ...view, rows: wanted });
      goTo({ page: 1, rows: wanted });
    },
    [onView, view, goTo],
  );
  useLeaveGuard({
    isBusy: task.progress !== undefined,
    message: t('Work is under way. Leaving this screen cancels it.'),
    hasSession: () => readSession() !== undefined,
  });

  // The page in the address is beyond the end of the list (a shared link, reports replaced).
  const { lastPage, page } = list;
  const isBeyond = list.rows !== undefined && !list.isStale && page > lastPage;
  useEffect(() => {
    if (isBeyond) goTo({ page: lastPage }, true);
  }, [isBeyond, lastPage, goTo]);

  return (
    <Page
      title={title}
      description={description}
      action={actions}
      filters={
        <FilterBar
          filters={address.filters}
          listFilters={listFilters}
          options={options}
          optionsFailure={optionsFailure}
          onChange={changeFilters}
          onClearAll={clearFilters}
          pinSearch={pinSearch}
          withResubmission={withResubmission}
        />
      }
    >
      {task.progress ? <ProgressPanel {...task.progress} onCancel={task.cancel} /> : null}
      {notice}
      {failure ? <ErrorState title={t('Failed to load property data')} {...failure} /> : null}
      {canSelect ? (
        <SelectionBar
          selection={selection}
          total={list.total}
          bulk={bulk}
          isBusy={task.progress !== undefined}
        />
      ) : null}
      {failure && !list.rows ? null : (
        <ReportTable
          list={list}
          view={view}
          onView={onView}
          pageSize={pageSize}
          onPageSize={onPageSize}
          selection={canSelect ? selection : undefined}
          openId={openId}
          onOpen={onOpen}
          onPage={onPage}
          onSort={address.sortBy}
          onClearAll={hasFilters ? clearFilters : undefined}
          onPhoto={setPhotoOf}
          onSendBack={sendBack && onSendBack}
        />
      )}
      <LazyReportDrawer
        id={openId}
        listed={rows.find(({ id }) => isSameId(openId, id))}
        isListLoading={list.rows === undefined}
        place={place}
        total={list.total}
        onOpen={(id) => goTo({ report: id })}
        onClose={() => goTo({ report: undefined })}
        {...neighbours}
        onPhoto={setPhotoOf}
        onSendBack={sendBack && onSendBack}
        onSetAside={setAside}
      />
      <LazyImageModal reports={photos} shown={photoOf} onShow={setPhotoOf} />
    </Page>
  );
};
