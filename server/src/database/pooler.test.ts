// Debian's PgBouncer in transaction mode between server and database: the start refuses it and says what to set.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { poolerProblem } from '../database-address.ts';
import { settingProblem } from '../setting-problem.ts';
import {
  findPostgres,
  freePort,
  makeCluster,
  makeFolder,
  type Postgres,
  startPostgres,
} from '../testing/debian-postgres.ts';
import { until } from '../testing/until.ts';
import { operationState } from './operation-state.ts';

const program = '/usr/sbin/pgbouncer';
let folder: string | undefined;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await postgres?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts PgBouncer in front of a database and returns the address through it. It refuses to run as root. */
const startPooler = async (
  { who }: Postgres,
  folder: string,
  settings: string,
): Promise<string> => {
  const target = new URL(postgres.url);
  const port = await freePort();
  const file = path.join(folder, `${port}.ini`);
  await writeFile(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${target.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
${settings}
`,
  );
  if (who.uid !== undefined && who.gid !== undefined) await chown(file, who.uid, who.gid);
  children.push(spawn(program, [file], { ...who, cwd: folder, stdio: 'ignore' }));
  await until(() => isOpen(port));
  return `postgres://anybody@127.0.0.1:${port}/postgres`;
};

const problemOf = (url: string): Promise<string | undefined> =>
  operationState(url).then(
    () => undefined,
    (error: Error) => settingProblem(error, '') ?? error.message,
  );

test('a pooler that refuses or drops what a session sets is one line', async ({ annotate }) => {
  const found = await findPostgres();
  if (!found || !existsSync(program)) {
    await annotate('PgBouncer or PostgreSQL of Debian is not installed: they were not tried.');
    return;
  }
  folder = await makeFolder(found, 'pooler');
  const data = path.join(folder, 'data');
  await makeCluster(found, folder, data);
  postgres = await startPostgres(found, folder, data, ['fsync=off']);
  await postgres.untilRecovery(false);
  expect(await problemOf(postgres.url)).toBeUndefined();
  for (const settings of ['', 'ignore_startup_parameters = options']) {
    expect(await problemOf(await startPooler(found, folder, settings))).toBe(poolerProblem);
  }
});
