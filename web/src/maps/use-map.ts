import type { Basemap } from '@survey/contract';
import { useQueryClient } from '@tanstack/react-query';
import type { Map as MapLibreMap, MapOptions } from 'maplibre-gl';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { screenLanguage } from '../text/locale.ts';
import { t } from '../text/text.ts';
import { baseStyle, graticuleSource, type MapTones } from './base-style.ts';
import { graticule } from './graticule.ts';
import { canDrawMaps, loadMapLibrary, type MapLibrary } from './map-library.ts';
import { refreshBasemap } from './map-summary.api.ts';
import { drawTexts } from './text-images.ts';
import { withToken } from './tile-address.ts';

export type MapFailure = 'no-webgl' | 'not-loaded';

interface UseMap {
  element: RefObject<HTMLElement | null>;
  /** Undefined while it is not known yet. */
  basemap: Basemap | undefined;
  tones: MapTones;
  isDark: boolean;
  options: Omit<MapOptions, 'container' | 'style'>;
  controls?: boolean;
}

const controlTexts = () => ({
  'NavigationControl.ZoomIn': t('Zoom in'),
  'NavigationControl.ZoomOut': t('Zoom out'),
  'Map.Title': t('Map'),
  'AttributionControl.ToggleAttribution': t('Show or hide the attribution'),
});

const addControls = (library: MapLibrary, map: MapLibreMap, isWhole: boolean) => {
  if (isWhole) map.addControl(new library.NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new library.ScaleControl({ maxWidth: 120 }), 'bottom-left');
};

const keepGraticule = (map: MapLibreMap) => {
  const draw = () => {
    const source = map.getSource(graticuleSource);
    if (!source || !('setData' in source)) return;
    const bounds = map.getBounds();
    (source as { setData: (data: unknown) => unknown }).setData(
      graticule({
        west: bounds.getWest(),
        south: bounds.getSouth(),
        east: bounds.getEast(),
        north: bounds.getNorth(),
      }),
    );
  };
  map.on('moveend', draw);
  draw();
};

/** Calls `onMissing` where tiles cannot be fetched; other errors go to the browser's console. */
const watchTiles = (map: MapLibreMap, onMissing: () => void) => {
  map.on('error', (event) => {
    if ('sourceId' in event) onMissing();
    else console.error(event.error);
  });
};

const plain: Basemap = {
  style_url: null,
  tiles_url: null,
  attribution: '',
  archive: null,
  archive_problem: null,
};

/** MapLibre, ready for the tiles of the basemap. */
const loadLibrary = async ({ style_url, archive }: Basemap): Promise<MapLibrary> => {
  const isRead = archive && !style_url;
  const [library, tiles] = await Promise.all([
    loadMapLibrary(),
    isRead ? import('./archive-tiles.ts') : undefined,
  ]);
  if (isRead) tiles?.openArchive(library, archive.version);
  return library;
};

/**
 * A map in an element, with basemap, graticule and scale. `map` is undefined until it has loaded. `isPartial` where
 * tiles failed. `retry` creates a new map: MapLibre's own reload skips tiles that failed.
 */
export const useMap = ({ element, basemap, tones, isDark, options, controls = true }: UseMap) => {
  const [map, setMap] = useState<MapLibreMap>();
  const [failure, setFailure] = useState<MapFailure>();
  const [attempt, setAttempt] = useState(0);
  const [isPartial, setPartial] = useState(false);
  const cache = useQueryClient();
  const isKnown = basemap !== undefined;
  const version = basemap?.archive?.version;

  const make = useEffectEvent((library: MapLibrary, container: HTMLElement) => {
    const made = new library.Map({
      attributionControl: { compact: true },
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      maxZoom: 19,
      fadeDuration: 0,
      locale: controlTexts(),
      ...options,
      container,
      style: baseStyle(basemap ?? plain, tones, isDark, screenLanguage()),
      transformRequest: withToken,
    });
    made.touchZoomRotate.disableRotation();
    addControls(library, made, controls);
    return made;
  });

  const load = useEffectEvent(() => loadLibrary(basemap ?? plain));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt, colour scheme or file needs a new map
  useEffect(() => {
    const container = element.current;
    if (!container || !isKnown) return undefined;
    if (!canDrawMaps()) {
      setFailure('no-webgl');
      return undefined;
    }
    let made: MapLibreMap | undefined;
    let isGone = false;
    setFailure(undefined);
    setPartial(false);
    load().then(
      (library) => {
        if (isGone) return;
        made = make(library, container);
        const own = made;
        watchTiles(own, () => {
          if (!isGone) setPartial(true);
        });
        own.once('style.load', () => {
          drawTexts(own, isDark);
          keepGraticule(own);
          setMap(own);
        });
      },
      () => {
        if (!isGone) setFailure('not-loaded');
      },
    );
    return () => {
      isGone = true;
      setMap(undefined);
      made?.remove();
    };
  }, [isKnown, isDark, attempt, version, element]);

  const retry = () => {
    // The file of the basemap may have been replaced.
    refreshBasemap(cache);
    setAttempt(attempt + 1);
  };
  return { map, failure, isPartial, retry };
};
