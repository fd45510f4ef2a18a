// The photo stores: a folder, and a bucket of a real server that speaks S3.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { storagePath, thumbnailSuffix } from '@survey/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type BucketServer, startBucketServer } from '../testing/bucket-server.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { picture, submissionFields, submit } from '../testing/submissions.ts';
import type { Person } from '../testing/test-server.ts';
import { openPhotoStore } from './open-photo-store.ts';
import { newPhotoName, type PhotoStore, thumbnailName } from './photo-store.ts';
import { openBucketStore, readBucketAddress } from './photo-store-s3.ts';

let folder: string;
let bucket: BucketServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-stores-'));
  bucket = await startBucketServer();
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const openBucket = (stagingFolder = path.join(folder, 'staged'), timeoutMs?: number) =>
  openBucketStore({
    address: bucket.address,
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
    sessionToken: undefined,
    stagingFolder,
    ...(timeoutMs && { timeoutMs }),
  });

const bytesOf = async (store: PhotoStore, name: string): Promise<Buffer | undefined> => {
  const photo = await store.open(name);
  return photo && Buffer.concat(await photo.body.toArray());
};

async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

const keep = async (store: PhotoStore, name: string, bytes: Buffer) => {
  await store.keep(await store.stage(inPieces(bytes)), name);
};

const allOf = async (store: PhotoStore, kind: 'photos' | 'thumbnails') => {
  const names: string[] = [];
  for await (const { name } of store.list(kind)) names.push(name);
  return names.sort();
};

/** More than is held in memory at once, so that the staged goes by the disk. */
const large = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));

describe.each([
  ['a folder', () => openPhotoStore(readConfig({ DATA_DIR: path.join(folder, 'data') }))],
  ['a bucket', () => openBucket()],
])('%s', (_, open) => {
  let store: PhotoStore;
  beforeAll(async () => {
    store = await open();
  });

  test('gives back what it was given, lists it, and forgets it', async () => {
    const names = [newPhotoName('jpg'), newPhotoName('png'), newPhotoName('webp')].sort();
    const small = thumbnailName(names[0] as string);
    for (const name of [...names, small]) {
      const bytes = Buffer.concat([large, Buffer.from(name)]);
      const staged = await store.stage(inPieces(bytes));
      expect(staged.bytes).toBe(bytes.length);
      expect(staged.sha256).toEqual(createHash('sha256').update(bytes).digest());
      await store.keep(staged, name);
      // Discarding what was kept is no mistake.
      await store.discard(staged);
      expect((await bytesOf(store, name))?.equals(bytes)).toBe(true);
      expect((await store.read(name))?.equals(bytes)).toBe(true);
      for (const told of [bytes.length, bytes.length - 1, bytes.length + 9, 0, null]) {
        expect((await store.read(name, told))?.equals(bytes)).toBe(true);
      }
      expect((await store.open(name))?.body.destroy()).toBeDefined();
    }
    expect(await allOf(store, 'photos')).toEqual(names);
    expect(await allOf(store, 'thumbnails')).toEqual([small]);
    for await (const photo of store.list('photos')) {
      expect(photo.bytes).toBe(large.length + photo.name.length);
      expect(Math.abs(photo.storedAt.getTime() - Date.now())).toBeLessThan(60_000);
    }
    for (const name of [...names, small]) {
      await store.remove(name);
      await store.remove(name);
      expect(await store.open(name)).toBeUndefined();
    }
    expect(await allOf(store, 'photos')).toEqual([]);
  });

  test('keeps what is small without a staged on the disk, a thumbnail as often as it is made', async () => {
    const name = newPhotoName('jpg');
    for (const one of [name, thumbnailName(name), thumbnailName(name)]) {
      await keep(store, one, Buffer.from(`small ${one}`));
      expect(String(await store.read(one))).toBe(`small ${one}`);
      await store.discard(await store.stage(inPieces(Buffer.from('never kept'))));
    }
    for (const one of [name, thumbnailName(name)]) await store.remove(one);
    expect(await store.read(name)).toBeUndefined();
    expect(await store.read(name, 100)).toBeUndefined();
  });

  test('keeps every length as it is, whatever its memory held before', async () => {
    for (const length of [262_144, 262_143, 200_000, 4097, 4096, 4095, 1, 0]) {
      const name = newPhotoName('jpg');
      await keep(store, name, large.subarray(0, length));
      expect((await bytesOf(store, name))?.equals(large.subarray(0, length))).toBe(true);
      await store.remove(name);
    }
  });

  test('knows no photo that was never kept, and refuses names that are none', async () => {
    expect(await store.open(newPhotoName('jpg'))).toBeUndefined();
    for (const name of ['../secret.jpg', 'ab/x.jpg', 'thumbnails/../x', '']) {
      await expect(store.open(name)).rejects.toThrow('not the name of a photo');
      await expect(store.remove(name)).rejects.toThrow('not the name of a photo');
    }
  });
});

test('a folder that is gone is a 503, not a photo that never was', async () => {
  const home = path.join(folder, 'gone');
  const store = await openPhotoStore(readConfig({ PHOTO_STORE: `file://${home}` }));
  const name = newPhotoName('jpg');
  await keep(store, name, large);
  await rename(home, `${home}.away`);
  await expect(store.open(name)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 30 });
  await expect(keep(store, name, large)).rejects.toMatchObject({ code: 'unavailable' });
  await rename(`${home}.away`, home);
  expect((await bytesOf(store, name))?.equals(large)).toBe(true);
});

describe('a bucket that misbehaves', () => {
  test.each([
    'refuses',
    'changes a byte',
  ] as const)('and %s keeps nothing it says it has', async (kind) => {
    const store = await openBucket();
    const name = newPhotoName('jpg');
    bucket.misbehave(kind);
    await expect(keep(store, name, large)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfter: 30,
    });
    if (kind === 'refuses')
      await expect(store.open(name)).rejects.toMatchObject({ code: 'unavailable' });
    bucket.misbehave();
    await keep(store, name, large);
    expect((await bytesOf(store, name))?.equals(large)).toBe(true);
    await store.remove(name);
  });

  test('and points elsewhere is not followed: signatures and photos stay with the store of the settings', async () => {
    const store = await openBucket();
    bucket.misbehave('points elsewhere');
    for (const work of [
      () => keep(store, newPhotoName('jpg'), large),
      () => store.open(newPhotoName('jpg')),
    ])
      await expect(work()).rejects.toMatchObject({ code: 'unavailable' });
    expect(bucket.followed()).toBe(0);
    bucket.misbehave();
  });

  test('and says nothing is waited for no longer than agreed', async () => {
    const store = await openBucket(undefined, 200);
    bucket.misbehave('says nothing');
    await expect(store.open(newPhotoName('jpg'))).rejects.toMatchObject({ code: 'unavailable' });
    bucket.misbehave();
  });
});

test('an address of Amazon names the bucket in the host, one of another server in the path', () => {
  const amazon = readBucketAddress('s3://photos/a/b?region=me-central-1');
  expect([amazon.root.href, amazon.prefix, amazon.region]).toEqual([
    'https://photos.s3.me-central-1.amazonaws.com/',
    'a/b/',
    'me-central-1',
  ]);
  const own = readBucketAddress('s3://photos?endpoint=http://store:9000/');
  expect([own.root.href, own.prefix, own.region]).toEqual([
    'http://store:9000/photos/',
    '',
    'us-east-1',
  ]);
});

test('a bucket without its keys stops the start with the names of both', async () => {
  const config = readConfig({ PHOTO_STORE: bucket.address });
  await expect(openPhotoStore(config)).rejects.toThrow(
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set',
  );
});

describe('the server on a bucket', () => {
  const server = setUpTestServer({}, () => {
    stagedUploads = path.join(folder, 'server-staged');
    return openBucket(stagedUploads);
  });
  let ali: Person;
  let stagedUploads: string;
  beforeAll(async () => {
    ali = await server.addSurveyor('ali');
  });

  test('stores photos, shows them and their small versions, and keeps no staged', async () => {
    const bytes = await picture('jpeg', { width: 900, height: 700 });
    const { status } = await submit(server, ali.token, submissionFields(), bytes);
    expect(status).toBe(200);
    const { photo_name } = await server.database.db
      .selectFrom('reports')
      .select('photo_name')
      .executeTakeFirstOrThrow();
    const headers = { authorization: `Bearer ${server.administrator.token}` };
    const url = `${storagePath}${photo_name}`;
    const photo = await server.app.inject({ url, headers });
    expect(photo.rawPayload.equals(bytes)).toBe(true);
    const small = await server.app.inject({
      url: `${url}?${thumbnailSuffix.replace(/^[?&]/, '')}`,
      headers,
    });
    expect(small.headers['content-type']).toBe('image/webp');
    expect(await readdir(stagedUploads)).toEqual([]);
  });

  test('answers 503 while it is away, stores nothing, and takes the same submission after it', async () => {
    const fields = submissionFields({ pin: '0002' });
    const bytes = await picture();
    bucket.misbehave('refuses');
    const refused = await submit(server, ali.token, fields, bytes);
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect(refused.headers['retry-after']).toBe('30');
    bucket.misbehave();
    const again = await submit(server, ali.token, fields, bytes);
    expect(again.status).toBe(200);
    const { rows } = await server.database.longReads.query(
      "select count(*) as count from reports where pin = '0002'",
    );
    expect(rows[0].count).toBe(1);
    expect(await readdir(stagedUploads)).toEqual([]);
  });
});
