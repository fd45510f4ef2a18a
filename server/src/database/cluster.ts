// The folder of the embedded database: checked before any use, initialised completely or not at all, and given its
// ordinary role. Nothing here removes a database: an inconsistency is reported in one line with the command that
// repairs it (ADR 34).
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../config.ts';
import { giveRole, hasRole, runToEnd } from './cluster-role.ts';
import { clusterOf, passwordFileOf, readPassword, resetPasswordHint } from './embedded-address.ts';
import {
  loadPostgresPrograms,
  type PostgresRunner,
  postgresEnvironment,
} from './postgres-runner.ts';
import { renameSynced, sync, writeSynced } from './synced-files.ts';

/** Folders of clusters that were never renamed into place: an interrupted first start. */
const unfinished = 'cluster.unfinished-';
const newPasswordFileOf = (home: string) => `${passwordFileOf(home)}.new`;

const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error as Error).message;
/** Undefined where the file is missing; other failures are reported in one line. */
const ifThere = async <T>(file: string, read: (file: string) => Promise<T>) => {
  try {
    return await read(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new ConfigError(
      `${file} cannot be read (${codeOf(error)}): start as the user who owns it (\`ls -ld ${file}\`), and look whether its disk is there.`,
    );
  }
};

const makePassword = (): string => randomBytes(24).toString('base64url');

const makeCluster = async (
  home: string,
  runner: PostgresRunner,
  rights: readonly string[],
): Promise<string> => {
  const { initdb } = await loadPostgresPrograms();
  for (const name of await readdir(home)) {
    const left = path.join(home, name);
    // Safe to remove: it never had the name of a database. A running one has its lock file.
    const isAtWork = await stat(path.join(left, 'postmaster.pid')).catch(() => undefined);
    // A killed initdb may still write there; the next start removes it.
    if (name.startsWith(unfinished) && !isAtWork)
      await rm(left, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
  const made = path.join(home, unfinished + randomBytes(8).toString('hex'));
  await mkdir(made, { mode: 0o700 });
  await runner.give(made);
  runToEnd(runner, made, [
    initdb,
    `--pgdata=${made}`,
    '--username=postgres',
    // No sign-in before the rules below are written.
    '--auth=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
  ]);
  const password = makePassword();
  await giveRole(runner, made, password, rights);
  await sync(made);
  await writeSynced(newPasswordFileOf(home), `${password}\n`);
  await renameSynced(made, clusterOf(home));
  await renameSynced(newPasswordFileOf(home), passwordFileOf(home));
  return password;
};

const ownMajor = async (): Promise<string> => {
  const { postgres } = await loadPostgresPrograms();
  const said = execFileSync(postgres, ['--version'], { env: postgresEnvironment() }).toString();
  return /(\d+)/.exec(said)?.[1] ?? '';
};

/**
 * Checks the folder of the database. Changes nothing.
 * @returns whether there is a database
 * @throws ConfigError where its contents are inconsistent or cannot be used
 */
export const hasCluster = async (home: string): Promise<boolean> => {
  const cluster = clusterOf(home);
  const version = (
    await ifThere(path.join(cluster, 'PG_VERSION'), (file) => readFile(file, 'utf8'))
  )?.trim();
  if (version !== undefined) {
    const major = await ownMajor();
    if (version !== major) {
      throw new ConfigError(
        `${cluster} is a database of PostgreSQL ${version || '(PG_VERSION is empty)'}, and this version brings ${major}: run \`npm run backup -- create FILE\` with the version that made it, and \`npm run backup -- restore FILE\` with this one into an empty DATA_DIR.`,
      );
    }
    return true;
  }
  const names = await ifThere(cluster, (folder) => readdir(folder));
  if (names && names.length > 0) {
    throw new ConfigError(
      `${cluster} is not empty and has no PG_VERSION, so it is no database: put the right one in its place, or move it away (\`mv ${cluster} ${cluster}.moved\`) and restore a backup.`,
    );
  }
  if ((await readPassword(home)) !== undefined) {
    throw new ConfigError(
      `${passwordFileOf(home)} is there and its database ${cluster} is not: look whether its disk is mounted; where it is lost, \`mv ${passwordFileOf(home)} ${passwordFileOf(home)}.old\` and \`npm run backup -- restore FILE\`.`,
    );
  }
  return false;
};

/** A first start or a reset that was interrupted before its last step. */
const finishPassword = async (home: string): Promise<void> => {
  const file = newPasswordFileOf(home);
  if (await ifThere(file, (name) => stat(name))) await renameSynced(file, passwordFileOf(home));
};

/**
 * Creates the database where there is none, and gives one of an older version its ordinary role. The folder's
 * lock is held and no PostgreSQL runs in it.
 * @param rights statements that give a new role further rights
 * @returns the role's password
 * @throws ConfigError where the folder's contents are inconsistent
 */
export const prepareCluster = async (
  home: string,
  runner: PostgresRunner,
  rights: readonly string[] = [],
): Promise<string> => {
  if (!(await hasCluster(home))) return makeCluster(home, runner, rights);
  if ((await readPassword(home)) === undefined) await finishPassword(home);
  const password = await readPassword(home);
  if (password === undefined) {
    throw new ConfigError(
      `${clusterOf(home)} is a database and its password file ${passwordFileOf(home)} is missing: ${resetPasswordHint}.`,
    );
  }
  if (!(await ifThere(clusterOf(home), hasRole)))
    await giveRole(runner, clusterOf(home), password, rights);
  return password;
};

/**
 * Gives the role a new password. The folder's lock is held and no PostgreSQL runs in it.
 * @throws ConfigError where there is no database
 */
export const renewPassword = async (home: string, runner: PostgresRunner): Promise<void> => {
  if (!(await ifThere(path.join(clusterOf(home), 'PG_VERSION'), (file) => stat(file)))) {
    throw new ConfigError(`There is no database in ${clusterOf(home)}: look at DATA_DIR.`);
  }
  await hasCluster(home);
  const password = makePassword();
  await writeSynced(newPasswordFileOf(home), `${password}\n`);
  await giveRole(runner, clusterOf(home), password, []).catch((error: Error) => {
    throw new ConfigError(
      `The database in ${clusterOf(home)} does not start (${error.message}): restore a backup into an empty DATA_DIR, and keep this folder.`,
    );
  });
  await renameSynced(newPasswordFileOf(home), passwordFileOf(home));
};
