import { Button, useComputedColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { mapTones } from '../../maps/base-style.ts';
import { useBasemap } from '../../maps/map-summary.api.ts';
import { tileAddress } from '../../maps/tile-address.ts';
import { useMap } from '../../maps/use-map.ts';
import { t } from '../../text/text.ts';
import { useStableValue } from '../../ui/use-stable-value.ts';
import { otherColour } from './colouring.ts';
import { showReports } from './report-layers.ts';
import classes from './small-map.module.css';

const zoom = 16;
const own = 'position';

const way = 'way';

interface Position {
  latitude: number;
  longitude: number;
}

/** The line between two positions, and a point at its beginning; nothing without one. */
const showWay = (map: MapLibreMap, colour: string, to: Position, from: Position | undefined) => {
  const start = from && [from.longitude, from.latitude];
  const data = {
    type: 'FeatureCollection' as const,
    features: start
      ? [
          { type: 'LineString' as const, coordinates: [start, [to.longitude, to.latitude]] },
          { type: 'Point' as const, coordinates: start },
        ].map((geometry) => ({ type: 'Feature' as const, properties: {}, geometry }))
      : [],
  };
  const source = map.getSource<GeoJSONSource>(way);
  if (source) void source.setData(data);
  else {
    map.addSource(way, { type: 'geojson', data });
    map.addLayer({
      id: way,
      type: 'line',
      source: way,
      paint: { 'line-color': colour, 'line-width': 3, 'line-dasharray': [2, 1] },
    });
    map.addLayer({
      id: `${way}-start`,
      type: 'circle',
      source: way,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 6,
        'circle-color': '#ffffff',
        'circle-stroke-width': 3,
        'circle-stroke-color': colour,
      },
    });
  }
};

export interface SmallMapProps {
  latitude: number;
  longitude: number;
  /** Where a line to the position begins. */
  from?: Position | undefined;
  /** The text alternative of the map: 'Position of pin 0001'. */
  label: string;
}

/** The map of `small-map.tsx`. */
export const SmallMapView = ({ latitude, longitude, from, label }: SmallMapProps) => {
  const element = useRef<HTMLElement>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  const tones = mapTones[isDark ? 'dark' : 'light'];
  const basemap = useBasemap();
  const start = useStableValue(from);
  const center: [number, number] = [longitude, latitude];
  const { map, failure } = useMap({
    element,
    basemap: basemap.data,
    tones,
    isDark,
    options: { center, zoom, cooperativeGestures: false, scrollZoom: false, keyboard: false },
    controls: false,
  });

  useEffect(() => {
    if (!map) return;
    const place = { type: 'Point' as const, coordinates: [longitude, latitude] };
    const data = { type: 'Feature' as const, properties: {}, geometry: place };
    const source = map.getSource(own);
    if (source && 'setData' in source) {
      (source as { setData: (value: unknown) => unknown }).setData(data);
    } else {
      showReports(map, tileAddress({}, 'land', 0), otherColour);
      map.addSource(own, { type: 'geojson', data });
      map.addLayer({
        id: own,
        type: 'circle',
        source: own,
        paint: {
          'circle-radius': 8,
          'circle-color': tones.box,
          'circle-stroke-width': 3,
          'circle-stroke-color': '#ffffff',
        },
      });
    }
    showWay(map, tones.box, { latitude, longitude }, start);
    if (!start) {
      map.jumpTo({ center: [longitude, latitude], zoom });
      return;
    }
    const [west, east] = [start.longitude, longitude].sort((one, other) => one - other);
    const [south, north] = [start.latitude, latitude].sort((one, other) => one - other);
    const corners = [west, south, east, north] as [number, number, number, number];
    map.fitBounds(corners, { padding: 36, maxZoom: zoom, animate: false });
  }, [map, latitude, longitude, start, tones]);

  if (failure) return null;
  return (
    <div className={classes.frame}>
      {/* Not the role of an image: the line that names the makers of the map opens and closes. */}
      <figure
        ref={element}
        className={classes.map}
        aria-label={label}
        aria-busy={map === undefined}
      />
      <Button
        renderRoot={(props) => (
          <Link to="/map" search={{ at: `${longitude},${latitude},${zoom}` }} {...props} />
        )}
        size="xs"
        variant="default"
        className={classes.link ?? ''}
      >
        {t('Show on the map')}
      </Button>
    </div>
  );
};
