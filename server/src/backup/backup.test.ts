// Backup and restore: the restored data equal the saved ones, and an incomplete backup is refused.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { calls, type DevicePin } from '@survey/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../database/connection.ts';
import type { PhotoStore } from '../plugins/photo-store.ts';
import { openFolderStore } from '../plugins/photo-store-folder.ts';
import { markStore } from '../plugins/store-mark.ts';
import { setUpTestServer } from '../testing/fixture.ts';
import { addParcels } from '../testing/parcels.ts';
import { insertReports, variedReports } from '../testing/report-factory.ts';
import { picture, submissionFields, submit } from '../testing/submissions.ts';
import { dropDatabase, onServer, testTimeZone } from '../testing/test-database.ts';
import type { Person, TestServer } from '../testing/test-server.ts';
import { createBackup } from './create-backup.ts';
import { sha256 } from './format.ts';
import { checkBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const server = setUpTestServer();
let folder: string;
let photos: PhotoStore;
let ali: Person;
const places: { name: string; database: Database }[] = [];

/** Reports that name photos which the store does not have. */
const withoutPhoto = variedReports(300, 7).filter(({ photo_name }) => photo_name).length;

const fileName = () => path.join(folder, `${randomUUID()}.backup`);
const source = () => ({ url: server.database.url, photos });
const passphrase = 'صحیح horse battery';

/** A database with nothing in it and a folder for photos. */
const emptyPlace = async () => {
  const name = `restore_${randomBytes(8).toString('hex')}`;
  await onServer(inject('serverUrl'), `create database ${name}`);
  const url = new URL(inject('serverUrl'));
  url.pathname = name;
  const settings = { url: url.href, connections: 4, timeZone: testTimeZone };
  const database = openDatabase(settings);
  places.push({ name, database });
  const store = await openFolderStore(path.join(folder, name));
  return { ...settings, database, photos: store };
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-backup-'));
  photos = await openFolderStore(server.photoFolder);
  await markStore(server.database.db, photos);
  const token = server.administrator.token;
  ali = await server.addSurveyor('ali');
  await addParcels(server, 'Model Town', ['0001', '0002', '0003', '0004']);
  const body = { username: 'ali', circle: 'Model Town' };
  await server.call(calls.storeCirclePins, { body }, token);
  await insertReports(server.database, variedReports(300, 7));
  for (const pin of ['0001', '0002']) {
    await submit(server, ali.token, submissionFields({ pin }), await picture());
  }
  await server.call(calls.changePinStatus, { body: { ...body, pin: '0001', status: 0 } }, token);
  await submit(server, ali.token, submissionFields({ pin: '0001' }), await picture('webp'));
});
afterAll(async () => {
  for (const { name, database } of places) {
    await database.close();
    await dropDatabase(inject('serverUrl'), name);
  }
  await rm(folder, { recursive: true, force: true });
});

/** Every row of every table, without what a restore itself changes. */
const everything = async ({ db }: Pick<Database, 'db'>) => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db);
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (/^(kysely_|sessions|sign_in_failures|sign_in_networks|pin_lists)/.test(name)) continue;
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'changed_xid' - 'left_xid')::text as row
      from ${sql.table(name)} as t order by 1`.execute(db);
    found[name] = rows.map(({ row }) => row).filter((row) => !row.includes('restore-backup'));
  }
  return found;
};

const schemaOf = async ({ db }: Pick<Database, 'db'>) => {
  const { rows } = await sql<{ line: string }>`
    select pg_get_indexdef(indexrelid) as line from pg_index
      join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
      where not tgisinternal
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
};

describe('a backup that is brought back', () => {
  test.each([
    ['plain', undefined],
    ['encrypted', passphrase],
  ])('%s: every row, key, index, trigger and photo is there again', async (_, secret) => {
    const file = fileName();
    const made = await createBackup(source(), file, { passphrase: secret, workFactor: 10 });
    expect(made.photos).toMatchObject({ count: 3, damaged: withoutPhoto });
    expect((await checkBackup(file, secret)).chain).toBe(made.chain);
    const place = await emptyPlace();
    await restoreBackup(place, file, { passphrase: secret });
    expect(await everything(place.database)).toEqual(await everything(server.database));
    expect(await schemaOf(place.database)).toEqual(await schemaOf(server.database));
    const reports = await place.database.db
      .selectFrom('reports')
      .select(['photo_name', 'photo_sha256'])
      .where('username', '=', 'ali')
      .execute();
    expect(reports).toHaveLength(3);
    for (const { photo_name, photo_sha256 } of reports) {
      const stored = await place.photos.open(photo_name as string);
      const bytes = stored && (await buffer(stored.body));
      expect(bytes && sha256(bytes)).toBe(photo_sha256?.toString('hex'));
    }
    const entry = await place.database.db
      .selectFrom('audit_entries')
      .select(['action', 'address'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(entry).toEqual({ action: 'restore-backup', address: 'command line' });
  });

  test('takes new rows: sequences stand where they stood', async () => {
    const file = fileName();
    await createBackup(source(), file);
    const place = await emptyPlace();
    await restoreBackup(place, file);
    const last = async (db: Database['db']) =>
      (await db.selectFrom('reports').select('id').orderBy('id', 'desc').limit(1).execute())[0]?.id;
    const before = await last(place.database.db);
    const [added] = await insertReports(place.database, variedReports(1, 99));
    expect(added?.id).toBeGreaterThan(before as number);
  });

  test('from the plain file, which is a tar file, by anybody', async () => {
    const file = fileName();
    await createBackup(source(), file);
    const content = await readFile(file);
    expect(content.subarray(257, 262).toString()).toBe('ustar');
    expect(content.subarray(0, 11).toString()).toBe('format.json');
  });
});

describe('a phone whose cursor is of before the restore', () => {
  test('gets its whole list, also when the restored list has caught up with the cursor', async () => {
    const file = fileName();
    await createBackup(source(), file);
    const list = async (person: Person, at: TestServer, cursor?: number) =>
      (await at.call(calls.devicePins, { query: { cursor } }, person.token)).body;
    const token = server.administrator.token;
    const change = (pin: string, status: 0 | 1) =>
      server.call(
        calls.changePinStatus,
        { body: { username: 'ali', circle: 'Model Town', pin, status } },
        token,
      );
    // Seen by the phone, and lost with the database.
    await change('0003', 1);
    const seen = await list(ali, server);
    const place = await emptyPlace();
    await restoreBackup(place, file);
    const version = async () =>
      (
        await place.database.db
          .selectFrom('pin_lists')
          .select('version')
          .where('user_id', '=', ali.id)
          .executeTakeFirstOrThrow()
      ).version;
    expect(await version()).toBeGreaterThan(seen.cursor);
    const { listFor } = await import('../modules/device/device.queries.ts');
    const linkKey = Buffer.alloc(32);
    const isLong = () => Promise.reject<never>(new Error('a short list'));
    const answer = await listFor(place.database.db, ali.id, seen.cursor, linkKey, isLong);
    expect(answer.is_whole).toBe(true);
    const statusOf = (pins: readonly DevicePin[], pin: string) =>
      pins.find((listed) => listed.pin === pin)?.status;
    expect(statusOf(seen.pins, '0003')).toBe(1);
    expect(statusOf(answer.pins, '0003')).toBe(0);
    expect(
      (await listFor(place.database.db, ali.id, answer.cursor, linkKey, isLong)).is_whole,
    ).toBe(false);
    await change('0003', 0);
  });
});

describe('is refused with the reason:', () => {
  let file: string;
  let secret: string;
  beforeAll(async () => {
    file = fileName();
    secret = fileName();
    await createBackup(source(), file);
    await createBackup(source(), secret, { passphrase, workFactor: 10 });
  });

  test('a wrong passphrase, none, and one too many', async () => {
    await expect(checkBackup(secret, 'wrong')).rejects.toThrow(/passphrase is wrong/);
    await expect(checkBackup(secret)).rejects.toThrow(/is encrypted/);
    await expect(checkBackup(file, passphrase)).rejects.toThrow(/not encrypted/);
  });

  test('any other file', async () => {
    const other = fileName();
    await writeFile(other, 'not a backup');
    await expect(checkBackup(other)).rejects.toThrow(/not a backup|damaged|not whole/);
    await writeFile(other, '');
    await expect(checkBackup(other)).rejects.toThrow(/damaged or not whole/);
  });

  const wrongFiles = (content: Buffer): [string, Buffer][] => [
    ...[0.1, 0.5, 0.9, 0.999].map((part): [string, Buffer] => [
      `cut at ${part}`,
      content.subarray(0, Math.floor(content.length * part)),
    ]),
    ...[0.02, 0.3, 0.6, 0.85].map((part): [string, Buffer] => {
      const flipped = Buffer.from(content);
      const at = Math.floor(content.length * part);
      flipped[at] = (flipped[at] as number) ^ 1;
      return [`flipped at ${part}`, flipped];
    }),
  ];

  test('a file that was cut off, or of which a byte was changed', async () => {
    const damaged = fileName();
    // Damage in the padding of the tar format has no effect: only contents count.
    for (const [name, content] of wrongFiles(await readFile(secret))) {
      await writeFile(damaged, content);
      await expect(checkBackup(damaged, passphrase), name).rejects.toThrow();
    }
    for (const [name, content] of wrongFiles(await readFile(file)).slice(0, 3)) {
      await writeFile(damaged, content);
      await expect(checkBackup(damaged), name).rejects.toThrow(/damaged or not whole/);
    }
    const plain = await readFile(file);
    const format = plain.indexOf('copy.gz') + 512;
    plain[format + 20] = (plain[format + 20] as number) ^ 1;
    await writeFile(damaged, plain);
    await expect(checkBackup(damaged)).rejects.toThrow(/damaged or not whole/);
  });

  test('a damaged file leaves an empty place empty, and the right one can follow', async () => {
    const place = await emptyPlace();
    const damaged = fileName();
    const content = await readFile(file);
    await writeFile(damaged, content.subarray(0, content.length - 3000));
    await expect(restoreBackup(place, damaged)).rejects.toThrow(/damaged or not whole/);
    const { rows } = await sql<{ count: number }>`select count(*) from users`.execute(
      place.database.db,
    );
    expect(rows[0]?.count).toBe(0);
    await restoreBackup(place, file);
    expect(await everything(place.database)).toEqual(await everything(server.database));
    await expect(restoreBackup(place, file)).rejects.toThrow(/not empty \(users: 2\)/);
  });

  test('a file that exists, and nothing of it is touched', async () => {
    const before = await readFile(file);
    await expect(createBackup(source(), file)).rejects.toThrow(/exists already/);
    expect(await readFile(file)).toEqual(before);
  });
});

test('a run that fails half-way leaves no file', async () => {
  const file = fileName();
  const failing = {
    ...photos,
    read: async () => {
      throw new Error('the store is unavailable');
    },
  };
  await expect(createBackup({ ...source(), photos: failing }, file)).rejects.toThrow(
    /store is unavailable/,
  );
  expect((await readdir(folder)).filter((name) => file.includes(name.slice(0, 36)))).toEqual([]);
});

/** `npm run backup -- create FILE`, as a process that can be killed. */
const startCommand = (file: string, limit = 'unlimited') =>
  spawn(
    'sh',
    [
      '-c',
      `ulimit -f ${limit} && exec "${process.execPath}" server/dist/backup.js create "${file}"`,
    ],
    {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        DATA_DIR: path.join(folder, 'no-data'),
        DATABASE_URL: server.database.url,
        PHOTO_STORE: `file://${server.photoFolder}`,
      },
    },
  );

test('a run that is killed half-way leaves nothing under the name of the backup, and the next one writes it', async () => {
  const file = fileName();
  const unfinished = async () =>
    (await readdir(folder)).filter((name) => name.startsWith(`${path.basename(file)}.`));
  // The last table cannot be read: the run stops just before its end.
  const holder = await server.database.longReads.connect();
  let killed: ChildProcess;
  try {
    await holder.query('begin; lock table users in access exclusive mode');
    killed = startCommand(file);
    const waits = async () => {
      const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
        where application_name = 'survey backup' and wait_event_type = 'Lock'`.execute(
        server.database.db,
      );
      return rows[0]?.count;
    };
    await expect.poll(waits, { timeout: 20_000, interval: 100 }).toBe(1);
    await expect.poll(unfinished).toHaveLength(1);
    const ended = once(killed, 'exit');
    killed.kill('SIGKILL');
    expect((await ended)[1]).toBe('SIGKILL');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  await expect(stat(file)).rejects.toThrow('ENOENT');
  const [left = ''] = await unfinished();
  await expect(checkBackup(path.join(folder, left))).rejects.toThrow(/damaged or not whole/);
  const [code] = await once(startCommand(file), 'exit');
  // The photos that these reports name are missing: the backup is complete, but its store is damaged.
  expect(code).toBe(3);
  expect((await checkBackup(file)).photos.damaged).toBe(withoutPhoto);
});

test('a disk that takes no more ends the run in words, and leaves no file that fills it', async () => {
  const file = fileName();
  // Blocks of 512 bytes: less than the backup needs.
  const run = startCommand(file, '16');
  const [said, [code]] = await Promise.all([text(run.stderr), once(run, 'exit')]);
  expect(said.trim().split('\n')).toEqual([expect.stringMatching(/cannot be written.*EFBIG/)]);
  expect(code).toBe(1);
  expect((await readdir(folder)).filter((name) => file.includes(name.slice(0, 36)))).toEqual([]);
});

test('while phones submit: every report in the backup has its photo', async () => {
  const file = fileName();
  let isDone = false;
  const phone = async () => {
    while (!isDone) {
      const pin = `new ${randomUUID()}`;
      const answer = await submit(server, ali.token, submissionFields({ pin }), await picture());
      expect(answer.status).toBe(200);
    }
  };
  const phones = [phone(), phone()];
  await Promise.race([new Promise((resolve) => setTimeout(resolve, 300)), ...phones]);
  const made = await createBackup(source(), file).finally(() => {
    isDone = true;
  });
  await Promise.all(phones);
  const place = await emptyPlace();
  await restoreBackup(place, file);
  const reports = await place.database.db
    .selectFrom('reports')
    .select('photo_name')
    .where('username', '=', 'ali')
    .execute();
  expect(made.photos.count).toBe(reports.length);
  expect(made.photos.damaged).toBe(withoutPhoto);
  for (const { photo_name } of reports) {
    expect(
      await place.photos.open(photo_name as string).then((photo) => photo?.body.destroy()),
    ).toBeDefined();
  }
});
