// The process as an operator sees it: wrong settings, two starts at once, SIGTERM, SIGKILL.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runningEmbeddedUrl } from '../database/embedded-address.ts';
import { compiledServer } from '../testing/compiled-server.ts';
import { canUnshare, descendantsOf, ownNamespaces } from '../testing/namespaces.ts';
import { onServer } from '../testing/test-database.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-main-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  url: string | undefined;
  output: () => string;
  exit: Promise<number | null>;
}

/** Starts the server and waits until it is ready or has ended. `within`: a command that runs it in namespaces of its own. */
const start = (settings: NodeJS.ProcessEnv, within: readonly string[] = []): Promise<Started> =>
  new Promise((resolve) => {
    const command = [...within, process.execPath, ...compiledServer];
    const child = spawn(command[0] as string, command.slice(1), {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...settings },
    });
    children.push(child);
    let output = '';
    const exit = new Promise<number | null>((ended) => child.once('exit', ended));
    const started = (url?: string) => resolve({ child, url, output: () => output, exit });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const [, url] = /ready at (\S+)/.exec(output) ?? [];
        if (url) started(url);
      });
    }
    void exit.then(() => started());
  });

const countAdministrators = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as count from users where role_id = 1');
  await client.end();
  return rows[0].count;
};

describe('a wrong setting', () => {
  test.each([
    ['PORT', '80a80'],
    ['TIME_ZONE', 'Lahore'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['ADMIN_EMAIL', 'nobody'],
    ['SUBREPORT_USERNAMES', 'only-one'],
    ['MAPS_URL', 'https://maps.example.org'],
  ])('%s=%s stops the start with one line that names it', async (name, value) => {
    const { exit, output } = await start({ DATA_DIR: folder, [name]: value });
    expect(await exit).toBe(1);
    expect(output().trim().split('\n')).toHaveLength(1);
    expect(output()).toMatch(new RegExp(`^${name} must`));
  });
});

test('a weak password for the first administrator stops the start in one line, and none is made', async () => {
  const serverUrl = inject('serverUrl');
  const name = `weak_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  for (const weak of ['short-one', 'password1234']) {
    const { exit, output } = await start({
      DATABASE_URL: url.href,
      DATA_DIR: path.join(folder, 'weak'),
      ADMIN_PASSWORD: weak,
    });
    expect(await exit).toBe(1);
    expect(output().trim().split('\n')).toHaveLength(1);
    expect(output()).toMatch(/^ADMIN_PASSWORD (must have at least 12|is too easy)/);
    expect(output()).not.toContain(weak);
  }
  expect(await countAdministrators(url.href)).toBe(0);
  await onServer(serverUrl, `drop database ${name}`);
});

test('two servers that start at once on one empty database both come up, with one administrator', async () => {
  const serverUrl = inject('serverUrl');
  const name = `start_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  const settings = {
    DATABASE_URL: url.href,
    DATA_DIR: path.join(folder, 'two'),
    HOST: '0.0.0.0',
    LOG_LEVEL: 'warn',
  };
  const [first, second] = await Promise.all([start(settings), start(settings)]);
  expect(first.url).toBeDefined();
  expect(second.url).toBeDefined();
  expect(await countAdministrators(url.href)).toBe(1);
  for (const { output } of [first, second]) {
    await expect.poll(output).toContain('Passwords come over plain HTTP');
    // The database is on this machine.
    expect(output()).not.toContain('way to the database');
  }
  for (const { child, exit } of [first, second]) {
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  }
  await onServer(serverUrl, `drop database ${name}`);
});

// These wait for seconds, so they run concurrently.
test.concurrent('the embedded database has a password of its own, ends with the process even when it is killed, and starts again', {
  timeout: 240_000,
}, async ({ expect }) => {
  const settings = { DATA_DIR: path.join(folder, 'embedded') };
  const home = path.join(settings.DATA_DIR, 'postgres');
  const first = await start(settings);
  const url = (await runningEmbeddedUrl(home)) as string;
  expect(decodeURIComponent(new URL(url).hostname)).toBe(path.join(home, 'socket'));
  const wrong = new URL(url);
  wrong.password = 'postgres';
  await expect(countAdministrators(wrong.href)).rejects.toThrow(/password authentication failed/);

  const port = new URL(first.url ?? '').port;
  const onSamePort = await start({ DATA_DIR: path.join(folder, 'port'), PORT: port });
  expect(await onSamePort.exit).toBe(1);
  expect(onSamePort.output()).toMatch(/^PORT \d+ is in use/);

  const intruder = await start(settings);
  expect(await intruder.exit).toBe(1);
  expect(intruder.output()).toMatch(/^DATA_DIR is in use by another server/m);

  first.child.kill('SIGKILL');
  await first.exit;
  await expect.poll(() => runningEmbeddedUrl(home), { timeout: 10_000 }).toBeUndefined();

  const second = await start(settings);
  expect(second.url).toBeDefined();
  expect(await countAdministrators((await runningEmbeddedUrl(home)) as string)).toBe(1);
  second.child.kill('SIGTERM');
  expect(await second.exit).toBe(0);
  expect(await runningEmbeddedUrl(home)).toBeUndefined();
  expect(await readdir(settings.DATA_DIR)).toContain('photos');
});

test.concurrent('SIGTERM cuts off what does not end by itself, and the embedded database is at rest before the process is gone', {
  timeout: 240_000,
}, async ({ expect }) => {
  const settings = { DATA_DIR: path.join(folder, 'cut-off') };
  const { child, url, exit } = await start(settings);
  const { hostname, port } = new URL(url as string);
  const socket = net.connect(Number(port), hostname).resume();
  socket.write(`POST /api/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: 100\r\n\r\n{`);
  const cutOff = new Promise((closed) =>
    socket.once('close', closed).once('error', () => undefined),
  );
  // Once a later request is answered, this one is being handled.
  await fetch(`${url}/health/live`);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(await runningEmbeddedUrl(path.join(settings.DATA_DIR, 'postgres'))).toBeUndefined();
  await cutOff;
});

/** Without permission to make namespaces only the tests of the lock itself (folder-lock.test.ts) cover this. */
const withNamespaces = canUnshare();
const told =
  'No namespaces of processes here: two servers were tried in one, not in two containers.';

test.concurrent('of two containers with one DATA_DIR the second does not start while the first lives, and does within 20 s when that one was cut off', {
  timeout: 240_000,
}, async ({ expect, annotate }) => {
  if (!withNamespaces) return void (await annotate(told));
  const settings = { DATA_DIR: path.join(folder, 'containers') };
  const first = await start(settings, ownNamespaces);
  expect(first.url).toBeDefined();
  const second = await start(settings, ownNamespaces);
  expect(await second.exit).toBe(1);
  expect(second.output()).toMatch(/^DATA_DIR is in use by another server/m);
  expect((await fetch(`${first.url}/health/ready`)).status).toBe(200);

  first.child.kill('SIGKILL');
  await first.exit;
  const begin = performance.now();
  const third = await start(settings, ownNamespaces);
  expect(third.url).toBeDefined();
  expect(third.output()).toMatch(/^DATA_DIR is locked .* up to 20 s/m);
  // 20 s of waiting, and the start of a server on a busy machine.
  expect(performance.now() - begin).toBeLessThan(60_000);
});

test.concurrent('a container that slept while another took its DATA_DIR ends with one line, and acknowledges nothing more', {
  timeout: 240_000,
}, async ({ expect, annotate }) => {
  if (!withNamespaces) return void (await annotate(told));
  const settings = { DATA_DIR: path.join(folder, 'asleep') };
  const sleeper = await start(settings, ownNamespaces);
  expect(sleeper.url).toBeDefined();
  const asleep = descendantsOf(sleeper.child.pid as number);
  for (const pid of asleep) process.kill(pid, 'SIGSTOP');
  const next = await start(settings, ownNamespaces);
  expect(next.url).toBeDefined();
  for (const pid of asleep) process.kill(pid, 'SIGCONT');
  expect(await sleeper.exit).toBe(1);
  expect(sleeper.output()).toMatch(/^DATA_DIR was taken by another server/m);
  await expect(fetch(`${sleeper.url}/health/live`)).rejects.toThrow();
  expect((await fetch(`${next.url}/health/ready`)).status).toBe(200);
});
