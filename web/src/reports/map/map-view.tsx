import { Button, Text } from '@mantine/core';
import type { Box, MapCircle, RecordId, ReportOptions } from '@survey/contract';
import { IconMaximize } from '@tabler/icons-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { BaseMapProblem } from '../../maps/base-map-problem.tsx';
import classes from '../../maps/map.module.css';
import { useMapCircles, type useMapSummary } from '../../maps/map-summary.api.ts';
import { loadLetters } from '../../maps/text-images.ts';
import { t } from '../../text/text.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import { type Filters, filterQuery } from '../filters/report-search.ts';
import { BoxTools } from './box-tools.tsx';
import { namedView } from './cluster-names.ts';
import { legendOf, valueTexts } from './colouring.ts';
import { Legend } from './legend.tsx';
import { readMapAddress, writePlace } from './map-address.ts';
import { fitBox, viewOf, zoomTo } from './map-camera.ts';
import { MapCanvas } from './map-canvas.tsx';
import { MapList } from './map-list.tsx';
import { NoMap } from './no-map.tsx';
import { PlacedTotal } from './placed-total.tsx';
import type { Shown } from './shown-features.ts';
import { useFieldNews } from './use-field-news.ts';

interface MapViewProps {
  filters: Filters;
  /** Undefined while they load. */
  options: ReportOptions | undefined;
  /** Of the same filters. */
  summary: ReturnType<typeof useMapSummary>;
  onBox: (box: Box | undefined) => void;
  onOpen: (id: RecordId) => void;
}

const none: readonly MapCircle[] = [];

/** The circles, once the letters of their names are loaded. */
const useDrawableCircles = (circles: readonly MapCircle[] | undefined): readonly MapCircle[] => {
  const [drawable, setDrawable] = useState(none);
  useEffect(() => {
    if (!circles) return undefined;
    let isGone = false;
    void loadLetters(circles.map(({ circle }) => circle)).then(() => {
      if (!isGone) setDrawable(circles);
    });
    return () => {
      isGone = true;
    };
  }, [circles]);
  return drawable;
};

/** The map with its tools, its legend and the list of what it shows. */
export const MapView = ({ filters, options, summary, onBox, onOpen }: MapViewProps) => {
  const [{ colour, at }, change] = useUrlState(readMapAddress);
  const query = useMemo(() => filterQuery(filters), [filters]);
  const circles = useDrawableCircles(useMapCircles(query).data);
  const version = useFieldNews(filters);
  const legend = useMemo(() => legendOf(colour, options), [colour, options]);
  const text = useMemo(() => valueTexts(colour, legend, options), [colour, legend, options]);
  const [shown, setShown] = useState<Shown[]>([]);
  const [isDrawing, setDrawing] = useState(false);
  const { groups, places } = useMemo(() => namedView(shown, circles), [shown, circles]);
  const map = useRef<MapLibreMap | undefined>(undefined);
  const { placed, bounds, basemap } = summary.data ?? {};

  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && setDrawing(false);
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, []);

  const chooseBox = (box: Box | undefined) => {
    setDrawing(false);
    onBox(box);
  };
  return (
    <>
      <BaseMapProblem basemap={basemap} />
      <div className={classes.bar}>
        <PlacedTotal query={query} placed={placed} isStale={summary.isPlaceholderData} />
        <div className={classes.tools}>
          <Button
            size="xs"
            variant="default"
            disabled={!bounds}
            leftSection={<IconMaximize size={14} aria-hidden />}
            onClick={() => bounds && fitBox(map.current, bounds)}
          >
            {t('Show all')}
          </Button>
          <BoxTools
            box={filters.box}
            isDrawing={isDrawing}
            onDraw={setDrawing}
            view={() => viewOf(map.current)}
            onBox={chooseBox}
          />
        </div>
      </div>
      <div className={classes.grid}>
        <div className={classes.frame}>
          <MapCanvas
            summary={summary.data}
            names={places}
            query={query}
            colouring={colour}
            legend={legend}
            version={version}
            at={at}
            box={filters.box}
            isDrawing={isDrawing}
            onBox={chooseBox}
            onMove={(place) => change({ at: writePlace(place) }, { replace: true })}
            onShown={setShown}
            onPick={(feature) =>
              feature.kind === 'point' ? onOpen(feature.id) : zoomTo(map.current, feature)
            }
            onMap={(made) => {
              map.current = made;
            }}
            fallback={<NoMap circles={circles} filters={filters} />}
          />
          <Legend
            colouring={colour}
            legend={legend}
            onColouring={(colouring) => change({ colour: colouring })}
          />
        </div>
        <MapList
          shown={shown}
          names={groups}
          text={text}
          legend={legend}
          onOpen={onOpen}
          onZoom={(cluster) => zoomTo(map.current, cluster)}
        />
      </div>
      <Text size="xs" c="dimmed">
        {t('Click a group to zoom in, a point to open its report. Shift and drag draws a box.')}
      </Text>
    </>
  );
};
