// What is read of a picture on arrival, against the reading of the library that decodes it later.
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { PhotoExtension } from '../../plugins/photo-store.ts';
import { pictureType, sizeOfWhole } from './picture-type.ts';

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
    expect(sizeOfWhole(bytes, type)).toMatchObject({ width, height });
  });

  test('is the photo’s and not its preview’s, and not believed where the photo breaks off behind it', async () => {
    const preview = await noise(16, 12).jpeg().toBuffer();
    const photo = await noise(200, 150).jpeg().toBuffer();
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(preview.length + 2, 2);
    const bytes = Buffer.concat([photo.subarray(0, 2), head, preview, photo.subarray(2)]);
    expect(sizeOfWhole(bytes, 'jpg')).toEqual({ width: 200, height: 150 });
    for (let length = 2; length < bytes.length; length += 7) {
      expect(sizeOfWhole(bytes.subarray(0, length), 'jpg')).toBeUndefined();
    }
  });

  test('is not believed for an end that stands in a comment between two scans', async () => {
    const photo = await noise(200, 150).jpeg({ progressive: true }).toBuffer();
    const second = photo.indexOf(
      Buffer.from([0xff, 0xda]),
      photo.indexOf(Buffer.from([0xff, 0xda])) + 2,
    );
    const tables = photo.lastIndexOf(Buffer.from([0xff, 0xc4]), second);
    const comment = Buffer.from([0xff, 0xfe, 0, 6, 0x20, 0xff, 0xd9, 0x20]);
    const bytes = Buffer.concat([photo.subarray(0, tables), comment, photo.subarray(tables)]);
    expect(sizeOfWhole(bytes, 'jpg')).toEqual({ width: 200, height: 150 });
    expect(sizeOfWhole(bytes.subarray(0, tables + comment.length + 40), 'jpg')).toBeUndefined();
  });

  test('is none where the picture ends before its pixels', async () => {
    const photo = await noise(60, 20).jpeg().toBuffer();
    const scan = photo.indexOf(Buffer.from([0xff, 0xda]));
    const bytes = Buffer.concat([
      photo.subarray(0, scan),
      Buffer.from([0xff, 0xd9]),
      photo.subarray(scan),
    ]);
    expect(sizeOfWhole(bytes, 'jpg')).toBeUndefined();
  });

  test('is not changed by a film that a phone hangs on', async () => {
    const photo = await noise(60, 20).jpeg().toBuffer();
    const bytes = Buffer.concat([photo, Buffer.from('....ftypmp42')]);
    expect(sizeOfWhole(bytes, 'jpg')).toEqual({ width: 60, height: 20 });
  });

  test.each(pictures)('is not believed where it is cut off: %s', async (_, type, make) => {
    const bytes = await make();
    for (let length = 12; length < bytes.length; length += Math.ceil(bytes.length / 200)) {
      expect(sizeOfWhole(bytes.subarray(0, length), type)).toBeUndefined();
    }
  });
});
