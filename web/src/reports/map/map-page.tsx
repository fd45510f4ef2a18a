import { Button, Text } from '@mantine/core';
import { type Box, calls, type PropertyReport, type RecordId } from '@survey/contract';
import { IconListDetails, IconMaximize } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCan } from '../../api/capabilities.ts';
import { BaseMapProblem } from '../../maps/base-map-problem.tsx';
import classes from '../../maps/map.module.css';
import { useMapCircles, useMapSummary } from '../../maps/map-summary.api.ts';
import { t } from '../../text/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { loadFailure } from '../../ui/load-failure.ts';
import { Page } from '../../ui/page.tsx';
import { useUrlState } from '../../ui/use-url-state.ts';
import { LazyImageModal, LazyReportDrawer } from '../details/report-dialogs.tsx';
import { useSendBack } from '../details/send-back.tsx';
import { useSetAside } from '../details/set-aside.tsx';
import { FilterBar } from '../filters/filter-bar.tsx';
import { useFilterChoices } from '../filters/filter-choices.api.ts';
import { ReportPinSearch } from '../filters/report-pin-search.tsx';
import { filterQuery, writeFilters } from '../filters/report-search.ts';
import { useReportAddress } from '../filters/use-report-address.ts';
import { BoxTools } from './box-tools.tsx';
import { legendOf, valueTexts } from './colouring.ts';
import { Legend } from './legend.tsx';
import { readMapAddress, writePlace } from './map-address.ts';
import { MapCanvas } from './map-canvas.tsx';
import { MapList } from './map-list.tsx';
import { NoMap } from './no-map.tsx';
import { PlacedTotal } from './placed-total.tsx';
import type { Shown, ShownCluster } from './shown-features.ts';
import { useFieldNews } from './use-field-news.ts';

const closestZoom = 19;
const zoomStep = 2.5;
const fitPadding = 48;
const fitZoom = 16;

const viewOf = (map: MapLibreMap | undefined): Box | undefined => {
  if (!map) return undefined;
  const bounds = map.getBounds();
  return {
    minLng: Math.max(-180, bounds.getWest()),
    minLat: Math.max(-90, bounds.getSouth()),
    maxLng: Math.min(180, bounds.getEast()),
    maxLat: Math.min(90, bounds.getNorth()),
  };
};

/** /map: the reports that match the filters, on a map. */
export const MapPage = () => {
  const canMap = useCan(calls.mapTile.name);
  const address = useReportAddress({ withResubmission: true });
  const { filters, changeFilters, clearFilters, goTo, report: openId } = address;
  const [{ colour, at }, change] = useUrlState(readMapAddress);
  const choices = useFilterChoices();
  const options = choices.data?.options;
  const query = useMemo(() => filterQuery(filters), [filters]);
  const summary = useMapSummary(query);
  const circles = useMapCircles(query).data;
  const version = useFieldNews(filters);
  const legend = useMemo(() => legendOf(colour, options), [colour, options]);
  const text = useMemo(() => valueTexts(colour, legend, options), [colour, legend, options]);
  const [shown, setShown] = useState<Shown[]>([]);
  const [isDrawing, setDrawing] = useState(false);
  const [photoOf, setPhotoOf] = useState<PropertyReport>();
  const sendBack = useSendBack();
  const setAside = useSetAside();
  const map = useRef<MapLibreMap | undefined>(undefined);
  const pins = filters.pin ?? [];

  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && setDrawing(false);
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, []);

  const onOpen = useCallback((id: RecordId) => goTo({ report: id }), [goTo]);
  const zoomTo = ({ lng, lat }: ShownCluster) => {
    const zoom = Math.min(closestZoom, (map.current?.getZoom() ?? 0) + zoomStep);
    const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    map.current?.easeTo({ center: [lng, lat], zoom, duration: isReduced ? 0 : 400 });
  };
  const showAll = () => {
    const bounds = summary.data?.bounds;
    if (!bounds) return;
    const corners: [number, number, number, number] = [
      bounds.minLng,
      bounds.minLat,
      bounds.maxLng,
      bounds.maxLat,
    ];
    map.current?.fitBounds(corners, { padding: fitPadding, maxZoom: fitZoom, animate: false });
  };
  const onBox = (box: Box | undefined) => {
    setDrawing(false);
    changeFilters({ box });
  };
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
        <>
          <BaseMapProblem basemap={summary.data?.basemap} />
          <div className={classes.bar}>
            <PlacedTotal
              query={query}
              placed={summary.data?.placed}
              isStale={summary.isPlaceholderData}
            />
            <div className={classes.tools}>
              <Button
                size="xs"
                variant="default"
                disabled={!summary.data?.bounds}
                leftSection={<IconMaximize size={14} aria-hidden />}
                onClick={showAll}
              >
                {t('Show all')}
              </Button>
              <BoxTools
                box={filters.box}
                isDrawing={isDrawing}
                onDraw={setDrawing}
                view={() => viewOf(map.current)}
                onBox={onBox}
              />
            </div>
          </div>
          <div className={classes.grid}>
            <div className={classes.frame}>
              <MapCanvas
                summary={summary.data}
                circles={circles}
                query={query}
                colouring={colour}
                legend={legend}
                version={version}
                at={at}
                box={filters.box}
                isDrawing={isDrawing}
                onBox={onBox}
                onMove={(place) => change({ at: writePlace(place) }, { replace: true })}
                onShown={setShown}
                onPick={(feature) =>
                  feature.kind === 'point' ? onOpen(feature.id) : zoomTo(feature)
                }
                onMap={(made) => {
                  map.current = made;
                }}
                fallback={<NoMap circles={circles ?? []} filters={filters} />}
              />
              <Legend
                colouring={colour}
                legend={legend}
                onColouring={(colouring) => change({ colour: colouring })}
              />
            </div>
            <MapList
              shown={shown}
              circles={circles}
              text={text}
              legend={legend}
              onOpen={onOpen}
              onZoom={zoomTo}
            />
          </div>
          <Text size="xs" c="dimmed">
            {t('Click a group to zoom in, a point to open its report. Shift and drag draws a box.')}
          </Text>
        </>
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
