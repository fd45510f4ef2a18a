import { Button } from '@mantine/core';
import { calls, type PropertyReport, type RecordId } from '@survey/contract';
import { IconListDetails } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { useMapSummary } from '../../maps/map-summary.api.ts';
import { t } from '../../text/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { loadFailure } from '../../ui/load-failure.ts';
import { Page } from '../../ui/page.tsx';
import { LazyImageModal, LazyReportDrawer } from '../details/report-dialogs.tsx';
import { useSendBack } from '../details/send-back.tsx';
import { useSetAside } from '../details/set-aside.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { useFilterChoices } from '../filters/filter-choices.api.ts';
import { ReportPinSearch } from '../filters/report-pin-search.tsx';
import { filterQuery, writeFilters } from '../filters/report-search.ts';
import { useReportAddress } from '../filters/use-report-address.ts';
import { MapView } from './map-view.tsx';

/** /map: the reports that match the filters, on a map. */
export const MapPage = () => {
  const canMap = useCan(calls.mapTile.name);
  const address = useReportAddress({ withResubmission: true });
  const { filters, changeFilters, clearFilters, goTo, report: openId } = address;
  const choices = useFilterChoices();
  const options = choices.data?.options;
  const query = useMemo(() => filterQuery(filters), [filters]);
  const summary = useMapSummary(query);
  const [photoOf, setPhotoOf] = useState<PropertyReport>();
  const sendBack = useSendBack();
  const setAside = useSetAside();
  const pins = filters.pin ?? [];

  const onOpen = useCallback((id: RecordId) => goTo({ report: id }), [goTo]);
  const toList = { ...writeFilters(filters) };

  return (
    <Page
      title={t('Map')}
      action={
        <Button
          renderRoot={(props) => <Link to="/report" search={toList} {...props} />}
          variant="default"
          leftSection={<IconListDetails size={16} aria-hidden />}
        >
          {t('Show as a list')}
        </Button>
      }
      filters={
        <FilterBar
          filters={filters}
          listFilters={filters}
          options={options}
          optionsFailure={choices.error && !options ? loadFailure(choices) : undefined}
          onChange={changeFilters}
          onClearAll={clearFilters}
          pinSearch={
            <ReportPinSearch
              chosen={pins}
              pins={choices.data?.pins}
              onAdd={(pin) => changeFilters({ pin: [...pins, pin] })}
            />
          }
          withResubmission
        />
      }
    >
      {canMap ? null : (
        <EmptyState
          title={t('This server has no map')}
          hint={t('The list of reports shows latitude and longitude.')}
        />
      )}
      {summary.isError ? (
        <ErrorState title={t('Failed to load the map')} {...loadFailure(summary)} />
      ) : null}
      {canMap ? (
        <MapView
          filters={filters}
          options={options}
          summary={summary}
          onBox={(box) => changeFilters({ box })}
          onOpen={onOpen}
        />
      ) : null}
      <LazyReportDrawer
        id={openId}
        listed={undefined}
        isListLoading={false}
        place={undefined}
        total={0}
        onOpen={onOpen}
        onClose={() => goTo({ report: undefined })}
        onPrevious={undefined}
        onNext={undefined}
        onPhoto={setPhotoOf}
        onSendBack={sendBack && ((report) => void sendBack(report))}
        onSetAside={setAside}
      />
      <LazyImageModal reports={photoOf ? [photoOf] : []} shown={photoOf} onShow={setPhotoOf} />
    </Page>
  );
};
