// PostgreSQL refuses to run as root. Where we are root (a container, a CI machine) it runs in a user
// namespace in which it is nobody in particular; where those are forbidden, as the system user `postgres`.
import { execFileSync } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';

/** How to start a program of PostgreSQL: words before the command line, and the user to run as. */
export interface PostgresRunner {
  prefix: readonly string[];
  owner: { uid?: number; gid?: number };
  /** Hands a file or folder to the user that PostgreSQL runs as. */
  give(file: string): Promise<void>;
}

const plain: PostgresRunner = { prefix: [], owner: {}, give: async () => undefined };
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
  return { prefix: [], owner, give: (file) => chown(file, owner.uid, owner.gid) };
};

/**
 * Chooses how PostgreSQL runs here. A cluster that exists stays with the user who owns it.
 * @param cluster folder of the cluster; it need not exist yet
 */
export const choosePostgresRunner = async (cluster: string): Promise<PostgresRunner> => {
  if (process.getuid?.() !== 0) return plain;
  const earlier = await stat(cluster).catch(() => undefined);
  const isOurs = earlier === undefined || earlier.uid === 0;
  return isOurs && works([...namespace.prefix, 'true']) ? namespace : asSystemUser();
};
