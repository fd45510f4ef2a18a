// The properties read from a picture during ingestion, against those of the library that decodes it later.
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { PhotoExtension } from '../../plugins/photo-store.ts';
import { processorMs } from '../../testing/processor-time.ts';
import { factsOfWhole, pictureType } from './picture-type.ts';

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
    expect(factsOfWhole(bytes, type)).toMatchObject({ width, height });
  });

  test('is the photo’s and not its preview’s, and not believed where the photo breaks off behind it', async () => {
    const preview = await noise(16, 12).jpeg().toBuffer();
    const photo = await noise(200, 150).jpeg().toBuffer();
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(preview.length + 2, 2);
    const bytes = Buffer.concat([photo.subarray(0, 2), head, preview, photo.subarray(2)]);
    expect(factsOfWhole(bytes, 'jpg')).toMatchObject({ width: 200, height: 150 });
    for (let length = 2; length < bytes.length; length += 7) {
      expect(factsOfWhole(bytes.subarray(0, length), 'jpg')).toBeUndefined();
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
    expect(factsOfWhole(bytes, 'jpg')).toMatchObject({ width: 200, height: 150 });
    expect(factsOfWhole(bytes.subarray(0, tables + comment.length + 40), 'jpg')).toBeUndefined();
  });

  test('is none where the picture ends before its pixels', async () => {
    const photo = await noise(60, 20).jpeg().toBuffer();
    const scan = photo.indexOf(Buffer.from([0xff, 0xda]));
    const bytes = Buffer.concat([
      photo.subarray(0, scan),
      Buffer.from([0xff, 0xd9]),
      photo.subarray(scan),
    ]);
    expect(factsOfWhole(bytes, 'jpg')).toBeUndefined();
  });

  test('is not changed by a film that a phone hangs on', async () => {
    const photo = await noise(60, 20).jpeg().toBuffer();
    const bytes = Buffer.concat([photo, Buffer.from('....ftypmp42')]);
    expect(factsOfWhole(bytes, 'jpg')).toMatchObject({ width: 60, height: 20 });
  });

  test.each(pictures)('is not believed where it is cut off: %s', async (_, type, make) => {
    const bytes = await make();
    for (let length = 12; length < bytes.length; length += Math.ceil(bytes.length / 200)) {
      expect(factsOfWhole(bytes.subarray(0, length), type)).toBeUndefined();
    }
  });
});

describe('what is made to be looked at for long', () => {
  const mostBytes = 15 * 1024 * 1024;
  const repeated = (head: Buffer, bytes: number[]) =>
    Buffer.concat([head, Buffer.alloc(mostBytes - head.length, Buffer.from(bytes))]);
  const webp = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  webp.writeUInt32LE(mostBytes - 8, 4);

  test.each<[string, PhotoExtension, () => Promise<Buffer> | Buffer]>([
    ['FF alone', 'jpg', () => Buffer.alloc(mostBytes, 0xff)],
    ['FF before the first segment', 'jpg', () => repeated(Buffer.from([0xff, 0xd8]), [0xff])],
    ['stuffed bytes', 'jpg', () => repeated(Buffer.from([0xff, 0xd8]), [0xff, 0])],
    ['segments of nothing', 'jpg', () => repeated(Buffer.from([0xff, 0xd8]), [0xff, 0xe0, 0, 2])],
    [
      'FF in the only scan',
      'jpg',
      async () => repeated((await noise(60, 20).jpeg().toBuffer()).subarray(0, -2), [0xff]),
    ],
    [
      'stuffed bytes in a scan of several',
      'jpg',
      async () => {
        const photo = await noise(60, 20).jpeg({ progressive: true }).toBuffer();
        return repeated(photo.subarray(0, -2), [0xff, 0]);
      },
    ],
    [
      'chunks of nothing',
      'png',
      () => {
        const empty = Buffer.alloc(12);
        empty.write('tEXt', 4, 'latin1');
        empty.writeUInt32BE(crc32('tEXt'), 8);
        return repeated(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), [...empty]);
      },
    ],
    ['chunks of nothing', 'webp', () => repeated(webp, [...Buffer.from('ANMF\0\0\0\0', 'latin1')])],
  ])('takes no longer than a search for what is not there: %s, %s', async (_, type, make) => {
    const bytes = await make();
    const time = async (work: () => unknown) => {
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) times.push(await processorMs(work));
      return Math.min(...times);
    };
    // Reference time: one pass over every byte on this machine.
    const once = await time(() => bytes.every((byte) => byte < 256));
    expect(factsOfWhole(bytes, type)).toBeUndefined();
    expect(await time(() => factsOfWhole(bytes, type))).toBeLessThan(Math.max(3 * once, 60));
  });
});

test.each<[string, () => Sharp, number]>([
  ['rows of a JPEG', () => noise(160, 80).jpeg(), 0],
  ['a progressive JPEG', () => noise(160, 80).jpeg({ progressive: true, mozjpeg: false }), 3],
  [
    'a progressive JPEG with all its colours',
    () => noise(160, 80).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
    6,
  ],
  ['rows of a PNG', () => noise(160, 80).png(), 0],
  ['a PNG in passes', () => noise(160, 80).png({ progressive: true }), 4],
  [
    'a transparent PNG of 16 bits in passes',
    () => noise(160, 80, 4).toColourspace('rgb16').png({ progressive: true }),
    8,
  ],
  ['a lossy WebP', () => noise(160, 80).webp(), 0],
  ['a lossless WebP', () => noise(160, 80).webp({ lossless: true }), 4],
])('what must be held of %s is known before it is decoded', async (_, make, bytesForPixel) => {
  const { data, info } = await make().toBuffer({ resolveWithObject: true });
  const type = info.format === 'jpeg' ? 'jpg' : (info.format as PhotoExtension);
  expect(factsOfWhole(data, type)?.held).toBe(160 * 80 * bytesForPixel);
});
