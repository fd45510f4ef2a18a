// The embedded database as version 0.1.0 made and ran it: its one role is the superuser `survey`, which owns
// everything and signs in with the password of the file.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { choosePostgresRunner, loadPostgresPrograms } from '../database/postgres-runner.ts';
import { onServer, testTimeZone } from './test-database.ts';
import { until } from './until.ts';

const password = 'password-of-the-first-release';

/** Makes it under this folder, with a migrated database in it, and leaves it at rest. */
export const makeFirstReleaseCluster = async (home: string): Promise<void> => {
  const cluster = path.join(home, 'cluster');
  const { initdb, postgres } = await loadPostgresPrograms();
  const { prefix, owner, give } = await choosePostgresRunner(cluster);
  await mkdir(cluster, { recursive: true });
  await give(cluster);
  const passwordFile = path.join(home, 'password');
  await writeFile(passwordFile, password);
  const run = (command: readonly string[]) => [...prefix, ...command] as [string, ...string[]];
  const [program, ...args] = run([
    initdb,
    `--pgdata=${cluster}`,
    '--username=survey',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]);
  execFileSync(program, args, { ...owner, cwd: cluster, stdio: 'ignore' });
  const flags = ['listen_addresses=', `unix_socket_directories=${cluster}`].flatMap((one) => [
    '-c',
    one,
  ]);
  const [server, ...rest] = run([postgres, '-D', cluster, '-p', '5432', ...flags]);
  const child = spawn(server, rest, { ...owner, cwd: cluster, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const address = (name: string) =>
    `postgres://survey:${password}@${encodeURIComponent(cluster)}:5432/${name}`;
  await until(() =>
    onServer(address('postgres'), 'create database survey').then(
      () => true,
      () => false,
    ),
  );
  const database = openDatabase({ url: address('survey'), connections: 2, timeZone: testTimeZone });
  await migrate(database.db);
  await database.close();
  await onServer(
    address('survey'),
    "insert into circles (name, key) values ('Model Town', 'model town')",
  );
  child.kill('SIGINT');
  await ended;
};
