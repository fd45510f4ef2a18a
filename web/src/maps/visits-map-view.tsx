import { useComputedColorScheme } from '@mantine/core';
import type { Visit } from '@survey/contract';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { t } from '../text/text.ts';
import { type MapTones, mapTones } from './base-style.ts';
import { useBasemap } from './map-summary.api.ts';
import { countImage } from './text-images.ts';
import { useMap } from './use-map.ts';
import classes from './visits-map.module.css';

export interface VisitsMapProps {
  /** In their order; those without a position are left out. */
  visits: readonly Visit[];
}

const source = 'visits';
/** White figures on each have a contrast of 4.5 : 1. */
const flagged = '#a61e4d';
const plain = '#0b6e66';

/** Places of the visits with their numbers of the day. */
const placesOf = (visits: readonly Visit[]) =>
  visits.flatMap(({ latitude, longitude, severity }, at) =>
    latitude === null || longitude === null
      ? []
      : [
          {
            number: at + 1,
            place: [longitude, latitude] as [number, number],
            isFlagged: severity === 'critical' || severity === 'warning',
          },
        ],
  );

const dataOf = (places: ReturnType<typeof placesOf>) => ({
  type: 'FeatureCollection' as const,
  features: [
    {
      type: 'Feature' as const,
      properties: {},
      geometry: { type: 'LineString' as const, coordinates: places.map(({ place }) => place) },
    },
    ...places.map(({ place, number, isFlagged }) => ({
      type: 'Feature' as const,
      properties: { n: number, colour: isFlagged ? flagged : plain },
      geometry: { type: 'Point' as const, coordinates: place },
    })),
  ],
});

const showVisits = (map: MapLibreMap, places: ReturnType<typeof placesOf>, tones: MapTones) => {
  const data = dataOf(places);
  const known = map.getSource<GeoJSONSource>(source);
  if (known) void known.setData(data);
  else {
    map.addSource(source, { type: 'geojson', data });
    map.addLayer({
      id: `${source}-way`,
      type: 'line',
      source,
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': tones.box, 'line-width': 2 },
    });
    map.addLayer({
      id: `${source}-places`,
      type: 'circle',
      source,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 11,
        'circle-color': ['get', 'colour'],
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 1.5,
      },
    });
    map.addLayer({
      id: `${source}-numbers`,
      type: 'symbol',
      source,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'icon-image': ['concat', countImage, ['to-string', ['get', 'n']]] },
    });
  }
};

/** The map of `visits-map.tsx`. */
export const VisitsMapView = ({ visits }: VisitsMapProps) => {
  const element = useRef<HTMLElement>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  const tones = mapTones[isDark ? 'dark' : 'light'];
  const basemap = useBasemap();
  const places = placesOf(visits);
  const [first] = places;
  const { map, failure } = useMap({
    element,
    basemap: basemap.data,
    tones,
    isDark,
    options: {
      ...(first && { center: first.place, zoom: 14 }),
      scrollZoom: false,
      keyboard: false,
    },
    controls: false,
  });

  useEffect(() => {
    if (!map) return;
    const shown = placesOf(visits);
    showVisits(map, shown, tones);
    if (shown.length === 0) return;
    const lngs = shown.map(({ place }) => place[0]);
    const lats = shown.map(({ place }) => place[1]);
    const corners: [number, number, number, number] = [
      Math.min(...lngs),
      Math.min(...lats),
      Math.max(...lngs),
      Math.max(...lats),
    ];
    map.fitBounds(corners, { padding: 40, maxZoom: 17, animate: false });
  }, [map, visits, tones]);

  if (failure || !first) return null;
  return (
    <div className={classes.frame}>
      {/* Not the role of an image: the line that names the makers of the map opens and closes. */}
      <figure
        ref={element}
        className={classes.map}
        aria-label={t('The way of the day, {count} visits with a position', {
          count: places.length,
        })}
        aria-busy={map === undefined}
      />
    </div>
  );
};
