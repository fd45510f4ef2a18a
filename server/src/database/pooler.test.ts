// PgBouncer of Debian in transaction mode between server and database: the start says what must be set.
import { type ChildProcess, spawn } from 'node:child_process';
import { access, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { poolerProblem } from '../database-address.ts';
import { settingProblem } from '../setting-problem.ts';
import { findPostgres, type Postgres, runTool, startPostgres } from '../testing/debian-postgres.ts';
import { until } from '../testing/until.ts';
import { operationState } from './operation-state.ts';

const program = '/usr/sbin/pgbouncer';
let folder: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-pooler-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts it in front of a database; returns the address through it. It refuses to run as root. */
const startPooler = async ({ who }: Postgres, settings: string): Promise<string> => {
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
  if (!found || !(await isThere(program))) {
    await annotate('PgBouncer or PostgreSQL of Debian is not installed: they were not tried.');
    return;
  }
  const { uid, gid } = found.who;
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  const data = path.join(folder, 'data');
  await runTool(found, folder, 'initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync');
  postgres = await startPostgres(found, folder, data, ['fsync=off']);
  await postgres.untilRecovery(false);
  expect(await problemOf(postgres.url)).toBeUndefined();
  for (const settings of ['', 'ignore_startup_parameters = options']) {
    expect(await problemOf(await startPooler(found, settings))).toBe(poolerProblem);
  }
});
