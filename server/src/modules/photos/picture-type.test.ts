// What is read of a picture on arrival, against the reading of the library that decodes it later.
import { imageDimensionsFromData } from 'image-dimensions';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { PhotoExtension } from '../../plugins/photo-store.ts';
import { isWholePicture, pictureType } from './picture-type.ts';

const noise = (width: number, height: number, channels: 3 | 4 = 3): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels,
      background: '#8888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

const pictures: [string, PhotoExtension, () => Promise<Buffer>][] = [
  ['a JPEG', 'jpg', () => noise(81, 57).jpeg().toBuffer()],
  ['a progressive JPEG', 'jpg', () => noise(640, 33).jpeg({ progressive: true }).toBuffer()],
  ['a grey JPEG', 'jpg', () => noise(17, 300).greyscale().jpeg().toBuffer()],
  ['a JPEG for print', 'jpg', () => noise(40, 30).toColourspace('cmyk').jpeg().toBuffer()],
  [
    'a JPEG that lies on its side',
    'jpg',
    () => noise(90, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  ],
  ['a PNG', 'png', () => noise(33, 44).png().toBuffer()],
  [
    'a PNG of few colours',
    'png',
    () => noise(33, 45).png({ palette: true, colours: 4 }).toBuffer(),
  ],
  ['a PNG in passes', 'png', () => noise(300, 2).png({ progressive: true }).toBuffer()],
  ['a PNG of 16 bits', 'png', () => noise(9, 8).toColourspace('rgb16').png().toBuffer()],
  ['a lossy WebP', 'webp', () => noise(123, 45).webp().toBuffer()],
  ['a lossless WebP', 'webp', () => noise(1000, 9).webp({ lossless: true }).toBuffer()],
  ['a lossless WebP of one pixel', 'webp', () => noise(1, 1).webp({ lossless: true }).toBuffer()],
  ['a WebP that is seen through', 'webp', () => noise(300, 257, 4).webp().toBuffer()],
  [
    'a WebP with metadata',
    'webp',
    () => noise(70, 400).withMetadata({ orientation: 3 }).webp().toBuffer(),
  ],
];

describe('what a picture says of itself', () => {
  test.each(pictures)('is read as the library does: %s', async (_, type, make) => {
    const bytes = await make();
    const { width, height } = await sharp(bytes).metadata();
    expect(pictureType(bytes)).toBe(type);
    expect(isWholePicture(bytes, type)).toBe(true);
    expect(imageDimensionsFromData(bytes)).toMatchObject({ width, height });
  });

  test.each(pictures)('is not believed where it is cut off: %s', async (_, type, make) => {
    const bytes = await make();
    for (let length = 12; length < bytes.length; length += Math.ceil(bytes.length / 200)) {
      expect(isWholePicture(bytes.subarray(0, length), type)).toBe(false);
    }
  });
});
