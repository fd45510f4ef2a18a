import type { Box } from '@survey/contract';
import type { Map as MapLibreMap } from 'maplibre-gl';

interface Corner {
  x: number;
  y: number;
}

/** The box between two corners that were drawn, in pixels of the map. */
export const boxOf = (map: MapLibreMap, from: Corner, to: Corner): Box => {
  const [one, other] = [map.unproject([from.x, from.y]), map.unproject([to.x, to.y])];
  return {
    minLng: Math.max(-180, Math.min(one.lng, other.lng)),
    maxLng: Math.min(180, Math.max(one.lng, other.lng)),
    minLat: Math.min(one.lat, other.lat),
    maxLat: Math.max(one.lat, other.lat),
  };
};
