// The folder of the embedded database: judged before anything is done with it, made whole or not at all, and
// given its ordinary role. Nothing in here removes a database: what does not fit together is said in one line,
// with the command that mends it (ADR 34).
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

/** Files of a cluster that was never renamed into place: a first start that was cut off. */
const unfinished = 'cluster.unfinished-';
const newPasswordFileOf = (home: string) => `${passwordFileOf(home)}.new`;

const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error as Error).message;
/** Nothing there; any other failure says so in one line. */
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
    // Ours alone: it never had the name by which a database is started. One at work has its lock file.
    const isAtWork = await stat(path.join(left, 'postmaster.pid')).catch(() => undefined);
    // What a killed initdb still writes there may be in the way; the next start finds it.
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
    // Nobody signs in before the rules below stand.
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
 * Looks at the folder of the database. Changes nothing.
 * @returns whether there is one
 * @throws ConfigError where what is there cannot be, or not be used
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

/** A first start or a reset that was cut off after its last step but one. */
const finishPassword = async (home: string): Promise<void> => {
  const file = newPasswordFileOf(home);
  if (await ifThere(file, (name) => stat(name))) await renameSynced(file, passwordFileOf(home));
};

/**
 * Makes the database where there is none, and gives one of an older version its ordinary role. The folder's
 * lock is held and no PostgreSQL runs in it.
 * @param rights statements that give the role more, where it is made
 * @returns the role's password
 * @throws ConfigError where what is there does not fit together
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
