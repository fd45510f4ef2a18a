// Damaged photos: the backup is made all the same, and lists each report with what is wrong.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../database/connection.ts';
import { newPhotoName, type PhotoStore } from '../plugins/photo-store.ts';
import { openFolderStore } from '../plugins/photo-store-folder.ts';
import { openBucketStore } from '../plugins/photo-store-s3.ts';
import { startBucketServer } from '../testing/bucket-server.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { readCsv } from '../testing/read-csv.ts';
import { insertReports, report } from '../testing/report-factory.ts';
import { dropDatabase, onServer, testTimeZone } from '../testing/test-database.ts';
import { createBackup } from './create-backup.ts';
import { checkBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const server = setUpTestServer();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-damaged-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const came = Buffer.from('the bytes of a photo');
const flipped = Buffer.from('the bytes_of a photo');
const sha256 = createHash('sha256').update(came).digest();

/** Reports by their PINs, with these bytes as photos in the store; undefined: none. */
const addReports = async (store: PhotoStore, found: Record<string, Buffer | undefined>) => {
  const ids: Record<string, [id: string, name: string]> = {};
  for (const [pin, bytes] of Object.entries(found)) {
    const photo_name = newPhotoName('jpg');
    if (bytes) await store.keep(await store.stage(Readable.from([bytes])), photo_name);
    const given = { circle: 'Model Town, "old"', pin, photo_name };
    const came_as = { photo_bytes: came.length, photo_sha256: sha256 };
    const [stored] = await insertReports(server.database, [report({ ...given, ...came_as })]);
    ids[pin] = [String(stored?.id), photo_name];
  }
  return ids;
};

const problemsIn = async (list: string | undefined) => {
  const [header, ...lines] = readCsv((await readFile(list as string, 'utf8')).slice(1));
  expect(header).toEqual(['report_id', 'circle', 'pin', 'photo', 'problem']);
  return Object.fromEntries(
    lines.map(([id, circle, pin = '', ...rest]) => [pin, [id, circle, ...rest]]),
  );
};

test('of a folder: each damaged report stands in a file, and the others are brought back', async () => {
  const photos = await openFolderStore(server.photoFolder);
  const ids = await addReports(photos, {
    whole: came,
    cut: came.subarray(1),
    empty: Buffer.alloc(0),
    flipped,
    longer: Buffer.concat([came, came]),
    gone: undefined,
    '=folder': undefined,
    huge: came,
    unnamed: came,
  });
  const pathOf = (pin: string) => path.join(server.photoFolder, ids[pin]?.[1] as string);
  await mkdir(pathOf('=folder'));
  await truncate(pathOf('huge'), 3 * 2 ** 30);
  const strange = '../strange.jpg';
  await server.database.db
    .updateTable('reports')
    .set({ photo_name: strange })
    .where('pin', '=', 'unnamed')
    .execute();

  const file = path.join(folder, 'damaged.backup');
  const made = await createBackup({ url: server.database.url, photos }, file);
  expect(made.photos).toMatchObject({ count: 1, damaged: 8 });
  const expected = (pin: string, problem: unknown) => [
    ids[pin]?.[0],
    'Model Town, "old"',
    pin === 'unnamed' ? strange : ids[pin]?.[1],
    problem,
  ];
  const cannot = expect.stringMatching(/^photo cannot be read: /);
  const all = {
    cut: expected('cut', 'photo is damaged: 19 bytes in place of 20'),
    empty: expected('empty', 'photo is damaged: 0 bytes in place of 20'),
    flipped: expected('flipped', 'photo is damaged: checksum differs'),
    longer: expected('longer', 'photo is damaged: 40 bytes in place of 20'),
    gone: expected('gone', 'photo is missing'),
    "'=folder": expected('=folder', cannot),
    huge: expected('huge', cannot),
    unnamed: expected('unnamed', cannot),
  };
  expect(made.damagedList).toBe(`${file}.damaged-photos.csv`);
  expect(await problemsIn(made.damagedList)).toEqual(all);

  await rm(made.damagedList as string);
  expect(await problemsIn((await checkBackup(file)).damagedList)).toEqual(all);

  const name = `restore_${randomBytes(8).toString('hex')}`;
  await onServer(inject('serverUrl'), `create database ${name}`);
  const url = new URL(inject('serverUrl'));
  url.pathname = name;
  const place = { url: url.href, connections: 4, timeZone: testTimeZone };
  const database = openDatabase(place);
  try {
    const store = await openFolderStore(path.join(folder, name));
    const restored = await restoreBackup({ ...place, database, photos: store }, file);
    expect(await problemsIn(restored.damagedList)).toEqual(all);
    expect((await store.read(ids.whole?.[1] as string))?.equals(came)).toBe(true);
    expect(await store.open(ids.flipped?.[1] as string)).toBeUndefined();
  } finally {
    await database.close();
    await dropDatabase(inject('serverUrl'), name);
  }
});

test('the command says where the list is', async () => {
  const file = path.join(folder, 'command.backup');
  const run = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'server/src/command-line/backup.ts', 'create', file],
    {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        DATA_DIR: path.join(folder, 'no-data'),
        DATABASE_URL: server.database.url,
        PHOTO_STORE: `file://${server.photoFolder}`,
      },
    },
  );
  expect(run.status).toBe(3);
  expect(run.stderr).toContain(`${file}.damaged-photos.csv`);
  expect(Object.keys(await problemsIn(`${file}.damaged-photos.csv`))).toHaveLength(8);
});

test('a run that fails leaves the list of an earlier one as it is', async () => {
  const file = path.join(folder, 'broken.backup');
  await writeFile(file, (await readFile(path.join(folder, 'damaged.backup'))).subarray(0, -4000));
  await writeFile(`${file}.damaged-photos.csv`, 'of an earlier run');
  await expect(checkBackup(file)).rejects.toThrow(/damaged or not whole/);
  expect(await readFile(`${file}.damaged-photos.csv`, 'utf8')).toBe('of an earlier run');
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('of a bucket, where the bytes come over the network', async () => {
  const bucket = await startBucketServer();
  try {
    const photos = await openBucketStore({
      address: bucket.address,
      accessKeyId: bucket.accessKeyId,
      secretAccessKey: bucket.secretAccessKey,
      sessionToken: undefined,
      stagingFolder: path.join(folder, 'staged'),
    });
    await server.database.db.deleteFrom('reports').execute();
    const ids = await addReports(photos, {
      whole: came,
      cut: came.subarray(1),
      flipped,
      gone: undefined,
    });
    const file = path.join(folder, 'bucket.backup');
    const made = await createBackup({ url: server.database.url, photos }, file);
    expect(made.photos).toMatchObject({ count: 1, damaged: 3 });
    const problems = await problemsIn(made.damagedList);
    expect(Object.keys(problems)).toEqual(['cut', 'flipped', 'gone']);
    expect(problems.flipped?.at(-1)).toBe('photo is damaged: checksum differs');
    expect(problems.cut?.[0]).toBe(ids.cut?.[0]);
  } finally {
    await bucket.close();
  }
});
