// Photos are served to administrators and to holders of a valid link, and to nobody else.
import { randomBytes } from 'node:crypto';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { calls, storagePath, thumbnailSuffix } from '@survey/contract';
import { png } from '@survey/field/photos/picture-bombs.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverSecret } from '../../database/server-secrets.ts';
import { linkDay, signPhoto } from '../../plugins/photo-links.ts';
import { newPhotoName, thumbnailName } from '../../plugins/photo-store.ts';
import { setUpTestServer } from '../../testing/fixture.ts';
import { insertReports, report } from '../../testing/report-factory.ts';
import { picture, submissionFields, submit } from '../../testing/submissions.ts';
import { type Person, startTestServer } from '../../testing/test-server.ts';

const server = setUpTestServer();
let ali: Person;
let linkKey: Buffer;
beforeAll(async () => {
  ali = await server.addSurveyor('ali');
  linkKey = await serverSecret(server.database.db, 'photo links');
});

/** Submits a photo and returns its stored name. */
const keep = async (bytes: Buffer): Promise<string> => {
  const { status, body } = await submit(server, ali.token, submissionFields(), bytes);
  expect([status, body.message]).toEqual([200, undefined]);
  const { photo_name } = await server.database.db
    .selectFrom('reports')
    .select('photo_name')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow();
  return photo_name as string;
};

const get = (path: string, token?: string, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({
    method,
    url: storagePath + path,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

/** Status of a request whose path is sent exactly as given; clients usually normalise it. */
const rawStatus = (port: number, path: string, token = ''): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    http
      .get({ host: '127.0.0.1', port, path: storagePath + path, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
      .on('error', reject);
  });

const daysAgo = (days: number) => linkDay(new Date(Date.now() - days * 24 * 3600 * 1000));

describe('a photo is refused', () => {
  let name: string;
  let signed: string;
  beforeAll(async () => {
    name = await keep(await picture());
    signed = signPhoto(linkKey, name);
  });

  test('without signature and token, to a surveyor, and with a token that is none', async () => {
    for (const answer of [
      await get(name),
      await get(name, ali.token),
      await get(name, 'x'.repeat(43)),
      await get(`${name}?size=thumbnail`),
      await get(newPhotoName('jpg')),
    ]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe('link-not-valid');
    }
  });

  test('with a signature that is cut, longer, changed, of another photo, day or key', async () => {
    const other = await keep(await picture());
    const signature = signed.slice(signed.indexOf('signature=') + 'signature='.length);
    const link = (day: string, mark: string) => `${name}?day=${day}&signature=${mark}`;
    // The last of 22 base64url letters carries 2 bits only: a neighbouring letter means the same 128 bits.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const neighbour = letters[letters.indexOf(signature.at(-1) ?? '') ^ 1] as string;
    const wrong = [
      link(linkDay(), signature.slice(0, -1)),
      link(linkDay(), `${signature}A`),
      link(linkDay(), `${signature}==`),
      link(linkDay(), `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`),
      link(linkDay(), signature.slice(0, -1) + neighbour),
      link(linkDay(), ''),
      link(linkDay(), 'é'.repeat(22)),
      link(daysAgo(1), signature),
      `${other}${signed.slice(name.length)}`,
      signPhoto(randomBytes(32), name),
      `${signed}&signature=again`,
    ];
    for (const url of wrong) {
      const answer = await get(url);
      expect([url, answer.statusCode]).not.toEqual([url, 200]);
      expect([403, 422]).toContain(answer.statusCode);
    }
  });

  test('from the third day after the link was made, and before that day', async () => {
    expect((await get(signPhoto(linkKey, name, daysAgo(2)))).statusCode).toBe(200);
    expect((await get(signPhoto(linkKey, name, daysAgo(3)))).statusCode).toBe(403);
    expect((await get(signPhoto(linkKey, name, daysAgo(-1)))).statusCode).toBe(403);
    expect((await get(signPhoto(linkKey, name, '99999999'))).statusCode).toBe(403);
  });

  test('where there is none, also to an administrator and with a signature', async () => {
    const { token } = server.administrator;
    const unknown = newPhotoName('jpg');
    for (const answer of [
      await get(unknown, token),
      await get(`${unknown}?size=thumbnail`, token),
      await get(signPhoto(linkKey, unknown)),
    ]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe('not-found');
    }
    expect((await get(`${name}?size=huge`, token)).statusCode).toBe(422);
  });

  test('under every other path, however it is written', async () => {
    const { token } = server.administrator;
    await writeFile(path.join(server.photoFolder, '..', 'secret.jpg'), 'secret');
    await get(`${name}${signed.slice(name.length)}${thumbnailSuffix}`);
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const port = Number(new URL(url).port);
    const tricks = [
      '../secret.jpg',
      '..%2fsecret.jpg',
      '%2e%2e/secret.jpg',
      '%2e%2e%2fsecret.jpg',
      '%252e%252e%252fsecret.jpg',
      '..\\secret.jpg',
      '..%5csecret.jpg',
      '....//secret.jpg',
      '%c0%ae%c0%ae/secret.jpg',
      `${name}/../../secret.jpg`,
      `${name}%00.png`,
      `${name}%0a`,
      `./${name}`.replace('/', '%2f'),
      `/${name}`,
      `//${name}`,
      name.toUpperCase(),
      `${name}.part`,
      thumbnailName(name),
      'incoming/',
      '',
      '%',
      '%zz',
    ];
    for (const trick of tricks) {
      expect([400, 404]).toContain(await rawStatus(port, trick, token));
      // A signature does not help where the name is not a photo's.
      expect([400, 403, 404]).toContain(await rawStatus(port, signPhoto(linkKey, trick)));
    }
  });
});

describe('a photo whose file is not as long as the one that came', () => {
  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['longer', (bytes) => Buffer.concat([bytes, bytes])],
  ])('is answered in words and not as a photo: %s', async (_, damage) => {
    const bytes = await picture();
    const name = await keep(bytes);
    await writeFile(path.join(server.photoFolder, name), damage(bytes));
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await get(signPhoto(linkKey, name), undefined, method);
      expect(answer.statusCode).toBe(500);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    const { code, message } = (await get(name, server.administrator.token)).json();
    expect([code, message]).toEqual(['photo-damaged', expect.stringContaining('is damaged')]);
    const small = await get(signPhoto(linkKey, name) + thumbnailSuffix);
    expect([small.statusCode, small.json().code]).toEqual([500, 'photo-damaged']);
    await writeFile(path.join(server.photoFolder, name), bytes);
    expect((await get(signPhoto(linkKey, name))).rawPayload.equals(bytes)).toBe(true);
  });

  test('is taken as it is where its report was stored before lengths were kept', async () => {
    const name = await keep(await picture());
    const unknown = { photo_bytes: null, photo_sha256: null };
    await server.database.db
      .updateTable('reports')
      .set(unknown)
      .where('photo_name', '=', name)
      .execute();
    await writeFile(path.join(server.photoFolder, name), 'another');
    expect((await get(signPhoto(linkKey, name))).body).toBe('another');
  });
});

describe('a photo goes out', () => {
  test.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
  ] as const)('as the %s that came, with its type, kept by browsers and by nobody between', async (format, type) => {
    const bytes = await picture(format);
    const answer = await get(signPhoto(linkKey, await keep(bytes)));
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'content-length': String(bytes.length),
      'cache-control': 'private, max-age=259200, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-site',
    });
  });

  test('to an administrator without a signature, and then kept by nobody', async () => {
    const name = await keep(await picture());
    const answer = await get(name, server.administrator.token);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    // The browser is told what it is and how to call it, whatever a phone called it.
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(answer.headers['content-disposition']).toBe(
      `inline; filename="${name.split('/').at(-1)}"`,
    );
  });

  test('as headers alone where only they are asked for', async () => {
    const bytes = await picture();
    const answer = await get(signPhoto(linkKey, await keep(bytes)), undefined, 'HEAD');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-length']).toBe(String(bytes.length));
    expect(answer.body).toBe('');
  });

  test('under the picture_path of the report list, and to a console of another origin', async () => {
    const other = await startTestServer({ CORS_ORIGINS: 'https://console.example.org' });
    try {
      const sana = await other.addSurveyor('sana');
      const bytes = await picture();
      await submit(other, sana.token, submissionFields(), bytes);
      const list = await other.call(calls.allReports, { query: {} }, other.administrator.token);
      const url = storagePath + list.body.data[0]?.picture_path;
      const headers = { origin: 'https://console.example.org' };
      const answer = await other.app.inject({ method: 'GET', url, headers });
      expect(answer.rawPayload.equals(bytes)).toBe(true);
      expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
      expect(answer.headers['access-control-allow-origin']).toBe('https://console.example.org');
    } finally {
      await other.close();
    }
  });
});

describe('a thumbnail', () => {
  const thumbnail = (name: string) => get(signPhoto(linkKey, name) + thumbnailSuffix);
  const thumbnailFile = (name: string) => path.join(server.photoFolder, thumbnailName(name));

  test('is 320 wide, WebP, without the phone’s metadata, and the photo stays as it is', async () => {
    const bytes = await sharp(await picture('jpeg', { width: 1600, height: 1200 }))
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .toBuffer();
    const name = await keep(bytes);
    const answer = await thumbnail(name);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/webp');
    expect(answer.headers['cache-control']).toContain('immutable');
    const { format, width, height, exif } = await sharp(answer.rawPayload).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 320, height: 240 });
    expect((await get(signPhoto(linkKey, name))).rawPayload.equals(bytes)).toBe(true);
  });

  test('stands upright as EXIF says, and is not made larger than the photo', async () => {
    const lying = await picture('jpeg', { width: 800, height: 400 });
    const turned = await sharp(lying).withMetadata({ orientation: 6 }).toBuffer();
    const upright = await sharp((await thumbnail(await keep(turned))).rawPayload).metadata();
    expect([upright.width, upright.height]).toEqual([320, 640]);
    const small = await thumbnail(await keep(await picture('png', { width: 40, height: 30 })));
    expect((await sharp(small.rawPayload).metadata()).width).toBe(40);
  });

  test('is made once, also when thirty ask at once, and kept', async () => {
    const name = await keep(await picture('jpeg', { width: 2000, height: 1500 }));
    const answers = await Promise.all(Array.from({ length: 30 }, () => thumbnail(name)));
    for (const answer of answers) expect(answer.rawPayload).toEqual(answers[0]?.rawPayload);
    const first = await stat(thumbnailFile(name));
    await thumbnail(name);
    const later = await stat(thumbnailFile(name));
    expect([later.ino, later.mtimeMs]).toEqual([first.ino, first.mtimeMs]);
    expect(await readdir(path.join(server.photoFolder, 'incoming'))).toEqual([]);
  });

  test('is made again where it was lost', async () => {
    const name = await keep(await picture());
    await thumbnail(name);
    await rm(thumbnailFile(name));
    expect((await thumbnail(name)).headers['content-type']).toBe('image/webp');
  });

  /** A photo that was stored before photos were checked on upload. */
  const keepUnjudged = async (bytes: Buffer, extension: 'jpg' | 'png' = 'png') => {
    const photo_name = newPhotoName(extension);
    await writeFile(path.join(server.photoFolder, photo_name), bytes);
    await insertReports(server.database, [report({ photo_name, username: 'ali' })]);
    return photo_name;
  };

  test('is none where the photo cannot be decoded: told at once from then on, and the photo itself is there', async () => {
    const bytes = await picture('png', { width: 300, height: 300 });
    // Checksums of chunks are right, but the contents are invalid (no 4 bits in true colour): only decoding finds out.
    const broken = png({ width: 9, height: 9, colourType: 2, depth: 4 }, Buffer.alloc(500));
    for (const wrong of [broken, bytes.subarray(0, 200), Buffer.from('no picture')]) {
      const name = await keepUnjudged(wrong);
      for (let time = 0; time < 3; time += 1) {
        const answer = await thumbnail(name);
        expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found']);
        expect(answer.json().message).toContain('cannot be decoded');
        // The failure is remembered, here and on every server of this store.
        const made = await stat(thumbnailFile(name));
        expect(made.size).toBe(0);
        await utimes(thumbnailFile(name), 1000, 1000);
        if (time > 0) expect(made.mtimeMs).toBe(1_000_000);
      }
      expect((await get(signPhoto(linkKey, name))).rawPayload.equals(wrong)).toBe(true);
    }
  });

  test('is made again of a photo that was damaged and is whole again', async () => {
    const bytes = await picture('png');
    const name = await keep(bytes);
    const flipped = Buffer.from(bytes);
    flipped[60] = (flipped[60] as number) ^ 1;
    await writeFile(path.join(server.photoFolder, name), flipped);
    const answer = await thumbnail(name);
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'photo-damaged']);
    await writeFile(path.join(server.photoFolder, name), bytes);
    expect((await thumbnail(name)).statusCode).toBe(200);
  });

  test('is never made of other formats than the three, whatever a file holds', async () => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    expect((await thumbnail(await keepUnjudged(Buffer.from(drawing)))).statusCode).toBe(404);
  });
});
