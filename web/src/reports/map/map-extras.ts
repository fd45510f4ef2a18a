// Layers beside the reports: the names of circles and the filter box.
import type { Box, calls, ReplyOf } from '@survey/contract';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import type { MapTones } from '../../maps/base-style.ts';
import { nameImage } from '../../maps/text-images.ts';
import { clusterLayer } from './report-layers.ts';

type Circles = ReplyOf<typeof calls.mapSummary>['circles'];

const names = 'circle-names';
const boxes = 'filter-box';

const put = (map: MapLibreMap, id: string, data: Parameters<GeoJSONSource['setData']>[0]) => {
  const source = map.getSource<GeoJSONSource>(id);
  if (source) void source.setData(data);
  else map.addSource(id, { type: 'geojson', data });
};

/** Names above the centre of each circle's reports; on overlap counts and larger circles have priority. */
export const showCircles = (map: MapLibreMap, circles: Circles): void => {
  put(map, names, {
    type: 'FeatureCollection',
    features: circles.map(({ circle, lng, lat }, at) => ({
      type: 'Feature',
      properties: { circle, rank: at },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  });
  if (map.getLayer(names)) return;
  // Under the clusters, whose counts are placed first.
  const before = map.getLayer(clusterLayer) ? clusterLayer : undefined;
  const layer: Parameters<MapLibreMap['addLayer']>[0] = {
    id: names,
    type: 'symbol',
    source: names,
    minzoom: 9,
    layout: {
      'icon-image': ['concat', nameImage, ['get', 'circle']],
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
