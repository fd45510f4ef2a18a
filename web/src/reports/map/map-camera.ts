// Where the map looks.
import type { Box } from '@survey/contract';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { ShownCluster } from './shown-features.ts';

const closestZoom = 19;
const zoomStep = 2.5;
const fitPadding = 48;
const fitZoom = 16;

/** What a map shows now; undefined where it is not drawn yet. */
export const viewOf = (map: MapLibreMap | undefined): Box | undefined => {
  if (!map) return undefined;
  const bounds = map.getBounds();
  return {
    minLng: Math.max(-180, bounds.getWest()),
    minLat: Math.max(-90, bounds.getSouth()),
    maxLng: Math.min(180, bounds.getEast()),
    maxLat: Math.min(90, bounds.getNorth()),
  };
};

/** Goes nearer to a group, so that it comes apart. */
export const zoomTo = (map: MapLibreMap | undefined, { lng, lat }: ShownCluster): void => {
  const zoom = Math.min(closestZoom, (map?.getZoom() ?? 0) + zoomStep);
  const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  map?.easeTo({ center: [lng, lat], zoom, duration: isReduced ? 0 : 400 });
};

/** Shows the whole box. */
export const fitBox = (map: MapLibreMap | undefined, box: Box): void => {
  const corners: [number, number, number, number] = [
    box.minLng,
    box.minLat,
    box.maxLng,
    box.maxLat,
  ];
  map?.fitBounds(corners, { padding: fitPadding, maxZoom: fitZoom, animate: false });
};
