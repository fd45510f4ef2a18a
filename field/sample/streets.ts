// The streets of the sample district as a base map: roads, streets and houses where the sample's units stand, in the
// layers of Protomaps' basemap, which the console draws.
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type ArchiveTile, writeArchive } from '../pmtiles-file.ts';
import { type SampleCircle, sampleCircles } from './circles.ts';
import {
  blockCorner,
  blocksOf,
  degreesAt,
  housesPerStreet,
  pitch,
  streetsPerBlock,
  unitsPerBlock,
} from './ground.ts';

type Place = [longitude: number, latitude: number];
type Metres = [east: number, north: number];
type Feature = {
  type: 'Feature';
  properties: Record<string, string>;
  geometry:
    | { type: 'LineString'; coordinates: Place[] }
    | { type: 'Polygon'; coordinates: Place[][] };
};

const extent = 4096;
const zooms = { first: 9, streets: 13, houses: 14, last: 15 };
/** Roads run beside and below a block, in metres from its first house. */
const road = { west: -70, east: pitch.east - 70, south: -84, north: pitch.north - 84 };
/** A house, in metres: its width, its depth, and how far its middle is from the middle of the street. */
const house = { width: 12, depth: 9, away: 12 };

const placed = (circle: SampleCircle, places: readonly Metres[]): Place[] =>
  places.map(([east, north]) => {
    const { longitude, latitude } = degreesAt(circle, east, north);
    return [longitude, latitude];
  });

const line = (coordinates: Place[], kind: string, name = ''): Feature => ({
  type: 'Feature',
  properties: { kind, ...(name && { name }) },
  geometry: { type: 'LineString', coordinates },
});

const rectangle = (circle: SampleCircle, from: Metres, to: Metres, kind: string): Feature => ({
  type: 'Feature',
  properties: { kind },
  geometry: {
    type: 'Polygon',
    coordinates: [placed(circle, [from, [to[0], from[1]], to, [from[0], to[1]], from])],
  },
});

/** Each circle's middle to the nearest that comes before it in the list. */
const highways = (): Feature[] =>
  sampleCircles.slice(1).map((circle, at) => {
    const far = (other: SampleCircle) =>
      Math.hypot(other.latitude - circle.latitude, other.longitude - circle.longitude);
    const [nearest = circle] = sampleCircles.slice(0, at + 1).sort((a, b) => far(a) - far(b));
    const ends = [circle, nearest].map((end): Place => [end.longitude, end.latitude]);
    return line(ends, 'highway');
  });

const roadsOf = (circle: SampleCircle): Feature[] => {
  const { blocks, columns } = blocksOf(circle);
  const rows = Math.ceil(blocks / columns);
  const { east, north } = blockCorner(circle, 0);
  const name = (at: number) => circle.roads[at % circle.roads.length] ?? '';
  const [left, right] = [east + road.west, east + road.west + columns * pitch.east];
  const [low, high] = [north + road.south, north + road.south + rows * pitch.north];
  const across = Array.from({ length: rows + 1 }, (_, row) => {
    const at = low + row * pitch.north;
    return line(
      placed(circle, [
        [left, at],
        [right, at],
      ]),
      'major_road',
      name(row),
    );
  });
  const along = Array.from({ length: columns + 1 }, (_, column) => {
    const at = left + column * pitch.east;
    return line(
      placed(circle, [
        [at, low],
        [at, high],
      ]),
      'major_road',
      name(column + 1),
    );
  });
  return [...across, ...along];
};

const streetsOf = (circle: SampleCircle): Feature[] => {
  const { blocks } = blocksOf(circle);
  return Array.from({ length: blocks * streetsPerBlock }, (_, at) => {
    const { east, north } = blockCorner(circle, Math.floor(at / streetsPerBlock));
    const street = at % streetsPerBlock;
    const y = north + street * pitch.street + pitch.across / 2;
    const ends = placed(circle, [
      [east + road.west, y],
      [east + road.east, y],
    ]);
    return line(ends, 'minor_road', `Street ${street + 1}`);
  });
};

/** One house for each unit, surveyed or not. */
const housesOf = (circle: SampleCircle): Feature[] =>
  Array.from({ length: circle.units }, (_, index) => {
    const { east, north } = blockCorner(circle, Math.floor(index / unitsPerBlock));
    const inBlock = index % unitsPerBlock;
    const inStreet = inBlock % housesPerStreet;
    const street = Math.floor(inBlock / housesPerStreet);
    const middle = north + street * pitch.street + pitch.across / 2;
    const x = east + Math.floor(inStreet / 2) * pitch.house;
    const y = middle + (inStreet % 2 === 0 ? -house.away : house.away);
    const [width, depth] = [house.width / 2, house.depth / 2];
    return rectangle(circle, [x - width, y - depth], [x + width, y + depth], 'building');
  });

/** Places of the grid without a block. */
const parksOf = (circle: SampleCircle): Feature[] => {
  const { blocks, columns } = blocksOf(circle);
  const whole = Math.ceil(blocks / columns) * columns;
  return Array.from({ length: whole - blocks }, (_, at) => {
    const { east, north } = blockCorner(circle, blocks + at);
    return rectangle(
      circle,
      [east + road.west + 10, north + road.south + 10],
      [east + road.east - 10, north + road.north - 10],
      'park',
    );
  });
};

const layers = [
  { name: 'landuse', from: zooms.first, features: sampleCircles.flatMap(parksOf) },
  {
    name: 'roads',
    from: zooms.first,
    features: [...highways(), ...sampleCircles.flatMap(roadsOf)],
  },
  { name: 'roads', from: zooms.streets, features: sampleCircles.flatMap(streetsOf) },
  { name: 'buildings', from: zooms.houses, features: sampleCircles.flatMap(housesOf) },
];

const boundsOf = (features: readonly Feature[]) => {
  const places = features.flatMap(({ geometry }): Place[] =>
    geometry.type === 'LineString' ? geometry.coordinates : geometry.coordinates.flat(),
  );
  const lngs = places.map(([lng]) => lng);
  const lats = places.map(([, lat]) => lat);
  return {
    west: Math.min(...lngs),
    south: Math.min(...lats),
    east: Math.max(...lngs),
    north: Math.max(...lats),
  };
};

const tileOf = (longitude: number, latitude: number, z: number) => {
  const radians = (latitude * Math.PI) / 180;
  return {
    x: Math.floor(((longitude + 180) / 360) * 2 ** z),
    y: Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z),
  };
};

/** The base map of the sample district as a PMTiles file, some hundred kilobytes. */
export const sampleStreets = (): Buffer => {
  const bounds = boundsOf(layers.flatMap(({ features }) => features));
  const zoomsOf = (from: number) =>
    Array.from({ length: zooms.last - from + 1 }, (_, at) => from + at);
  const index = (features: Feature[]) =>
    new GeoJSONVT(
      { type: 'FeatureCollection', features },
      { maxZoom: zooms.last, indexMaxZoom: zooms.last, indexMaxPoints: 0, extent },
    );
  const drawn = zoomsOf(zooms.first).map((z) => ({
    z,
    indexes: ['landuse', 'roads', 'buildings'].flatMap((name) => {
      const features = layers
        .filter((layer) => layer.name === name && layer.from <= z)
        .flatMap((layer) => layer.features);
      return features.length > 0 ? [{ name, tiles: index(features) }] : [];
    }),
  }));
  const tiles = drawn.flatMap(({ z, indexes }): ArchiveTile[] => {
    const from = tileOf(bounds.west, bounds.north, z);
    const to = tileOf(bounds.east, bounds.south, z);
    const made: ArchiveTile[] = [];
    for (let x = from.x; x <= to.x; x += 1) {
      for (let y = from.y; y <= to.y; y += 1) {
        const found = indexes.flatMap(({ name, tiles: indexed }): [string, GeoJSONVTTile][] => {
          const tile = indexed.getTile(z, x, y);
          return tile ? [[name, tile]] : [];
        });
        if (found.length === 0) continue;
        made.push({
          z,
          x,
          y,
          bytes: fromGeojsonVt(Object.fromEntries(found), { version: 2, extent }),
        });
      }
    }
    return made;
  });
  return writeArchive(tiles, {
    bounds,
    metadata: {
      name: 'Sample district',
      attribution: 'Streets of the sample, made up',
      vector_layers: ['landuse', 'roads', 'buildings'].map((id) => ({ id, fields: {} })),
    },
  });
};
