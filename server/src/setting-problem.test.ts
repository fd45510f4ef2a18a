import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { readConfig } from './config.ts';
import { settingProblem } from './setting-problem.ts';

const errorOf = (work: () => Promise<unknown>): Promise<Error> =>
  work().then(
    () => {
      throw new Error('it went well');
    },
    (error: Error) => error,
  );

const connect = (url: string) => errorOf(() => new pg.Client({ connectionString: url }).connect());

describe('a wrong setting is one line that names it', () => {
  test('HOST that is no address, or none of this machine', async () => {
    for (const host of ['no-such-host.invalid', '203.0.113.1']) {
      const error = await errorOf(
        () =>
          new Promise((resolve, reject) => {
            createServer()
              .on('error', reject)
              .listen({ port: 0, host }, () => resolve(host));
          }),
      );
      expect(settingProblem(error, host)).toMatch(/^HOST cannot be listened on: .+$/);
    }
  });

  test('DATABASE_URL where nobody answers, with another password, of another database', async () => {
    const there = new URL(inject('serverUrl'));
    expect(settingProblem(await connect('postgres://a:b@127.0.0.1:9/x'), '')).toMatch(
      /^DATABASE_URL cannot be reached: .+$/,
    );
    there.pathname = 'no_such_database';
    expect(settingProblem(await connect(there.href), '')).toMatch(
      /^DATABASE_URL cannot be used: .+$/,
    );
  });

  test('a DATA_DIR below a file', async () => {
    const file = path.join(os.tmpdir(), 'no-folder');
    const wrapped = new Error('the start failed', {
      cause: await errorOf(() => mkdir(path.join('/proc/version', file))),
    });
    expect(settingProblem(wrapped, '')).toMatch(/^DATA_DIR or PHOTO_STORE cannot be written/);
    expect(settingProblem(new Error('a mistake of ours'), '')).toBeUndefined();
  });

  test.each([
    ['MAP_TILES_URL', 'https://tiles.example.org/{z}/{x}.png', '{y}'],
    ['CORS_ORIGINS', 'https://console.example.org/path', 'origins'],
    ['PHOTO_STORE', 'file://photos', 'absolute'],
    ['REQUIRE_SECOND_FACTOR', 'perhaps', 'true or false'],
    ['PORT', '0x1F', 'whole number'],
    ['DATABASE_CONNECTIONS', '0b11', 'whole number'],
    ['METRICS_PORT', '9e3', 'whole number'],
    ['TRUST_PROXY', '0x1', 'proxies'],
    ['METRICS_TOKEN', 'a token of words', 'spaces'],
  ])('%s=%s', (name, value, words) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
    expect(() => readConfig({ [name]: value })).toThrow(words);
  });
});
