// The features that the map shows at present, for the list beside it.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { clusterLayer, pointLayer } from './report-layers.ts';

export interface ShownCluster {
  kind: 'cluster';
  key: string;
  n: number;
  value: string;
  share: number;
  lng: number;
  lat: number;
}

export interface ShownPoint {
  kind: 'point';
  key: string;
  id: number;
  pin: string;
  value: string;
  lng: number;
  lat: number;
}

export type Shown = ShownCluster | ShownPoint;

type Feature = ReturnType<MapLibreMap['queryRenderedFeatures']>[number];

/** A feature of the map as an entry of the list. */
export const shownOf = ({ layer, id, properties, geometry }: Feature): Shown | undefined => {
  if (geometry.type !== 'Point') return undefined;
  const [lng = 0, lat = 0] = geometry.coordinates;
  const value = String(properties.c ?? '');
  if (layer.id === pointLayer) {
    const pin = String(properties.pin ?? '');
    return { kind: 'point', key: `point ${id}`, id: Number(id), pin, value, lng, lat };
  }
  if (layer.id !== clusterLayer) return undefined;
  const key = `cluster ${lng.toFixed(6)} ${lat.toFixed(6)}`;
  return {
    kind: 'cluster',
    key,
    n: Number(properties.n),
    value,
    share: Number(properties.s),
    lng,
    lat,
  };
};

/** Everything that is drawn in the view, the largest clusters first; each once. */
export const shownFeatures = (map: MapLibreMap): Shown[] => {
  const layers = [clusterLayer, pointLayer].filter((id) => map.getLayer(id));
  const features = map
    .queryRenderedFeatures({ layers })
    .flatMap((feature) => shownOf(feature) ?? []);
  const once = new Map(features.map((feature) => [feature.key, feature]));
  const weight = (feature: Shown) => (feature.kind === 'cluster' ? feature.n : 0);
  return [...once.values()].sort((one, other) => weight(other) - weight(one));
};
