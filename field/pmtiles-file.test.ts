// The `pmtiles` package, which the console has, reads what we write.
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles, TileType, tileIdToZxy, zxyToTileId } from 'pmtiles';
import { describe, expect, test } from 'vitest';
import { writeArchive } from './pmtiles-file.ts';
import { sampleCircles } from './sample/circles.ts';
import { sampleStreets } from './sample/streets.ts';

const bounds = { west: 74, south: 32, east: 74.5, north: 32.5 };

const opened = (archive: Buffer) =>
  new PMTiles({
    getKey: () => 'archive',
    getBytes: async (offset, length) => ({
      data: new Uint8Array(archive.subarray(offset, offset + length)).buffer,
    }),
  });

describe('an archive', () => {
  test('gives every tile back, by any order of writing, and nothing for others', async () => {
    const tiles = Array.from({ length: 300 }, (_, at) => {
      const [z, x, y] = tileIdToZxy(zxyToTileId(6, 40, 20) + at * 7);
      return { z, x, y, bytes: Uint8Array.from([at % 256, at >> 8]) };
    });
    const archive = opened(writeArchive([...tiles].reverse(), { bounds, metadata: { name: 'x' } }));
    for (const { z, x, y, bytes } of tiles) {
      const found = await archive.getZxy(z, x, y);
      expect(found && new Uint8Array(found.data)).toEqual(bytes);
    }
    const [z, x, y] = tileIdToZxy(zxyToTileId(6, 40, 20) + 1);
    expect(await archive.getZxy(z, x, y)).toBeUndefined();
    expect(await archive.getMetadata()).toEqual({ name: 'x' });
    const { minLon, maxLat, tileType } = await archive.getHeader();
    expect({ minLon, maxLat, tileType }).toEqual({
      minLon: bounds.west,
      maxLat: bounds.north,
      tileType: TileType.Mvt,
    });
  });

  test('without a tile, or with more than its directory holds, is refused', () => {
    expect(() => writeArchive([], { bounds, metadata: {} })).toThrow(RangeError);
    const random = Array.from({ length: 8_000 }, (_, at) => ({
      z: 12,
      x: (at * 37) % 4096,
      y: (at * 101) % 4096,
      bytes: new Uint8Array((at * 7919) % 50),
    }));
    expect(() => writeArchive(random, { bounds, metadata: {} })).toThrow(RangeError);
  });
});

describe('the streets of the sample', () => {
  test('are a small file with roads, streets and houses where the circles are', async () => {
    const file = sampleStreets();
    expect(file.length).toBeLessThan(1_000_000);
    const archive = opened(file);
    const { latitude, longitude } = sampleCircles[0] as (typeof sampleCircles)[number];
    const z = 15;
    const radians = (latitude * Math.PI) / 180;
    const x = Math.floor(((longitude + 180) / 360) * 2 ** z);
    const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z);
    const found = await archive.getZxy(z, x, y);
    const { layers } = new VectorTile(new PbfReader(found?.data ?? new ArrayBuffer(0)));
    expect(Object.keys(layers).sort()).toEqual(expect.arrayContaining(['buildings', 'roads']));
    const roads = layers.roads;
    const names = Array.from(
      { length: roads?.length ?? 0 },
      (_, at) => roads?.feature(at).properties.name,
    );
    expect(names).toContain('Street 1');
  });
});
