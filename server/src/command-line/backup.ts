// `npm run backup -- create FILE`, `-- recovered`, `-- restore FILE` and `-- check FILE` (docs/operations.md).
// `create` works beside a running server; `restore` needs an empty database and store.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { afterRecovery } from '../backup/after-recovery.ts';
import { createBackup } from '../backup/create-backup.ts';
import type { Listed } from '../backup/damaged-photos.ts';
import { BackupError, type Manifest } from '../backup/format.ts';
import { checkBackup } from '../backup/read-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { openPhotoStore } from '../plugins/open-photo-store.ts';
import { openOperation } from './operation.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage:
  npm run backup -- create FILE [--passphrase-file P]    database and photos into one file
  npm run backup -- check FILE [--passphrase-file P]     reads the file and verifies all of it
  npm run backup -- restore FILE [--passphrase-file P]   into an empty DATA_DIR or DATABASE_URL
  npm run backup -- recovered                            after PostgreSQL's own recovery to an earlier moment`;

/** The exit code for a complete backup of a store with damaged photos. */
const photosDamaged = 3;

const note = (line: string) => console.log(line);

const summary = ({ tables, photos }: Manifest): string => {
  const rows = (table: string) => (tables[table]?.rows ?? 0).toLocaleString('en');
  const megabytes = (photos.bytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 1 });
  return [
    `${rows('reports')} reports, ${rows('units')} units, ${rows('assigned_pins')} assigned pins, ${rows('users')} users`,
    `${photos.count.toLocaleString('en')} photos (${megabytes} MB)`,
  ].join(', ');
};

const warnOfPhotos = ({ photos, damagedList }: Listed<Manifest>): number => {
  if (photos.damaged === 0) return 0;
  console.error(
    `${photos.damaged} photos are missing or damaged in the photo store: they are not in the backup. Their reports are listed in ${damagedList}.`,
  );
  return photosDamaged;
};

const readPassphrase = async (file: string | undefined): Promise<string | undefined> => {
  if (file === undefined) return undefined;
  const passphrase = (await readFile(file, 'utf8')).split(/\r?\n/)[0];
  if (!passphrase) throw new BackupError(`${file} has no passphrase in its first line.`);
  return passphrase;
};

const openPlace = async (mayBeNew = false) => {
  const limits = { connections: 4, querySeconds: 3600, mayBeNew };
  const { config, ...operation } = await openOperation(limits);
  return { ...operation, timeZone: config.TIME_ZONE, photos: await openPhotoStore(config) };
};

const create = async (file: string, passphrase: string | undefined): Promise<number> => {
  const place = await openPlace();
  try {
    const made = await createBackup(place, file, { passphrase, note });
    note(`${file} is written and synced: ${summary(made)}.`);
    return warnOfPhotos(made);
  } finally {
    await place.close();
  }
};

const restore = async (file: string, passphrase: string | undefined): Promise<number> => {
  const place = await openPlace(true);
  try {
    const restored = await restoreBackup(place, file, { passphrase, note });
    note(`Restored and verified: ${summary(restored)}.`);
    note('Everybody signs in again; phones load their lists anew.');
    return warnOfPhotos(restored);
  } finally {
    await place.close();
  }
};

const recovered = async (): Promise<number> => {
  const { database, close } = await openOperation();
  try {
    note(`The operation stands as of ${await afterRecovery(database)}.`);
    note('Everybody signs in again; phones load their lists anew.');
    return 0;
  } finally {
    await close();
  }
};

const main = async (): Promise<number> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'passphrase-file': { type: 'string' } },
  });
  const [action, file, ...more] = positionals;
  if (action === 'recovered' && file === undefined) return recovered();
  if (!file || more.length > 0) {
    console.error(usage);
    return 2;
  }
  const passphrase = await readPassphrase(values['passphrase-file']);
  if (action === 'create') return create(file, passphrase);
  if (action === 'restore') return restore(file, passphrase);
  if (action === 'check') {
    const found = await checkBackup(file, passphrase);
    note(`${file} is whole: ${summary(found)}.`);
    return warnOfPhotos(found);
  }
  console.error(usage);
  return 2;
};

const cannotWrite = /^(ENOSPC|EDQUOT|EFBIG|EROFS|EIO)$/;

const command = main().catch((error: Error & { code?: string }) => {
  if (!cannotWrite.test(error.code ?? '')) throw error;
  throw new BackupError(`The backup cannot be written: ${error.message}`);
});
runCommand(
  command,
  (error: Error & { code?: string }) =>
    error instanceof BackupError ||
    error.code?.startsWith('ERR_PARSE_ARGS') === true ||
    error.code === 'ENOENT',
);
