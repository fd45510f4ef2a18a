import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from './config.ts';
import { isReadAlong } from './database-address.ts';
import { settingProblem } from './setting-problem.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'survey-address-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const fileWith = async (name: string, text: string): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
};

describe('DATABASE_URL is refused in one line', () => {
  test.each([
    ['mysql://localhost/x', 'must begin with postgres://'],
    ['postgres://host:port/x', 'must be an address'],
    ['postgres://host/x?sslmode=verify_full', 'must have one of sslmode=verify-full, no-verify'],
    ['postgres://host/x?sslmode=', 'must have one of sslmode='],
    ['postgres://host/x?sslmode=verify-full&sslrootcert=/no/such.pem', 'sslrootcert'],
  ])('%s', (DATABASE_URL, words) => {
    expect(() => readConfig({ DATABASE_URL })).toThrow(/^DATABASE_URL /);
    expect(() => readConfig({ DATABASE_URL })).toThrow(words);
  });
});

describe('sslmode', () => {
  const modeOf = (mode: string) =>
    new URL(
      readConfig({ DATABASE_URL: `postgres://a:b@h/x?sslmode=${mode}` }).DATABASE_URL ?? '',
    ).searchParams.get('sslmode');

  test.each([
    'prefer',
    'require',
    'verify-ca',
    'verify-full',
  ])('%s checks the certificate', (mode) => {
    expect(modeOf(mode)).toBe('verify-full');
  });

  test.each(['disable', 'no-verify'])('%s stays as it was written', (mode) => {
    expect(modeOf(mode)).toBe(mode);
  });

  test.each([
    ['postgres://a:b@database:5432/x', true],
    ['postgres://a:b@10.0.0.5/x', true],
    ['postgres://a:b@database/x?sslmode=verify-full', false],
    ['postgres://a:b@database/x?sslmode=disable', false],
    ['postgres://a:b@127.0.0.1:5432/x', false],
    ['postgres://a:b@localhost/x', false],
    ['postgres://a:b@[::1]/x', false],
    ['postgres://a:b@%2Fvar%2Frun%2Fpostgresql/x', false],
    ['postgres:///x?host=/var/run/postgresql', false],
  ])('%s: that others can read along is %s', (address, expected) => {
    expect(isReadAlong(address)).toBe(expected);
  });
});

describe('a secret in a file', () => {
  test('is refused where the file is not there, empty, or beside the setting itself', async () => {
    const empty = await fileWith('empty', '\n');
    expect(() => readConfig({ METRICS_TOKEN_FILE: '/no/such/file' })).toThrow(
      /^METRICS_TOKEN_FILE cannot be read/,
    );
    expect(() => readConfig({ ADMIN_PASSWORD_FILE: empty })).toThrow(
      /^ADMIN_PASSWORD_FILE names an/,
    );
    expect(() => readConfig({ METRICS_TOKEN: 'x'.repeat(20), METRICS_TOKEN_FILE: empty })).toThrow(
      /^METRICS_TOKEN and METRICS_TOKEN_FILE must not both be set/,
    );
  });

  test('is read without the end of its line', async () => {
    const key = await fileWith('key', 'a secret key\n');
    const { AWS_SECRET_ACCESS_KEY } = readConfig({ AWS_SECRET_ACCESS_KEY_FILE: key });
    expect(AWS_SECRET_ACCESS_KEY).toBe('a secret key');
  });

  test('is the password of an address that names none, whatever characters it has', async () => {
    const password = 'p@ss/w:rd%20?#é';
    const DATABASE_PASSWORD_FILE = await fileWith('password', `${password}\n`);
    const { DATABASE_URL = '' } = readConfig({
      DATABASE_URL: 'postgres://survey@database:5432/survey?sslmode=disable',
      DATABASE_PASSWORD_FILE,
    });
    const client = new pg.Client({ connectionString: DATABASE_URL });
    expect([client.user, client.host, client.database]).toEqual(['survey', 'database', 'survey']);
    expect(client.password).toBe(password);
    const named = readConfig({ DATABASE_URL: 'postgres://a:own@h/x', DATABASE_PASSWORD_FILE });
    expect(named.DATABASE_URL).toBe('postgres://a:own@h/x');
  });
});

/** In front of the database: takes PostgreSQL's request for TLS and passes everything on without it. */
const openTlsDoor = async (databaseUrl: string, certificate: { key: Buffer; cert: Buffer }) => {
  const target = new URL(databaseUrl);
  const host = decodeURIComponent(target.hostname);
  const place = host.startsWith('/')
    ? { path: `${host}/.s.PGSQL.${target.port}` }
    : { host, port: Number(target.port) };
  const server = net.createServer((inside) => {
    inside.on('error', () => undefined);
    inside.once('data', () => {
      inside.write('S');
      const secure = new tls.TLSSocket(inside, { isServer: true, ...certificate });
      const outside = net.connect(place);
      for (const socket of [secure, outside]) socket.on('error', () => inside.destroy());
      secure.pipe(outside).pipe(secure);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.host = `localhost:${(server.address() as net.AddressInfo).port}`;
  return { url, close: () => server.close() };
};

describe('TLS to the database', () => {
  const connect = async (address: URL): Promise<string> => {
    const { DATABASE_URL } = readConfig({ DATABASE_URL: address.href });
    const client = new pg.Client({ connectionString: DATABASE_URL });
    try {
      await client.connect();
      const { rows } = await client.query('select 1 as one');
      return `answers ${rows[0].one}`;
    } catch (error) {
      return settingProblem(error as Error, '') ?? 'not known';
    } finally {
      await client.end();
    }
  };

  test('checks the certificate and its name, and says in one line what is wrong', async ({
    annotate,
  }) => {
    const plain = new URL(inject('serverUrl'));
    plain.searchParams.set('sslmode', 'verify-full');
    expect(await connect(plain)).toMatch(/^DATABASE_URL cannot be reached over TLS: .+$/);
    if (!existsSync('/usr/bin/openssl')) {
      await annotate('openssl is not installed: no certificate was made.');
      return;
    }
    const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    const make = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
    const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost';
    execFileSync(
      '/usr/bin/openssl',
      `${make} ${subject} -keyout ${keyFile} -out ${certFile}`.split(' '),
      { stdio: 'ignore' },
    );
    const door = await openTlsDoor(inject('serverUrl'), {
      key: await readFile(keyFile),
      cert: await readFile(certFile),
    });
    const over = (parameters: string, host = door.url.host) => {
      const url = new URL(`${door.url.href.split('?')[0]}?${parameters}`);
      url.host = host;
      return connect(url);
    };
    try {
      const refused = /^DATABASE_URL cannot be reached over TLS: .*self-signed/;
      expect(await over('sslmode=verify-full')).toMatch(refused);
      expect(await over('sslmode=require')).toMatch(refused);
      const trusted = `sslmode=verify-full&sslrootcert=${certFile}`;
      expect(await over(trusted)).toBe('answers 1');
      const otherName = door.url.host.replace('localhost', '127.0.0.1');
      expect(await over(trusted, otherName)).toMatch(/over TLS: .*127\.0\.0\.1/);
      expect(await over('sslmode=no-verify')).toBe('answers 1');
    } finally {
      door.close();
    }
  });
});
