import { Skeleton, useComputedColorScheme } from '@mantine/core';
import type { Box, calls, MapColouring, ReplyOf } from '@survey/contract';
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { mapTones } from '../../maps/base-style.ts';
import { boxOf } from '../../maps/box-of.ts';
import { DrawBox } from '../../maps/draw-box.tsx';
import classes from '../../maps/map.module.css';
import { tileAddress } from '../../maps/tile-address.ts';
import { useMap } from '../../maps/use-map.ts';
import { t } from '../../text/text.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import type { PlaceName } from './cluster-names.ts';
import { colourExpression, type LegendEntry } from './colouring.ts';
import type { MapPlace } from './map-address.ts';
import { showBox, showNames } from './map-extras.ts';
import { clusterLayer, pointLayer, showReports } from './report-layers.ts';
import { type Shown, shownFeatures, shownOf } from './shown-features.ts';

type Summary = ReplyOf<typeof calls.mapSummary>;

interface MapCanvasProps {
  summary: Summary | undefined;
  names: readonly PlaceName[];
  query: Readonly<Record<string, string | undefined>>;
  colouring: MapColouring;
  legend: readonly LegendEntry[];
  /** Incremented when new reports may match. */
  version: number;
  at: MapPlace | undefined;
  box: Box | undefined;
  isDrawing: boolean;
  onBox: (box: Box | undefined) => void;
  onMove: (place: MapPlace) => void;
  onShown: (shown: Shown[]) => void;
  onPick: (feature: Shown) => void;
  onMap: (map: MapLibreMap | undefined) => void;
  /** Shown where the map cannot be drawn. */
  fallback: ReactNode;
}

const padding = 48;
const fitZoom = 16;

/** The MapLibre map: renders the layers and reports view, clicks and drawn boxes. */
export const MapCanvas = ({
  summary,
  names,
  query,
  colouring,
  legend,
  version,
  at,
  box,
  isDrawing,
  onBox,
  onMove,
  onShown,
  onPick,
  onMap,
  fallback,
}: MapCanvasProps) => {
  const element = useRef<HTMLDivElement>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  const tones = mapTones[isDark ? 'dark' : 'light'];
  const bounds = summary?.bounds;
  const place = at
    ? { center: [at.lng, at.lat] as [number, number], zoom: at.zoom }
    : bounds
      ? {
          bounds: [bounds.minLng, bounds.minLat, bounds.maxLng, bounds.maxLat] as [
            number,
            number,
            number,
            number,
          ],
          fitBoundsOptions: { padding, maxZoom: fitZoom },
        }
      : { center: [0, 20] as [number, number], zoom: 1 };
  const drawn = useEffectEvent(
    (map: MapLibreMap, from: { x: number; y: number }, to: { x: number; y: number }) =>
      onBox(boxOf(map, from, to)),
  );
  const { map, failure, retry, isPartial } = useMap({
    element,
    basemap: summary?.basemap,
    tones,
    isDark,
    options: { ...place, boxZoom: { boxZoomEnd: (own, from, to) => drawn(own, from, to) } },
  });

  const moved = useEffectEvent((own: MapLibreMap) => {
    const { lng, lat } = own.getCenter();
    onMove({ lng, lat, zoom: own.getZoom() });
  });
  const settled = useEffectEvent((own: MapLibreMap) => onShown(shownFeatures(own)));
  const clicked = useEffectEvent((own: MapLibreMap, { point }: MapMouseEvent) => {
    const layers = [pointLayer, clusterLayer].filter((id) => own.getLayer(id));
    const [feature] = own.queryRenderedFeatures(point, { layers });
    const picked = feature && shownOf(feature);
    if (picked) onPick(picked);
  });
  const told = useEffectEvent((own: MapLibreMap | undefined) => onMap(own));

  useEffect(() => {
    told(map);
    if (!map) return;
    map.on('moveend', () => moved(map));
    map.on('idle', () => settled(map));
    map.on('click', (event) => clicked(map, event));
    const point = (isOver: boolean) => {
      map.getCanvas().style.cursor = isOver ? 'pointer' : '';
    };
    for (const layer of [clusterLayer, pointLayer]) {
      map.on('mouseenter', layer, () => point(true));
      map.on('mouseleave', layer, () => point(false));
    }
  }, [map]);

  const tiles = tileAddress(query, colouring, version);
  useEffect(() => {
    if (map) showReports(map, tiles, colourExpression(legend));
  }, [map, tiles, legend]);
  useEffect(() => {
    if (map) showNames(map, names);
  }, [map, names]);
  useEffect(() => {
    if (map) showBox(map, box, tones);
  }, [map, box, tones]);

  if (failure === 'no-webgl') return fallback;
  return (
    <div className={classes.canvas} dir="ltr" data-map-ready={map !== undefined || undefined}>
      {failure ? (
        <ErrorState title={t('The map could not be loaded')} onRetry={retry} />
      ) : (
        <div ref={element} className={classes.map} />
      )}
      {isPartial && !failure ? (
        <div className={classes.partial} dir="auto">
          <ErrorState title={t('Some of the map could not be loaded')} onRetry={retry} />
        </div>
      ) : null}
      {map || failure ? null : <Skeleton className={classes.waiting ?? ''} />}
      {map && isDrawing ? (
        <DrawBox onDrawn={(from, to) => onBox(boxOf(map, from, to))} onCancel={() => undefined} />
      ) : null}
    </div>
  );
};
