import type { calls, ReplyOf } from '@survey/contract';
import type { StyleSpecification } from 'maplibre-gl';

export type Basemap = ReplyOf<typeof calls.mapSummary>['basemap'];

/** Ground and lines of a map without a basemap. */
export const mapTones = {
  light: { ground: '#eef1f3', line: '#d5dbe0', box: '#085a54' },
  dark: { ground: '#181b20', line: '#2d3239', box: '#8fd9d0' },
} as const;
export type MapTones = (typeof mapTones)[keyof typeof mapTones];

export const graticuleSource = 'graticule';

/** The style under the reports: the configured basemap, or ground and graticule. */
export const baseStyle = (
  { style_url, tiles_url, attribution }: Basemap,
  { ground, line }: MapTones,
): StyleSpecification | string => {
  if (style_url) return style_url;
  const lines = {
    type: 'geojson' as const,
    data: { type: 'FeatureCollection' as const, features: [] },
  };
  return {
    version: 8,
    sources: {
      [graticuleSource]: lines,
      ...(tiles_url && {
        basemap: { type: 'raster', tiles: [tiles_url], tileSize: 256, maxzoom: 19, attribution },
      }),
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': ground } },
      ...(tiles_url
        ? [{ id: 'basemap', type: 'raster' as const, source: 'basemap' }]
        : [
            {
              id: graticuleSource,
              type: 'line' as const,
              source: graticuleSource,
              paint: { 'line-color': line, 'line-width': 1 },
            },
          ]),
    ],
  };
};
