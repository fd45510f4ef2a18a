import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawHouse, drawScene, type PhotoScene } from './drawn-house.ts';
import { longEdgeFor, preparePhotos } from './simulation/photo-pool.ts';

const scene: PhotoScene = {
  seed: 'one',
  pin: '0100234',
  land: 'Residential',
  floors: 2,
  hasStoreFront: false,
  hour: 10.5,
  isPortrait: false,
};
const lands = [
  'Residential',
  'Commercial',
  'Mixed Use',
  'Industrial',
  'Agricultural',
  'Vacant Plot',
];
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a drawn photo', () => {
  it('is a JPEG of 900 by 675 pixels that decodes', async () => {
    const photo = await drawHouse(scene);
    const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
    expect((await sharp(photo).metadata()).format).toBe('jpeg');
    expect([info.width, info.height, info.channels]).toEqual([900, 675, 3]);
    expect(data).toHaveLength(900 * 675 * 3);
  });

  it('shows many colours: a scene, not a flat area', async () => {
    const { channels, entropy } = await sharp(await drawHouse(scene)).stats();
    expect(entropy).toBeGreaterThan(4);
    for (const { stdev } of channels) expect(stdev).toBeGreaterThan(20);
  });

  it('stands upright when portrait, however the phone stored it', async () => {
    const stored = new Set<string>();
    for (let at = 0; at < 8; at += 1) {
      const photo = await drawHouse({ ...scene, seed: `portrait ${at}`, isPortrait: true });
      const { width, height, orientation } = await sharp(photo).metadata();
      stored.add(`${width}x${height} ${orientation ?? 1}`);
      const upright = await sharp(photo).autoOrient().toBuffer({ resolveWithObject: true });
      expect([upright.info.width, upright.info.height]).toEqual([675, 900]);
      // The sky is above: brighter than the road below.
      const blue = async (top: number) => {
        const strip = sharp(upright.data).extract({ left: 0, top, width: 675, height: 40 });
        return (await sharp(await strip.toBuffer()).stats()).channels[2]?.mean ?? 0;
      };
      expect(await blue(0)).toBeGreaterThan(await blue(855));
    }
    expect(stored).toEqual(new Set(['675x900 1', '900x675 6']));
  });

  it('is the same again for the same seed, and another for another', async () => {
    const photos = await Promise.all(
      ['one', 'one', 'two', 'three'].map((seed) => drawHouse({ ...scene, seed })),
    );
    const [first, again, ...others] = photos.map(hash);
    expect(again).toBe(first);
    expect(new Set([first, ...others]).size).toBe(3);
  });

  it('differs with PIN, floors, land and hour', () => {
    const drawn = new Set([
      drawScene(scene),
      drawScene({ ...scene, pin: '0100235' }),
      drawScene({ ...scene, floors: 3 }),
      drawScene({ ...scene, hour: 17.8 }),
      ...lands.map((land) => drawScene({ ...scene, land, floors: land === 'Vacant Plot' ? 0 : 2 })),
    ]);
    // Residential is the scene itself; Mixed Use differs from it by its store front only.
    expect(drawn.size).toBe(4 + lands.length - 2);
  });

  it('is drawn for every land and up to five floors', async () => {
    for (const land of lands)
      for (const floors of [0, 5])
        expect((await drawHouse({ ...scene, land, floors })).length).toBeGreaterThan(10_000);
  });

  it('is padded to the size asked for, and still decodes', async () => {
    for (const paddedKb of [100, 700]) {
      const photo = await drawHouse(scene, { paddedKb });
      expect(photo.length).toBeGreaterThanOrEqual(paddedKb * 1000);
      expect(photo.length).toBeLessThan(paddedKb * 1000 + 10);
      expect((await sharp(photo).raw().toBuffer()).length).toBe(900 * 675 * 3);
    }
  });
});

describe("the simulation's photos", () => {
  it('have the size asked for and are each a file of its own', async () => {
    const photoFor = await preparePhotos(60);
    const photos = Array.from({ length: 40 }, (_, at) => photoFor(`id ${at}`) as Buffer);
    expect(new Set(photos.map(hash)).size).toBe(40);
    for (const photo of photos) expect(photo.length).toBeGreaterThanOrEqual(60_000);
    expect((await sharp(photos[0]).metadata()).width).toBeGreaterThan(400);
  });

  it('are none for a size of 0, and at most 12 megapixels', async () => {
    expect((await preparePhotos(0))('id')).toBeNull();
    expect(longEdgeFor(15_000)).toBe(4000);
  });
});
