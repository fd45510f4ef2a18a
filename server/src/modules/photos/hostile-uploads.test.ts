// Files that are not the photo they claim to be: none gets in, none takes the server's memory or time, and
// what the phone calls a file is never the name of one here.
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { thumbnailSuffix } from '@survey/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverSecret } from '../../database/server-secrets.ts';
import { signPhoto } from '../../plugins/photo-links.ts';
import { picture, submissionFields, submit } from '../../testing/submissions.ts';
import { type Person, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let ali: Person;
let linkKey: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  ali = await server.addSurveyor('ali');
  linkKey = await serverSecret(server.database.db, 'photo links');
});
afterAll(() => server.close());

const upload = (bytes: Buffer, fileName = 'IMG_0001.jpg', type = 'image/jpeg') =>
  submit(server, ali.token, submissionFields(), { bytes, fileName, type });

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A PNG that says it has so many pixels, with so many bytes of them: grey, one byte each. */
const png = (width: number, height: number, pixels: Buffer, extra: Buffer[] = []): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** The size that a JPEG's frame header states, rewritten. */
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
    ['a PNG of 4 gigapixels', () => png(65_500, 65_500, Buffer.alloc(1000)), 422],
    [
      'a PNG with more pixels than numbers have',
      () => png(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(10)),
      422,
    ],
    ['a PNG without a size', () => png(0, 0, Buffer.alloc(10)), 422],
    ['a JPEG of 4 gigapixels', async () => resized(await picture(), 65_500, 65_500), 422],
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
  test('costs little memory: 99 megapixels in 100 kB are kept as they are and never unpacked on arrival', async () => {
    const bytes = png(9_900, 10_000, Buffer.alloc(9_901 * 10_000));
    expect(bytes.length).toBeLessThan(120_000);
    const before = process.memoryUsage.rss();
    const answer = await upload(bytes, 'bomb.png', 'image/png');
    expect(answer.status).toBe(200);
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
  });

  test('of texts is not unpacked at all: 40 MB of zTXt in a PNG', async () => {
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(40_000_000))]);
    const bytes = png(8, 8, Buffer.alloc(72), [chunk('zTXt', text)]);
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
    // Evidence of a survey: byte for byte, so that its check sum means something.
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
  /** As it stands: clients tidy paths up before they send them. */
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
  // The same path with one letter written as its code is the same path.
  const coded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  const same = await server.app.inject({ method: 'GET', url: `/storage/${coded}${query}` });
  expect(same.statusCode).toBe(200);
});
