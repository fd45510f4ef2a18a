// The settings of deploy/cluster, checked by the programs that use them; `npm run cluster` starts these.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'survey-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (file: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../../deploy/cluster', file), 'utf8');

/** A file of settings with its placeholders filled in. */
const filled = (file: string, values: Record<string, string | number>): string =>
  read(file).replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} wants ${name}`);
    return String(value);
  });

/** The output of a program; with its exit status where that is not 0. */
const ask = (program: string, parameters: readonly string[]): string => {
  try {
    return execFileSync(program, parameters, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return `${program} ended with ${status}: ${stdout}${stderr}`;
  }
};

const nodes = '  server n0 127.0.0.1:5432 check port 8008';

test.for([
  [
    'haproxy-database.cfg',
    { HOST: '127.0.0.1', WRITE_PORT: 15000, READ_PORT: 15001, NODES: nodes },
  ],
  ['haproxy-servers.cfg', { HOST: '127.0.0.1', WEB_PORT: 15002, SERVERS: nodes }],
] as const)('HAProxy takes %s', async ([name, values], { annotate }) => {
  const file = path.join(folder, name);
  writeFileSync(file, filled(name, values));
  expect(read(name)).toMatch(/^ {2}option httpchk /m);
  if (!existsSync('/usr/sbin/haproxy')) {
    await annotate('HAProxy is not installed: it was not asked.');
    return;
  }
  expect(ask('/usr/sbin/haproxy', ['-c', '-f', file])).not.toContain('ended with');
  writeFileSync(file, `${filled(name, values)}\nlisten wrong\n  nonsense\n`);
  expect(ask('/usr/sbin/haproxy', ['-c', '-f', file])).toContain('unknown keyword');
});

test('Patroni takes patroni.yml with the times that it ships with', async ({ annotate }) => {
  const values = {
    NAME: 'n0',
    FOLDER: folder,
    HOST: '127.0.0.1',
    ADVERTISED_HOST: '127.0.0.1',
    NETWORK: '127.0.0.0/8',
    PORT: 15003,
    API_PORT: 15004,
    ADVERTISED_PORT: 15003,
    ADVERTISED_API_PORT: 15004,
    ETCD_HOSTS: '["127.0.0.1:15005"]',
    TTL: 7,
    LOOP_WAIT: 1,
    RETRY_TIMEOUT: 3,
    MAX_CONNECTIONS: 200,
    SHARED_BUFFERS: '64MB',
    POSTGRES_PROGRAMS: '/usr/lib/postgresql/15/bin',
    SUPERUSER_PASSWORD: 'one',
    REPLICATION_PASSWORD: 'two',
    REWIND_PASSWORD: 'three',
  };
  const text = filled('patroni.yml', values);
  const { dcs } = (parse(text) as { bootstrap: { dcs: Record<string, unknown> } }).bootstrap;
  // A leader that has lost etcd must give up before another one can take over.
  expect(Number(dcs.ttl)).toBeGreaterThanOrEqual(
    Number(dcs.loop_wait) + 2 * Number(dcs.retry_timeout),
  );
  expect(dcs.synchronous_mode).toBe(true);
  if (!existsSync('/usr/bin/patroni') || !existsSync(values.POSTGRES_PROGRAMS)) {
    await annotate('Patroni or PostgreSQL 15 is not installed: it was not asked.');
    return;
  }
  mkdirSync(path.join(folder, 'data'), { recursive: true });
  const file = path.join(folder, 'patroni.yml');
  writeFileSync(file, text);
  // Messages that are expected here: nothing listens on these ports, and `pg_hba` is not set for the bootstrap alone.
  const expected = /must not contain "127\.0\.0\.1"|is not reachable|^bootstrap\.pg_hba|^\s*$/;
  const said = ask('/usr/bin/patroni', ['--validate-config', file])
    .replace(/^\S+ ended with 1: /, '')
    .split('\n');
  expect(said.filter((line) => !expected.test(line))).toEqual([]);
  writeFileSync(file, text.replace('data_dir:', 'data_dri:'));
  expect(ask('/usr/bin/patroni', ['--validate-config', file])).toContain('data_dir');
});
