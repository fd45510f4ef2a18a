import type { Basemap } from '@survey/contract';
import type { SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { archiveLayers, archiveSource, archiveTiles } from './archive-layers.ts';

/** Ground and lines of a map without a basemap. */
export const mapTones = {
  light: { ground: '#eef1f3', line: '#d5dbe0', box: '#085a54' },
  dark: { ground: '#181b20', line: '#2d3239', box: '#8fd9d0' },
} as const;
export type MapTones = (typeof mapTones)[keyof typeof mapTones];

export const graticuleSource = 'graticule';

/** The basemap's tiles: of the server's own file, or raster tiles of elsewhere. */
const sourceOf = ({
  archive,
  tiles_url,
  attribution,
}: Basemap): SourceSpecification | undefined => {
  if (archive) {
    return {
      type: archive.kind,
      tiles: [archiveTiles(archive.version)],
      minzoom: archive.min_zoom,
      maxzoom: archive.max_zoom,
      attribution,
      ...(archive.kind === 'raster' && { tileSize: 256 }),
    };
  }
  return tiles_url
    ? { type: 'raster', tiles: [tiles_url], tileSize: 256, maxzoom: 19, attribution }
    : undefined;
};

/**
 * The style under the reports: the configured basemap, or ground and graticule. A file has an end, so the graticule stays
 * under its tiles.
 * @param language of the names on the map, such as `ur`
 */
export const baseStyle = (
  basemap: Basemap,
  { ground, line }: MapTones,
  isDark: boolean,
  language: string,
): StyleSpecification | string => {
  if (basemap.style_url) return basemap.style_url;
  const lines = {
    type: 'geojson' as const,
    data: { type: 'FeatureCollection' as const, features: [] },
  };
  const tiles = sourceOf(basemap);
  return {
    version: 8,
    sources: { [graticuleSource]: lines, ...(tiles && { [archiveSource]: tiles }) },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': ground } },
      ...(tiles && !basemap.archive
        ? []
        : [
            {
              id: graticuleSource,
              type: 'line' as const,
              source: graticuleSource,
              paint: { 'line-color': line, 'line-width': 1 },
            },
          ]),
      ...(tiles?.type === 'raster'
        ? [{ id: archiveSource, type: 'raster' as const, source: archiveSource }]
        : []),
      ...(tiles?.type === 'vector' ? archiveLayers(isDark, language) : []),
    ],
  };
};
