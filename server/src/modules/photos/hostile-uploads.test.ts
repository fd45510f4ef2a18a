// Files that are not the photo they claim to be: none is stored, none exhausts the server's memory or time, and
// the phone's file name is never used as a file name here.
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { thumbnailSuffix } from '@survey/contract';
import { chunk, interlacedPng, jpegOfScans, png } from '@survey/field/photos/picture-bombs.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverSecret } from '../../database/server-secrets.ts';
import { signPhoto } from '../../plugins/photo-links.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { picture, submissionFields, submit } from '../../testing/submissions.ts';
import type { Person } from '../../testing/test-server.ts';

const server = setUpTestServer();
let ali: Person;
let linkKey: Buffer;
beforeAll(async () => {
  ali = await server.addSurveyor('ali');
  linkKey = await serverSecret(server.database.db, 'photo links');
});

const upload = (bytes: Buffer, fileName = 'IMG_0001.jpg', type = 'image/jpeg') =>
  submit(server, ali.token, submissionFields(), { bytes, fileName, type });

/** Rewrites the size in a JPEG's frame header. */
const resized = (jpeg: Buffer, width: number, height: number): Buffer => {
  const copy = Buffer.from(jpeg);
  for (let at = 2; at < copy.length - 9; at += 2 + copy.readUInt16BE(at + 2)) {
    const marker = copy[at + 1] as number;
    if (marker >= 0xc0 && marker <= 0xc2) {
      copy.writeUInt16BE(height, at + 5);
      copy.writeUInt16BE(width, at + 7);
      return copy;
    }
  }
  throw new Error('no frame header');
};

const progressive = async () =>
  sharp(await picture())
    .jpeg({ progressive: true })
    .toBuffer();

/** A lossless WebP that claims this size (RFC 9649: 14 bits each, less one). */
const webpOf = async (width: number, height: number): Promise<Buffer> => {
  const bytes = await sharp(await picture())
    .webp({ lossless: true })
    .toBuffer();
  const at = bytes.indexOf('VP8L') + 9;
  bytes.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, at);
  return bytes;
};

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const html = '<!doctype html><script>alert(1)</script>';

describe('is refused', () => {
  test.each<[string, () => Promise<Buffer> | Buffer, number]>([
    ['a drawing that holds a script', () => Buffer.from(svg), 415],
    ['a page', () => Buffer.from(html), 415],
    ['a program', () => Buffer.from(`MZ${'\0'.repeat(500)}`, 'latin1'), 415],
    ['an archive', () => Buffer.from('PK\x03\x04', 'latin1'), 415],
    ['a document', () => Buffer.from('%PDF-1.7'), 415],
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00;', 'latin1'), 415],
    ['a TIFF', () => Buffer.from('II*\0', 'latin1'), 415],
    [
      'a page behind three bytes of a JPEG',
      () => Buffer.from(`\xff\xd8\xff${html}`, 'latin1'),
      422,
    ],
    [
      'a page behind the signature of a PNG',
      () => Buffer.from(`\x89PNG\r\n\x1a\n${html}`, 'latin1'),
      422,
    ],
    [
      'a PNG of 4 gigapixels',
      () => png({ width: 65_500, height: 65_500 }, Buffer.alloc(1000)),
      422,
    ],
    [
      'a PNG with more pixels than numbers have',
      () => png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 }, Buffer.alloc(10)),
      422,
    ],
    ['a PNG without a size', () => png({ width: 0, height: 0 }, Buffer.alloc(10)), 422],
    ['a JPEG of 4 gigapixels', async () => resized(await picture(), 65_500, 65_500), 422],
    [
      'a PNG of one row of 99 megapixels',
      () => png({ width: 99_000_000, height: 1 }, Buffer.alloc(10)),
      422,
    ],
    [
      'an interlaced PNG that takes 800 MB to unpack',
      () =>
        png(
          { width: 10_000, height: 10_000, depth: 16, colourType: 6, interlaced: true },
          Buffer.alloc(10),
        ),
      422,
    ],
    [
      'a progressive JPEG that takes 300 MB to unpack',
      async () => resized(await progressive(), 10_000, 10_000),
      422,
    ],
    ['a JPEG of 90 scans', () => jpegOfScans(64, 90), 422],
    ['a lossless WebP that takes 400 MB to unpack', async () => webpOf(10_000, 10_000), 422],
    ['a JPEG without a size', async () => resized(await picture(), 0, 0), 422],
    [
      'a JPEG cut in half',
      async () => (await picture('jpeg', { width: 900 })).subarray(0, 400),
      422,
    ],
    ['a PNG cut in half', async () => (await picture('png', { width: 900 })).subarray(0, 200), 422],
    [
      'a WebP cut in half',
      async () => (await picture('webp', { width: 900 })).subarray(0, 60),
      422,
    ],
    [
      'a PNG whose header was changed',
      async () => {
        const bytes = await picture('png');
        bytes[20] = 0xff;
        return bytes;
      },
      422,
    ],
  ])('%s', async (_, make, status) => {
    const answer = await upload(await make());
    expect(answer.status).toBe(status);
    expect(await readdir(path.join(server.photoFolder, 'incoming'))).toEqual([]);
  });
});

describe('a bomb that is small on the way', () => {
  test('costs little memory: 99 megapixels in 100 kB are kept as they are and never decoded during ingestion', async () => {
    const bytes = png({ width: 9_900, height: 10_000 }, Buffer.alloc(9_901 * 10_000));
    expect(bytes.length).toBeLessThan(120_000);
    const before = process.memoryUsage.rss();
    const answer = await upload(bytes, 'bomb.png', 'image/png');
    expect(answer.status).toBe(200);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  test('is refused in words that say what to send in its place', async () => {
    const { body } = await upload(await interlacedPng(6000, 5000), 'bomb.png', 'image/png');
    expect(body.errors?.photo).toEqual([
      'The photo takes more than 192 MB to unpack. Please send it as an ordinary JPEG, or smaller.',
    ]);
    expect((await upload(jpegOfScans(64, 90))).body.errors?.photo?.[0]).toContain(
      'more than 32 scans',
    );
  });

  test('and large photos of honest phones are taken: progressive, 48 megapixels', async () => {
    const bytes = resized(await progressive(), 8000, 6000);
    expect((await upload(bytes)).status).toBe(200);
  });

  test('of texts is not unpacked at all: 40 MB of zTXt in a PNG', async () => {
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(40_000_000))]);
    const bytes = png({ width: 8, height: 8 }, Buffer.alloc(72), [chunk('zTXt', text)]);
    const before = process.memoryUsage.rss();
    const answer = await upload(bytes, 'text.png', 'image/png');
    expect([200, 422]).toContain(answer.status);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });
});

describe('what is a photo and something else too', () => {
  const stored = async (id: number): Promise<string> => {
    const { photo_name } = await server.database.db
      .selectFrom('reports')
      .select('photo_name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return photo_name as string;
  };
  const get = (name: string, suffix = '') =>
    server.app.inject({ method: 'GET', url: `/storage/${signPhoto(linkKey, name)}${suffix}` });

  test.each([
    ['a JPEG with a page behind it', 'evil.html', 'text/html'],
    ['a JPEG that calls itself a drawing', 'evil.svg', 'image/svg+xml'],
    ['a JPEG with a path for a name', '../../../../etc/passwd', 'image/jpeg'],
    ['a JPEG with a path of another system', 'C:\\windows\\evil.php', 'application/x-php'],
    ['a JPEG with a name of NULs and line ends', 'a\u0000b\r\nx: y.jpg', 'image/jpeg'],
    ['a JPEG without a name to speak of', '.', ''],
  ])('%s goes out as a JPEG under a name of our own, and cannot be run', async (_, fileName, type) => {
    const photo = await picture();
    const bytes = Buffer.concat([photo, Buffer.from(html)]);
    const answer = await upload(bytes, fileName, type);
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    const name = await stored(answer.body.id);
    expect(name).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{32}\.jpg$/);
    const { headers } = await get(name);
    expect(headers['content-type']).toBe('image/jpeg');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    const small = (await get(name, thumbnailSuffix)).rawPayload;
    expect(small.includes('<script')).toBe(false);
  });

  test('where it was taken stays with the photo and out of what lists show', async () => {
    const lying = await sharp(await picture('jpeg', { width: 640, height: 320 }))
      .withExif({
        IFD3: { GPSLatitude: '31/1 31/1 13/1', GPSLatitudeRef: 'N' },
        IFD0: { Make: 'Phone' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const answer = await upload(lying);
    const name = await stored(answer.body.id);
    // Evidence of a survey is stored byte for byte, so that its checksum stays valid.
    expect((await get(name)).rawPayload.equals(lying)).toBe(true);
    const small = await sharp((await get(name, thumbnailSuffix)).rawPayload).metadata();
    expect([small.width, small.height]).toEqual([320, 640]);
    expect([small.exif, small.xmp, small.iptc, small.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

test('a signature is of one path and one day, however the path is written', async () => {
  const answer = await upload(await picture());
  const { photo_name } = await server.database.db
    .selectFrom('reports')
    .select('photo_name')
    .where('id', '=', answer.body.id)
    .executeTakeFirstOrThrow();
  const name = photo_name as string;
  const query = signPhoto(linkKey, name).slice(name.length);
  const other = (await readdir(server.photoFolder)).find((folder) => folder !== name.slice(0, 2));
  const [folder = '', file = ''] = name.split('/');
  const spellings = [
    `${folder}/./${file}`,
    `${folder}//${file}`,
    `${folder}/../${folder}/${file}`,
    `${folder}/%2e%2e/${folder}/${file}`,
    `${folder}/%252e%252e/${folder}/${file}`,
    `${folder}%5c${file}`,
    `${folder}\\${file}`,
    `${folder}/${file}%00`,
    `${folder}/${file}%00.jpg`,
    `${folder}/${file};.jpg`,
    `${folder}/${file}%20`,
    `${folder}/${file}.`,
    `${folder}/${file.toUpperCase()}`,
    `${folder}/${file.replace('.', '%E3%80%82')}`,
    `${folder}/${file.replace('.', '%EF%BC%8E')}`,
    `${folder}%ef%bc%8f${file}`,
    `${folder}%c0%af${file}`,
    `${folder}/%e2%80%ae${file}`,
    `${other}/${file}`,
    file,
    `incoming/${file}`,
    `thumbnails/${name}`,
  ];
  const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  /** The path as given: clients normalise paths before they send them. */
  const statusOf = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      http
        .get({ host: address.hostname, port: address.port, path }, (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        })
        .on('error', reject);
    });
  for (const spelling of spellings) {
    const written = Buffer.from(`/storage/${spelling}${query}`).toString('latin1');
    expect([spelling, await statusOf(written)]).toEqual([
      spelling,
      expect.toSatisfy((status) => [400, 403, 404, 422].includes(status)),
    ]);
  }
  // The same path with one letter percent-encoded is the same path.
  const coded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  const same = await server.app.inject({ method: 'GET', url: `/storage/${coded}${query}` });
  expect(same.statusCode).toBe(200);
});
