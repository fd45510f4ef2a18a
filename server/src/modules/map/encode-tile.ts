// Groups and reports as a Mapbox vector tile.
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { mapExtent, mapLayers } from '@survey/contract';
import type { Tile } from '../rollups/cells.ts';
import type { GroupRow } from '../rollups/tile-rollups.queries.ts';

export interface Point {
  id: number;
  pin: string;
  value: string;
  /** Position in the world square, 0 to 1. */
  x: number;
  y: number;
}

interface Cluster {
  n: number;
  value: string;
  most: number;
  x: number;
  y: number;
}

/** One cluster for each group: the mean position of its reports and their commonest value. */
export const clustersOf = (rows: readonly GroupRow[]): Cluster[] => {
  const clusters = new Map<string, Cluster>();
  for (const { gx, gy, value, n, x, y } of rows) {
    const key = `${gx} ${gy}`;
    const cluster = clusters.get(key) ?? { n: 0, value, most: 0, x: 0, y: 0 };
    cluster.n += n;
    cluster.x += x;
    cluster.y += y;
    // Ties: the alphabetically first, so that the same data look the same.
    if (n > cluster.most || (n === cluster.most && value < cluster.value)) {
      cluster.most = n;
      cluster.value = value;
    }
    clusters.set(key, cluster);
  }
  return [...clusters.values()].map((cluster) => ({
    ...cluster,
    x: cluster.x / cluster.n,
    y: cluster.y / cluster.n,
  }));
};

/** Circles nearer than this, in tile units, would overlap: 36 of the tile's 512 pixels. */
const nearest = 36 / 512;

/**
 * Merges clusters that would overlap; the larger one takes the smaller. The share of its value is that of both together
 * where they agree, else the larger one's part of the whole.
 */
export const apart = (clusters: readonly Cluster[], { z }: Tile): Cluster[] => {
  const kept: Cluster[] = [];
  const distance = nearest / 2 ** z;
  for (const cluster of [...clusters].sort((one, other) => other.n - one.n)) {
    const near = kept.find(({ x, y }) => Math.hypot(x - cluster.x, y - cluster.y) < distance);
    if (!near) {
      kept.push({ ...cluster });
      continue;
    }
    const n = near.n + cluster.n;
    near.x = (near.x * near.n + cluster.x * cluster.n) / n;
    near.y = (near.y * near.n + cluster.y * cluster.n) / n;
    near.n = n;
    if (near.value === cluster.value) near.most += cluster.most;
  }
  return kept;
};

/** The bytes of the tile. Points just outside its border are drawn on it. */
export const encodeTile = (
  { z, x, y }: Tile,
  clusters: readonly Cluster[],
  points: readonly Point[],
): Uint8Array => {
  const inTile = (place: number, first: number) =>
    Math.max(0, Math.min(mapExtent - 1, Math.floor((place * 2 ** z - first) * mapExtent)));
  const feature = (at: { x: number; y: number }, tags: Record<string, string | number>) => ({
    type: 1 as const,
    geometry: [[inTile(at.x, x), inTile(at.y, y)] as [number, number]],
    tags,
  });
  const layers = {
    [mapLayers.clusters]: clusters.map((cluster) =>
      feature(cluster, {
        n: cluster.n,
        c: cluster.value,
        s: Math.round((cluster.most / cluster.n) * 100),
      }),
    ),
    [mapLayers.points]: points.map((point) => ({
      ...feature(point, { c: point.value, pin: point.pin }),
      id: String(point.id),
    })),
  };
  const tile = (features: (typeof layers)['clusters']) => ({
    features,
    numPoints: features.length,
    numSimplified: features.length,
    numFeatures: features.length,
    source: null,
    x,
    y,
    z,
    transformed: true,
    minX: 0,
    minY: 0,
    maxX: 0,
    maxY: 0,
  });
  const written = Object.entries(layers)
    .filter(([, features]) => features.length > 0)
    .map(([name, features]) => [name, tile(features)]);
  return fromGeojsonVt(Object.fromEntries(written), { version: 2, extent: mapExtent });
};
