import type { PropertyReport, ReportOptions } from '@survey/contract';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';
import { ProgressPanel } from '../ui/progress-panel.tsx';
import { FilterBar } from './filter-bar.tsx';
import type { Failure } from './filter-panel.tsx';
import { ImageModal } from './image-modal.tsx';
import { ReportDrawer } from './report-drawer.tsx';
import { type ReportPageRows, ReportTable } from './report-table.tsx';
import { useSendBack } from './send-back.tsx';
import { useNeighbours } from './use-neighbours.ts';
import type { ReportAddress } from './use-report-address.ts';
import type { useTask } from './use-task.ts';

interface ReportScreenProps {
  title: string;
  description?: ReactNode;
  address: ReportAddress;
  list: ReportPageRows;
  /** Set where the list could not be loaded. */
  failure: Failure | undefined;
  options: ReportOptions | undefined;
  optionsFailure?: Failure | undefined;
  pinSearch: ReactNode;
  withResubmission: boolean;
  actions: ReactNode;
  task: ReturnType<typeof useTask>;
  loadPage: (page: number) => Promise<readonly PropertyReport[]>;
}

/** What /report and /sreport have in common: filters, table, details, photos. */
export const ReportScreen = ({
  title,
  description,
  address,
  list,
  failure,
  options,
  optionsFailure,
  pinSearch,
  withResubmission,
  actions,
  task,
  loadPage,
}: ReportScreenProps) => {
  const { report: openId, hasFilters, changeFilters, clearFilters, goTo } = address;
  const [photoOf, setPhotoOf] = useState<PropertyReport>();
  const sendBack = useSendBack();
  const neighbours = useNeighbours({
    ...list,
    openId,
    loadPage,
    goTo: (place) => goTo(place, true),
  });
  const onOpen = useCallback((report: PropertyReport) => goTo({ report: report.id }), [goTo]);
  const onSendBack = useCallback((report: PropertyReport) => void sendBack(report), [sendBack]);
  const rows = list.rows ?? [];
  const photos = rows.some(({ id }) => id === photoOf?.id) || !photoOf ? rows : [photoOf];

  // The list got shorter than the page in the address (a filter, a shared link, reports replaced).
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
      {failure ? <ErrorState title="Failed to load property data" {...failure} /> : null}
      {failure && !list.rows ? null : (
        <ReportTable
          list={list}
          openId={openId}
          onOpen={onOpen}
          onPage={(wanted) => goTo({ page: wanted })}
          onClearAll={hasFilters ? clearFilters : undefined}
          onPhoto={setPhotoOf}
          onSendBack={onSendBack}
        />
      )}
      <ReportDrawer
        id={openId}
        listed={rows.find(({ id }) => id === openId)}
        isListLoading={list.rows === undefined}
        onOpen={(id) => goTo({ report: id })}
        onClose={() => goTo({ report: undefined })}
        {...neighbours}
        onPhoto={setPhotoOf}
        onSendBack={onSendBack}
      />
      <ImageModal reports={photos} shown={photoOf} onShow={setPhotoOf} />
    </Page>
  );
};
