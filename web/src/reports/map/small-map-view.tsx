import { Button, useComputedColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { mapTones } from '../../maps/base-style.ts';
import { useBasemap } from '../../maps/map-summary.api.ts';
import { tileAddress } from '../../maps/tile-address.ts';
import { useMap } from '../../maps/use-map.ts';
import { t } from '../../text/text.ts';
import { otherColour } from './colouring.ts';
import { showReports } from './report-layers.ts';
import classes from './small-map.module.css';

const zoom = 16;
const own = 'position';

export interface SmallMapProps {
  latitude: number;
  longitude: number;
  /** The text alternative of the map: 'Position of pin 0001'. */
  label: string;
}

/** The map of `small-map.tsx`. */
export const SmallMapView = ({ latitude, longitude, label }: SmallMapProps) => {
  const element = useRef<HTMLDivElement>(null);
  const isDark = useComputedColorScheme('light') === 'dark';
  const tones = mapTones[isDark ? 'dark' : 'light'];
  const basemap = useBasemap();
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
    map.jumpTo({ center: [longitude, latitude] });
  }, [map, latitude, longitude, tones]);

  if (failure) return null;
  return (
    <div className={classes.frame}>
      <div
        ref={element}
        className={classes.map}
        role="img"
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
