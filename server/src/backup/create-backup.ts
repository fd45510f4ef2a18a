// Writes one consistent file of database and photos while the server works: every table from one snapshot, and
// the photos of its reports. A photo is stored before its report and never changes, so each report of the
// snapshot has its photo.
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { damageOf, photoProblems, unreadableFor } from '../plugins/photo-damage.ts';
import type { PhotoStore } from '../plugins/photo-store.ts';
import { type DamagedList, type Listed, openDamagedList } from './damaged-photos.ts';
import { encrypted } from './encryption.ts';
import {
  BackupError,
  type FormatPart,
  formatVersion,
  type Manifest,
  names,
  type PhotoIndex,
  type PhotoIndexList,
  sha256,
  startChain,
  type TableInfo,
} from './format.ts';
import { copyTarget, sequencesOf, tablesOf } from './tables.ts';

/** Rows buffered before they are compressed, in bytes; the memory that a table needs. */
const partBytes = 8 * 1024 * 1024;
const photosInIndex = 400;
/** Photos read in parallel: a store over the network has latency. */
const photosAtOnce = 8;

export interface BackupSource {
  url: string;
  photos: PhotoStore;
}

export interface BackupOptions {
  passphrase?: string | undefined;
  /** For tests: rounds of scrypt as a power of two. */
  workFactor?: number;
  note?: (line: string) => void;
}

type Put = (name: string, content: Buffer) => Promise<string>;

const putInto =
  (tar: Pack, add: (name: string, content: Buffer) => string): Put =>
  (name, content) =>
    new Promise((resolve, reject) => {
      const sum = add(name, content);
      const entry = tar.entry({ name, size: content.length, mode: 0o600 }, (error) =>
        error ? reject(error) : resolve(sum),
      );
      // Where the file cannot be written, the current part fails too: without a listener that would end the process.
      entry.on('error', reject);
      entry.end(content);
    });

const asJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const compress = promisify(gzip);

async function* wholeRows(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of rows) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    const all = Buffer.concat(waiting);
    const end = all.lastIndexOf('\n') + 1;
    if (end > 0) yield all.subarray(0, end);
    waiting = [all.subarray(end)];
    bytes = all.length - end;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

const countLines = (rows: Buffer): number => {
  let count = 0;
  for (let at = rows.indexOf(10); at >= 0; at = rows.indexOf(10, at + 1)) count += 1;
  return count;
};

const putTable = async (client: pg.Client, table: TableInfo, put: Put) => {
  const done: Manifest['tables'][string] = { rows: 0, parts: [] };
  const rows = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
  for await (const part of wholeRows(rows)) {
    const content = await compress(part, { level: 3 });
    const sum = await put(names.table(table.name, done.parts.length + 1), content);
    done.rows += countLines(part);
    done.parts.push({ bytes: content.length, sha256: sum });
  }
  return done;
};

interface PhotoRow extends Omit<PhotoIndex, 'sha256'> {
  /** Null where the report has no photo. */
  sha256: string | null;
  bytes: number | null;
  circle: string;
  pin: string;
}

const photosAfter = async (client: pg.Client, id: number): Promise<PhotoRow[]> => {
  const { rows } = await client.query<PhotoRow>(
    `select id as report, photo_name as name, encode(photo_sha256, 'hex') as sha256, photo_bytes as bytes, circle, pin
    from reports where id > $1 and photo_name is not null order by id limit ${photosInIndex}`,
    [id],
  );
  return rows;
};

/** The photo's bytes, or what is wrong with it; others may be intact. @throws where the store is unavailable */
const readPhoto = async (photos: PhotoStore, { name, sha256: sum, bytes }: PhotoRow) => {
  try {
    const content = await photos.read(name, bytes);
    if (!content) return { problem: photoProblems.missing };
    const problem = await damageOf(content, {
      bytes,
      sha256: sum === null ? null : Buffer.from(sum, 'hex'),
    });
    return problem === undefined ? { content } : { problem };
  } catch (error) {
    return { problem: unreadableFor(name, error) };
  }
};

const putPhotos = async (client: pg.Client, photos: PhotoStore, put: Put, list: DamagedList) => {
  const done = { count: 0, bytes: 0, damaged: 0 };
  let last = 0;
  for (let number = 1; ; number += 1) {
    const page = await photosAfter(client, last);
    if (page.length === 0) return done;
    last = page.at(-1)?.report as number;
    const index: PhotoIndexList = { photos: [], damaged: [], damaged_reports: [] };
    for (let at = 0; at < page.length; at += photosAtOnce) {
      const some = page.slice(at, at + photosAtOnce);
      const contents = await Promise.all(some.map((photo) => readPhoto(photos, photo)));
      for (const [place, photo] of some.entries()) {
        const { report, name, circle, pin } = photo;
        const { content, problem } = contents[place] as Awaited<ReturnType<typeof readPhoto>>;
        if (!content) {
          index.damaged.push(name);
          index.damaged_reports.push({ report, circle, pin, name, problem });
          continue;
        }
        index.photos.push({ report, name, sha256: await put(names.photo(name), content) });
        done.count += 1;
        done.bytes += content.length;
      }
    }
    done.damaged += index.damaged.length;
    await list.add(index);
    await put(names.photoIndex(number), asJson(index));
  }
};

const putSequences = async (client: pg.Client) => {
  const values: Record<string, number> = {};
  for (const { table, sequence } of await sequencesOf(client)) {
    const { rows } = await client.query<{ last_value: number }>(
      `select last_value from ${sequence}`,
    );
    values[table] = rows[0]?.last_value ?? 1;
  }
  return values;
};

interface Writing {
  tar: Pack;
  list: DamagedList;
  note: Note;
}

const putAll = async (client: pg.Client, { photos }: BackupSource, writing: Writing) => {
  const { tar, list, note } = writing;
  const chain = startChain();
  const put = putInto(tar, chain.add);
  const tables = await tablesOf(client);
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  );
  await put(
    names.format,
    asJson({
      format: 'field-survey-backup',
      version: formatVersion,
      made_at: new Date().toISOString(),
      migrations: rows.map(({ name }) => name),
      tables,
    } satisfies FormatPart),
  );
  const written: Manifest['tables'] = {};
  for (const table of tables) written[table.name] = await putTable(client, table, put);
  note('The database is written; now the photos.');
  const photosDone = await putPhotos(client, photos, put, list);
  const whole: Manifest = {
    tables: written,
    // After the rows: sequences are not part of the snapshot, so read later they are never behind the rows.
    sequences: await putSequences(client),
    photos: photosDone,
    chain: chain.end(),
  };
  const content = asJson(whole);
  const putEnd = putInto(tar, sha256ofContent);
  await putEnd(names.manifest, content);
  await putEnd(names.manifestSum, Buffer.from(`${sha256(content)}  ${names.manifest}\n`));
  tar.finalize();
  return whole;
};

type Note = (line: string) => void;
const sha256ofContent = (_name: string, content: Buffer): string => sha256(content);

const inSnapshot = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, application_name: 'survey backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    return await work(client);
  } finally {
    await client.end();
  }
};

const syncFolderOf = async (file: string): Promise<void> => {
  const folder = await open(path.dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
};

/**
 * Writes a backup, and beside it the list of the reports whose photos are damaged. Until it is complete it has a
 * temporary
 * name.
 * @throws BackupError where the file exists
 */
export const createBackup = async (
  source: BackupSource,
  file: string,
  { passphrase, workFactor, note = () => undefined }: BackupOptions = {},
): Promise<Listed<Manifest> & { bytes: number }> => {
  if (await stat(file).catch(() => undefined)) throw new BackupError(`${file} exists already.`);
  const unfinished = `${file}.unfinished-${process.pid}`;
  const list = openDamagedList(file);
  try {
    const whole = await inSnapshot(source.url, async (client) => {
      const tar = pack();
      const plain = Readable.from(tar, { objectMode: false });
      const bytes =
        passphrase === undefined ? plain : await encrypted(plain, passphrase, workFactor);
      const written = pipeline(
        bytes,
        createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
      );
      const [made] = await Promise.all([putAll(client, source, { tar, list, note }), written]);
      return made;
    });
    await rename(unfinished, file);
    await syncFolderOf(file);
    return { ...whole, bytes: (await stat(file)).size, damagedList: await list.close() };
  } catch (error) {
    await rm(unfinished, { force: true });
    await list.drop();
    throw error;
  }
};
