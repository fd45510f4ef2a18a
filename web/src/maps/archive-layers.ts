// What is drawn of a PMTiles file with vector tiles: the layers of Protomaps' basemap and, where they differ, those of
// OpenMapTiles. Quiet colours, so that the reports stand out. Texts are drawn with the console's fonts: no glyph files.
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';

export const archiveSource = 'basemap';

/** The tile addresses of a file of this version (archive-tiles.ts). */
export const archiveTiles = (version: string): string => `pmtiles://${version}/{z}/{x}/{y}`;

const tones = {
  light: {
    green: '#dfeadd',
    water: '#c9dcea',
    building: '#e2e3e6',
    road: '#ffffff',
    edge: '#d3d7dc',
    border: '#a9a3b5',
    text: '#4d555e',
    halo: '#ffffff',
  },
  dark: {
    green: '#1d2722',
    water: '#1b2a38',
    building: '#24282f',
    road: '#3a414b',
    edge: '#101215',
    border: '#5b5568',
    text: '#aab3bd',
    halo: '#181b20',
  },
} as const;

/** `kind` in Protomaps' tiles, `class` in those of OpenMapTiles. */
const kind: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'class'], ''];
const isOf = (kinds: readonly string[]): ExpressionSpecification => [
  'in',
  kind,
  ['literal', [...kinds]],
];

const greens = [
  'park',
  'forest',
  'wood',
  'grass',
  'grassland',
  'garden',
  'cemetery',
  'scrub',
].concat([
  'nature_reserve',
  'protected_area',
  'recreation_ground',
  'pitch',
  'playground',
  'village_green',
]);
const motorways = ['highway', 'motorway', 'trunk'];
const majors = ['major_road', 'medium_road', 'primary', 'secondary', 'tertiary'];
const minors = ['minor_road', 'minor', 'street', 'service', 'track'];

const widthOf = (near: number, far: number, more: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  9,
  far + more,
  18,
  near + more,
];

/** From the least to the most important, with widths in pixels at zoom 18 and at zoom 9. */
const roads = [
  { id: 'minor', kinds: minors, near: 14, far: 0.2, minzoom: 13 },
  { id: 'major', kinds: majors, near: 22, far: 0.6, minzoom: 9 },
  { id: 'motorway', kinds: motorways, near: 28, far: 1.4, minzoom: 5 },
];
const roadLayers = ['roads', 'transportation'];

const named = (language: string): ExpressionSpecification => [
  'coalesce',
  ['get', `name:${language}`],
  ['get', 'name'],
  '',
];

const fonts = ['Inter Variable', 'Noto Naskh Arabic Variable'];

/** The layers over the ground, in their order. */
export const archiveLayers = (isDark: boolean, language: string): LayerSpecification[] => {
  const tone = tones[isDark ? 'dark' : 'light'];
  const from = (sourceLayer: string, id: string) => ({
    id: `basemap-${id}-${sourceLayer}`,
    source: archiveSource,
    'source-layer': sourceLayer,
  });
  const fill = (sourceLayer: string, id: string, colour: string) => ({
    ...from(sourceLayer, id),
    type: 'fill' as const,
    paint: { 'fill-color': colour },
  });
  const line = (
    sourceLayer: string,
    id: string,
    colour: string,
    width: ExpressionSpecification,
  ) => ({
    ...from(sourceLayer, id),
    type: 'line' as const,
    layout: { 'line-cap': 'round' as const, 'line-join': 'round' as const },
    paint: { 'line-color': colour, 'line-width': width },
  });
  const text = {
    'text-field': named(language),
    'text-font': fonts,
    'text-size': 11,
  };
  const ink = { 'text-color': tone.text, 'text-halo-color': tone.halo, 'text-halo-width': 1.2 };
  const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
  const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
  return [
    ...['landcover', 'landuse'].map((layer) => ({
      ...fill(layer, 'green', tone.green),
      filter: isOf(greens),
    })),
    { ...fill('water', 'water', tone.water), filter: isArea },
    ...['water', 'waterway'].map((layer) => ({
      ...line(layer, 'stream', tone.water, widthOf(5, 0.5, 0)),
      filter: isLine,
    })),
    ...['buildings', 'building'].map((layer) => ({
      ...fill(layer, 'building', tone.building),
      minzoom: 14,
    })),
    // All edges first, so that crossings are open.
    ...[
      { part: 'edge', colour: tone.edge, more: 1.6 },
      { part: 'road', colour: tone.road, more: 0 },
    ].flatMap(({ part, colour, more }) =>
      roads.flatMap(({ id, kinds, near, far, minzoom }) =>
        roadLayers.map((layer) => ({
          ...line(layer, `${part}-${id}`, colour, widthOf(near, far, more)),
          filter: ['all', isLine, isOf(kinds)] as ExpressionSpecification,
          minzoom,
        })),
      ),
    ),
    ...['boundaries', 'boundary'].map((layer) => ({
      ...line(layer, 'border', tone.border, ['literal', 1]),
      minzoom: 4,
    })),
    ...['roads', 'transportation_name'].map((layer) => ({
      ...from(layer, 'name'),
      type: 'symbol' as const,
      minzoom: 14,
      filter: isLine,
      layout: { ...text, 'symbol-placement': 'line' as const, 'symbol-spacing': 320 },
      paint: ink,
    })),
    ...['places', 'place'].map((layer) => ({
      ...from(layer, 'place'),
      type: 'symbol' as const,
      maxzoom: 15,
      filter: isOf(['locality', 'neighbourhood', 'city', 'town', 'village', 'suburb']),
      layout: { ...text, 'text-size': 12, 'text-max-width': 8 },
      paint: ink,
    })),
  ];
};
