// The reports on a map: clusters with their counts, single reports as dots.
import { mapLayers } from '@survey/contract';
import type { ExpressionSpecification, Map as MapLibreMap, VectorTileSource } from 'maplibre-gl';
import { countImage } from '../../maps/text-images.ts';

export const reportSource = 'reports';
export const clusterLayer = 'report-clusters';
export const pointLayer = 'report-points';

const n: ExpressionSpecification = ['get', 'n'];

/** Counts rounded to three digits, so that a few hundred images are enough. */
const roundedTo = (step: number): ExpressionSpecification => ['*', ['round', ['/', n, step]], step];
const rounded: ExpressionSpecification = [
  'step',
  n,
  n,
  1000,
  roundedTo(10),
  10_000,
  roundedTo(100),
  100_000,
  roundedTo(1000),
  1_000_000,
  roundedTo(10_000),
];

const tileZooms = { minzoom: 0, maxzoom: 18 };

/** Adds the source and its layers; later calls only change address and colours. */
export const showReports = (
  map: MapLibreMap,
  tiles: string,
  colour: ExpressionSpecification | string,
): void => {
  const source = map.getSource<VectorTileSource>(reportSource);
  if (source) {
    if (source.tiles?.[0] !== tiles) source.setTiles([tiles]);
    map.setPaintProperty(clusterLayer, 'circle-color', colour);
    map.setPaintProperty(pointLayer, 'circle-color', colour);
    return;
  }
  map.addSource(reportSource, { type: 'vector', tiles: [tiles], ...tileZooms });
  map.addLayer({
    id: clusterLayer,
    type: 'circle',
    source: reportSource,
    'source-layer': mapLayers.clusters,
    paint: {
      'circle-color': colour,
      'circle-opacity': 0.92,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1.5,
      'circle-radius': [
        'interpolate',
        ['linear'],
        ['log10', ['max', n, 1]],
        ...[0, 11, 2, 14, 3, 17, 4, 20, 5, 24, 6, 29],
      ] as unknown as ExpressionSpecification,
    },
  });
  map.addLayer({
    id: 'report-counts',
    type: 'symbol',
    source: reportSource,
    'source-layer': mapLayers.clusters,
    layout: {
      'icon-image': ['concat', countImage, ['to-string', rounded]],
      'icon-allow-overlap': true,
      // Names keep away from the circle around the count.
      'icon-padding': 4,
    },
  });
  map.addLayer({
    id: pointLayer,
    type: 'circle',
    source: reportSource,
    'source-layer': mapLayers.points,
    paint: {
      'circle-color': colour,
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 4, 14, 6, 18, 9],
    },
  });
};
