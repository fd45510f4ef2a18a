// Restores a backup into an empty database and store. The database is loaded in one transaction, which is committed
// only when the whole backup has been read and verified.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { audit, operator } from '../database/audit.ts';
import type { Database, Writer } from '../database/connection.ts';
import { migrateLargeDatabase, migrateTo, migrationNames } from '../database/migrate.ts';
import type { Tables } from '../database/tables.ts';
import { beginEpoch } from '../modules/lists/list-epochs.commands.ts';
import {
  checkRollups,
  rebuildRollups,
  rebuildWhereDue,
} from '../modules/rollups/rollups.commands.ts';
import { isPhotoName, type PhotoStore } from '../plugins/photo-store.ts';
import { markStore } from '../plugins/store-mark.ts';
import type { Listed } from './damaged-photos.ts';
import {
  BackupError,
  type FormatPart,
  type Manifest,
  type PhotoIndexList,
  sha256,
} from './format.ts';
import { readBackup } from './read-backup.ts';
import { copyTarget, sequencesOf, withoutChecks } from './tables.ts';

/** Photos written in parallel: each waits for the disk. */
const photosAtOnce = 8;

export interface RestorePlace {
  url: string;
  database: Database;
  photos: PhotoStore;
  timeZone: string;
}

interface RestoreOptions {
  passphrase?: string | undefined;
  note?: (line: string) => void;
}

/** Tables that have rows as soon as the database has been used. */
const tellTales = ['users', 'circles', 'units', 'reports', 'audit_entries'];

/** @throws BackupError where the database has data that could be lost */
const refuseUnlessEmpty = async (db: Kysely<Tables>): Promise<void> => {
  for (const table of tellTales) {
    const { rows } = await sql<{ is_there: boolean }>`
      select to_regclass(${`public.${table}`}) is not null as is_there`.execute(db);
    if (!rows[0]?.is_there) continue;
    const found = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(
      db,
    );
    const count = found.rows[0]?.count ?? 0;
    if (count > 0) {
      throw new BackupError(
        `The database is not empty (${table}: ${count}). Restore into an empty one: another DATA_DIR or DATABASE_URL.`,
      );
    }
  }
};

const refuseUnknownMigrations = ({ migrations }: FormatPart): void => {
  const unknown = migrations.filter((name) => !migrationNames.includes(name));
  if (unknown.length === 0) return;
  throw new BackupError(
    `This backup was made by a newer version of Field Survey (${unknown.join(', ')}).`,
  );
};

/** Stores photos as they pass, and remembers their checksums until the index of their part arrives. */
const photoWriter = (photos: PhotoStore) => {
  let sums = new Map<string, string>();
  let waiting: (() => Promise<void>)[] = [];
  const flush = async () => {
    const work = waiting;
    waiting = [];
    await Promise.all(work.map((write) => write()));
  };
  return {
    write: async (name: string, content: Buffer) => {
      if (!isPhotoName(name))
        throw new BackupError(`The backup holds a photo with the name ${name}.`);
      sums.set(name, sha256(content));
      waiting.push(async () => {
        const staged = await photos.stage(Readable.from([content]));
        await photos.keep(staged, name);
      });
      if (waiting.length >= photosAtOnce) await flush();
    },
    /** @throws BackupError where the reports name other photos */
    check: async (db: Writer, index: PhotoIndexList) => {
      await flush();
      const ids = index.photos.map(({ report }) => report);
      const { rows } = await sql<{ id: number; name: string; sum: string | null }>`
        select id, photo_name as name, encode(photo_sha256, 'hex') as sum
        from reports where id = any(${ids}::bigint[])`.execute(db);
      const expected = new Map(
        rows.map(({ id, name, sum }) => [id, `${name} ${sum ?? sums.get(name)}`]),
      );
      for (const { report, name } of index.photos) {
        if (expected.get(report) !== `${name} ${sums.get(name)}`) {
          throw new BackupError(`The photo of report ${report} is not the one that came.`);
        }
      }
      sums = new Map();
    },
  };
};

const checkRows = async (db: Writer, { tables }: Manifest): Promise<void> => {
  for (const [table, { rows: expected }] of Object.entries(tables)) {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(
      db,
    );
    if (rows[0]?.count !== expected) {
      throw new BackupError(`Table ${table} has ${rows[0]?.count} rows in place of ${expected}.`);
    }
  }
};

const setSequences = async (client: pg.Client, { sequences }: Manifest): Promise<void> => {
  for (const { table, column, sequence } of await sequencesOf(client)) {
    const { rows } = await client.query<{ last: number }>(
      `select greatest($1::bigint, coalesce((select max(${column}) from ${table}), 1)) as last`,
      [sequences[table] ?? 1],
    );
    await client.query('select setval($1, $2)', [sequence, rows[0]?.last]);
  }
};

const connect = async ({ url, timeZone }: RestorePlace): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'survey restore',
    options: `-c timezone=${timeZone}`,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** One transaction on this client, for statements of Kysely and for COPY alike. */
const inTransaction = <T>(client: pg.Client, work: (db: Writer) => Promise<T>): Promise<T> => {
  const lent = Object.assign(client, { release: () => undefined });
  const pool = { connect: async () => lent as never, end: async () => undefined };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).transaction().execute(work);
};

interface Loaded {
  manifest: Listed<Manifest>;
  madeAt: string;
}

const load = async (
  place: RestorePlace,
  file: string,
  { passphrase, note = () => undefined }: RestoreOptions,
): Promise<Loaded> => {
  const client = await connect(place);
  const photos = photoWriter(place.photos);
  const targets = new Map<string, string>();
  let madeAt = '';
  let bringChecksBack = async (): Promise<void> => undefined;
  try {
    return await inTransaction(client, async (db) => {
      const manifest = await readBackup(file, passphrase, {
        begin: async (format) => {
          refuseUnknownMigrations(format);
          madeAt = format.made_at;
          await migrateTo(place.database.db, format.migrations.at(-1) as string);
          for (const table of format.tables) targets.set(table.name, copyTarget(table));
          bringChecksBack = await withoutChecks(client, format.tables);
        },
        rows: async (table, rows) => {
          const target = targets.get(table);
          if (!target)
            throw new BackupError(`The backup holds rows of an unknown table, ${table}.`);
          await pipeline(
            Readable.from([rows]),
            client.query(copyFrom(`copy ${target} from stdin`)),
          );
        },
        photo: photos.write,
        photoIndex: (index) => photos.check(db, index),
        end: async (found) => {
          note('Everything is read; building indexes and checking keys.');
          await bringChecksBack();
          await checkRows(db, found);
          await setSequences(client, found);
          await beginEpoch(db, new Date());
        },
      });
      return { manifest, madeAt };
    });
  } finally {
    await client.end();
  }
};

const noteRestore = ({ db }: Database, { manifest, madeAt }: Loaded): Promise<void> =>
  db.transaction().execute((transaction) =>
    audit(transaction, operator, {
      action: 'restore-backup',
      subject: `backup of ${madeAt}`,
      rowCount: Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0),
      details: { made_at: madeAt, photos: manifest.photos },
    }),
  );

/**
 * Restores a backup: verified, with its schema brought up to date. A failure rolls the database back; photos already
 * written are harmless for another try.
 * @throws BackupError where the target is not empty or the backup is damaged
 */
export const restoreBackup = async (
  place: RestorePlace,
  file: string,
  options: RestoreOptions = {},
): Promise<Listed<Manifest>> => {
  const { database, photos } = place;
  await refuseUnlessEmpty(database.db);
  const loaded = await load(place, file, options);
  await migrateLargeDatabase(database);
  await noteRestore(database, loaded);
  await sql`analyze`.execute(database.db);
  // The operation keeps its time zone; the next start reports a different TIME_ZONE.
  const state = await database.longReads.query<{ zone: string }>('select zone from rollup_state');
  const zone = state.rows[0]?.zone as string;
  await rebuildWhereDue(database, zone, options.note ?? (() => undefined));
  if ((await checkRollups(database)).length > 0) await rebuildRollups(database, zone);
  await markStore(database.db, photos);
  return loaded.manifest;
};
