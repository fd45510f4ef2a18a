// Files written by this process are private to its user: photos, staged uploads, backups, the database.
import { chmod, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** From now on no file or folder is created that others can read. */
export const writePrivately = (): void => {
  process.umask(0o077);
};

/** Names expected in a DATA_DIR; where there are others, the folder is shared and its mode stays. */
const ours =
  /^(postgres|photos|incoming|sign-in\.json|first-administrator\.txt|sample-loaded|bench-.*|lost\+found)$/;
const closed = ['postgres', 'photos', 'incoming'];
const bitsOfOthers = 0o077;
/** PostgreSQL may run as another user, who needs to pass through to its own folder without reading others. */
const throughOnly = 0o011;

const close = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return;
  if ((found.mode & bitsOfOthers & ~throughOnly) === 0) return;
  await chmod(folder, found.mode & 0o7700);
};

/**
 * Removes access of others from folders that an earlier version created, as far as they belong to us.
 * @param dataDir DATA_DIR; it need not exist yet
 */
export const closeDataDir = async (dataDir: string): Promise<void> => {
  const names = await readdir(dataDir).catch(() => [] as string[]);
  for (const name of names) if (closed.includes(name)) await close(path.join(dataDir, name));
  if (names.every((name) => ours.test(name))) await close(dataDir);
};
