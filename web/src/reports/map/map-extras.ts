// Layers beside the reports: the names of circles and the filter box.
import type { Box } from '@survey/contract';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { MapTones } from '../../maps/base-style.ts';
import { nameImage } from '../../maps/text-images.ts';
import type { PlaceName } from './cluster-names.ts';
import { clusterLayer } from './report-layers.ts';

const names = 'circle-names';
const boxes = 'filter-box';

const put = (map: MapLibreMap, id: string, data: Parameters<GeoJSONSource['setData']>[0]) => {
  const source = map.getSource<GeoJSONSource>(id);
  if (source) void source.setData(data);
  else map.addSource(id, { type: 'geojson', data });
};

/** Removes the images of texts that are not shown any more: every filter and every zoom changes the counts. */
const forgetTexts = (map: MapLibreMap, texts: readonly string[]) => {
  const kept = new Set(texts.map((text) => nameImage + text));
  for (const id of map.listImages()) {
    if (id.startsWith(nameImage) && !kept.has(id)) map.removeImage(id);
  }
};

const shownNames = new WeakMap<MapLibreMap, string>();

/** Names above places; on overlap counts and the first of them have priority. Names that are shown already change nothing. */
export const showNames = (map: MapLibreMap, places: readonly PlaceName[]): void => {
  const data: Exclude<Parameters<GeoJSONSource['setData']>[0], string> = {
    type: 'FeatureCollection',
    features: places.map(({ text, lng, lat }, at) => ({
      type: 'Feature',
      properties: { text, rank: at },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  };
  const written = JSON.stringify(data);
  if (shownNames.get(map) === written) return;
  shownNames.set(map, written);
  forgetTexts(
    map,
    places.map(({ text }) => text),
  );
  put(map, names, data);
  if (map.getLayer(names)) return;
  // Under the clusters, whose counts are placed first.
  const before = map.getLayer(clusterLayer) ? clusterLayer : undefined;
  const layer: Parameters<MapLibreMap['addLayer']>[0] = {
    id: names,
    type: 'symbol',
    source: names,
    minzoom: 9,
    layout: {
      'icon-image': ['concat', nameImage, ['get', 'text']],
      'icon-padding': 6,
      'icon-offset': [0, -34],
      'symbol-sort-key': ['get', 'rank'],
    },
  };
  map.addLayer(layer, before);
};

/** The outline of the filter box, if one is set. */
export const showBox = (
  map: MapLibreMap,
  box: Box | undefined,
  { box: colour }: MapTones,
): void => {
  const ring = box && [
    [box.minLng, box.minLat],
    [box.maxLng, box.minLat],
    [box.maxLng, box.maxLat],
    [box.minLng, box.maxLat],
    [box.minLng, box.minLat],
  ];
  put(map, boxes, {
    type: 'FeatureCollection',
    features: ring
      ? [
          {
            type: 'Feature',
            properties: {},
            geometry: { type: 'LineString', coordinates: ring },
          },
        ]
      : [],
  });
  if (map.getLayer(boxes)) return;
  map.addLayer({
    id: boxes,
    type: 'line',
    source: boxes,
    paint: { 'line-color': colour, 'line-width': 2, 'line-dasharray': [3, 2] },
  });
};
