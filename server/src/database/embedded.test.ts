// The embedded database's folder after typical accidents: nothing in it is ever removed, and an inconsistency is
// reported in one line with the command that repairs it.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { makeFirstReleaseCluster } from '../testing/first-release-cluster.ts';
import { openDatabase } from './connection.ts';
import { type EmbeddedDatabase, resetEmbeddedPassword, startEmbeddedDatabase } from './embedded.ts';
import { migrate } from './migrate.ts';

/**
 * Programs are started, which takes long on a busy machine. Most of it is waiting, so the tests run at the same time.
 */
const patiently = { timeout: 240_000 };
const settings = ['fsync=off'];
const project = path.resolve(import.meta.dirname, '../../..');

let root: string;
let template: string;
let count = 0;

const ask = async (url: string, statement: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
};

const using = async <T>(
  home: string,
  use: (database: EmbeddedDatabase) => Promise<T>,
): Promise<T> => {
  const database = await startEmbeddedDatabase(home, { settings });
  try {
    return await use(database);
  } finally {
    await database.stop();
  }
};

const surveyOf = (home: string) =>
  using(home, ({ url }) => ask(url, 'select name from circles order by name'));

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'survey-embedded-'));
  template = path.join(root, 'template', 'postgres');
  await using(template, async ({ url }) => {
    const database = openDatabase({ url, connections: 2, timeZone: 'UTC' });
    await migrate(database.db);
    await database.close();
    await ask(url, `insert into circles (name, key) values ('Model Town', 'model town')`);
  });
}, 240_000);
afterAll(() => rm(root, { recursive: true, force: true }));

/** A folder with a survey in it, with no PostgreSQL running. */
const copyOfSurvey = async (): Promise<string> => {
  count += 1;
  const home = path.join(root, `data-${count}`, 'postgres');
  await cp(template, home, { recursive: true });
  return home;
};

/** The error message of a refused start. */
const refusalOf = async (home: string): Promise<string> => {
  const error: unknown = await startEmbeddedDatabase(home, { settings }).then(
    (database) => database.stop(),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as Error;
  expect(message.split('\n')).toHaveLength(1);
  return message;
};

const passwordOf = (home: string) => path.join(home, 'password');
const clusterOf = (home: string) => path.join(home, 'cluster');

/** Runs a command of the product as an operator does. */
const command = (name: string, args: string[], dataDir: string) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const options = { cwd: project, env: { PATH: process.env.PATH, DATA_DIR: dataDir } };
    const ended = (error: { code?: unknown } | null, stdout: string, stderr: string) =>
      resolve({ code: Number(error?.code ?? 0), output: error ? stderr : stdout });
    execFile(process.execPath, [`server/dist/${name}.js`, ...args], options, ended);
  });

describe.concurrent('a password file that is', patiently, () => {
  const mishaps: [string, (file: string) => Promise<void>][] = [
    ['missing', (file) => rm(file)],
    ['empty', (file) => writeFile(file, '')],
    ['of another database', (file) => writeFile(file, 'another')],
    [
      'a folder',
      async (file) => {
        await rm(file);
        await mkdir(file);
      },
    ],
  ];
  test.each(
    mishaps,
  )('%s stops the start, and a new one finds everything as it was', async (_, harm) => {
    const home = await copyOfSurvey();
    await harm(passwordOf(home));
    expect(await refusalOf(home)).toContain('npm run database -- reset-password');
    await rm(passwordOf(home), { recursive: true, force: true });
    await resetEmbeddedPassword(home);
    expect(await surveyOf(home)).toEqual(['Model Town']);
    expect((await stat(passwordOf(home))).mode & 0o777).toBe(0o600);
  });

  test('missing stops every command too, and the one that mends it is there', async () => {
    const home = await copyOfSurvey();
    const dataDir = path.dirname(home);
    await rm(passwordOf(home));
    for (const [name, ...args] of [
      ['rollups', 'check'],
      ['backup', 'create', path.join(root, 'never.backup')],
      ['backup', 'restore', path.join(root, 'never.backup')],
      ['administrators', 'add', 'a@example.org'],
    ] as [string, ...string[]][]) {
      const { code, output } = await command(name, args, dataDir);
      expect([code, output.trim().split('\n').length]).toEqual([1, 1]);
      expect(output).toContain('npm run database -- reset-password');
    }
    expect((await command('database', ['reset-password'], dataDir)).code).toBe(0);
    expect(await surveyOf(home)).toEqual(['Model Town']);
  });

  test('missing beside a running server: nobody ends that server, and no new password is made under it', async () => {
    const home = await copyOfSurvey();
    await using(home, async ({ url }) => {
      await rm(passwordOf(home));
      const rollups = await command('rollups', ['check'], path.dirname(home));
      expect(rollups.output).toMatch(/password is missing/);
      const [start, reset] = await Promise.all([
        refusalOf(home),
        resetEmbeddedPassword(home).catch((error: Error) => error.message),
      ]);
      expect(start).toMatch(/in use/);
      expect(reset).toMatch(/in use/);
      expect(await ask(url, 'select name from circles')).toEqual(['Model Town']);
    });
  });
});

describe.concurrent('a database folder that', patiently, () => {
  const mishaps: [string, RegExp, (home: string) => Promise<unknown>][] = [
    [
      'is gone while its password is there',
      /mounted.*backup -- restore/,
      (home) => rename(clusterOf(home), `${home}.elsewhere`),
    ],
    [
      'has lost its PG_VERSION',
      /no PG_VERSION.*`mv/,
      (home) => rm(path.join(clusterOf(home), 'PG_VERSION')),
    ],
    [
      'is of another PostgreSQL',
      /PostgreSQL 17.*backup -- create/,
      (home) => writeFile(path.join(clusterOf(home), 'PG_VERSION'), '17\n'),
    ],
    [
      'has an empty PG_VERSION',
      /PG_VERSION is empty/,
      (home) => writeFile(path.join(clusterOf(home), 'PG_VERSION'), ''),
    ],
    [
      'is a file',
      /cannot be read \(ENOTDIR\).*`ls -ld/,
      async (home) => {
        await rename(clusterOf(home), `${home}.elsewhere`);
        await writeFile(clusterOf(home), '');
      },
    ],
  ];
  test.each(mishaps)('%s stops the start, and is left as it is', async (_, message, harm) => {
    const home = await copyOfSurvey();
    await harm(home);
    const before = await readdir(home, { recursive: true });
    expect(await refusalOf(home)).toMatch(message);
    const after = await readdir(home, { recursive: true });
    const isLock = (name: string) => name.startsWith('lock');
    expect(after.filter((name) => !isLock(name)).sort()).toEqual(
      before.filter((name) => !isLock(name)).sort(),
    );
  });

  test('is not there is made by the server, and by no command that wants an operation', async () => {
    const dataDir = path.join(root, 'mistaken');
    for (const [name, ...args] of [
      ['administrators', 'add', 'a@example.org'],
      ['rollups', 'check'],
      ['backup', 'create', path.join(root, 'never.backup')],
      ['database', 'reset-password'],
    ] as [string, ...string[]][]) {
      const { code, output } = await command(name, args, dataDir);
      expect([name, code]).toEqual([name, 1]);
      expect(output).toMatch(/^There is no (operation|database) in/);
    }
    expect(await readdir(path.join(dataDir, 'postgres', 'cluster')).catch(() => [])).toEqual([]);
  });

  test('was cut off at any moment of its first start is made again, or goes on', async () => {
    for (const afterMs of [150, 500, 900, 1300]) {
      const dataDir = path.join(root, `cut-${afterMs}`);
      const child = spawn(process.execPath, ['server/dist/database.js', 'run'], {
        cwd: project,
        env: { PATH: process.env.PATH, DATA_DIR: dataDir },
        stdio: 'ignore',
      });
      await new Promise((resolve) => setTimeout(resolve, 400 + afterMs));
      child.kill('SIGKILL');
      const home = path.join(dataDir, 'postgres');
      expect(await using(home, ({ url }) => ask(url, 'select 1'))).toEqual([1]);
    }
  });

  test('has its new password not yet in place is finished', async () => {
    const home = await copyOfSurvey();
    await rename(passwordOf(home), `${passwordOf(home)}.new`);
    expect(await surveyOf(home)).toEqual(['Model Town']);
  });
});

describe('a PID in postmaster.pid', patiently, () => {
  test('that another process has got since does not stop the start', async () => {
    const home = await copyOfSurvey();
    // The state after a power cut; this process has the PID now.
    const left = [
      process.pid,
      clusterOf(home),
      1_700_000_000,
      5432,
      '',
      '',
      ' 12345 67890',
      'ready',
      '',
    ];
    await writeFile(path.join(clusterOf(home), 'postmaster.pid'), left.join('\n'));
    expect(await surveyOf(home)).toEqual(['Model Town']);
  });
});

describe('the database', patiently, () => {
  test('listens on no port, on a socket that nobody else reaches', async () => {
    const home = await copyOfSurvey();
    await using(home, async ({ url }) => {
      const folder = decodeURIComponent(new URL(url).hostname);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect(await ask(url, 'show listen_addresses')).toEqual(['']);
    });
  });

  test('has its socket in a short private folder where DATA_DIR is long', async () => {
    const home = path.join(root, 'long'.repeat(30), 'postgres');
    await cp(template, home, { recursive: true });
    const folder = await using(home, async ({ url }) => {
      const used = decodeURIComponent(new URL(url).hostname);
      expect((await stat(used)).mode & 0o777).toBe(0o700);
      expect(Buffer.byteLength(used)).toBeLessThan(90);
      expect(await ask(url, 'select name from circles')).toEqual(['Model Town']);
      const rollups = await command('rollups', ['check'], path.dirname(home));
      expect(rollups).toMatchObject({ code: 0 });
      return used;
    });
    await expect(stat(folder)).rejects.toThrow(/ENOENT/);
  });

  test('is used by an ordinary role that owns it; nobody else can sign in', async () => {
    const home = await copyOfSurvey();
    await using(home, async ({ url }) => {
      expect(
        await ask(
          url,
          'select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls from pg_roles where rolname = current_user',
        ),
      ).toEqual([false]);
      await expect(ask(url, `copy (select 1) to program 'true'`)).rejects.toThrow(
        /permission denied/,
      );
      await expect(ask(url, `select pg_read_file('PG_VERSION')`)).rejects.toThrow(
        /permission denied/,
      );
      for (const other of ['postgres', 'survey']) {
        const address = new URL(url);
        address.username = other;
        await expect(ask(address.href, 'select 1')).rejects.toThrow(/no pg_hba.conf entry/);
      }
    });
  });

  test('is started without our environment', async () => {
    process.env.AWS_SECRET_ACCESS_KEY = 'secret-of-the-bucket';
    process.env.PGOPTIONS = '-c work_mem=1MB';
    try {
      const home = await copyOfSurvey();
      await using(home, async () => {
        const [pid] = (await readFile(path.join(clusterOf(home), 'postmaster.pid'), 'utf8')).split(
          '\n',
        );
        const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => undefined);
        // Without /proc this shows only that it starts.
        for (const name of ['AWS_', 'PGOPTIONS', 'HOME=']) {
          expect(environment ?? '').not.toContain(name);
        }
      });
    } finally {
      delete process.env.AWS_SECRET_ACCESS_KEY;
      delete process.env.PGOPTIONS;
    }
  });

  test('of version 0.1.0 is taken over in place: its data, and everything in it the role’s', async () => {
    const home = path.join(root, 'first-release', 'postgres');
    await makeFirstReleaseCluster(home);
    await using(home, async ({ url }) => {
      expect(await ask(url, 'select name from circles')).toEqual(['Model Town']);
      const foreign = await ask(
        url,
        `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S', 'm')
           and pg_get_userbyid(relowner) <> current_user
         union all select proname from pg_proc p where pronamespace = 'public'::regnamespace
           and pg_get_userbyid(proowner) <> current_user
           and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
         union all select datname from pg_database where datname = 'survey' and pg_get_userbyid(datdba) <> current_user`,
      );
      expect(foreign).toEqual([]);
      // As a later migration would.
      await ask(url, 'alter table circles add column tried text');
      await ask(
        url,
        'create or replace function refuse_truncate() returns trigger language plpgsql as $$ begin return null; end $$',
      );
    });
    expect(await surveyOf(home)).toEqual(['Model Town']);
  });
});

test('the database alone runs until its input ends', patiently, async () => {
  const home = await copyOfSurvey();
  const program = path.join(project, 'server/dist/database.js');
  const child = spawn(process.execPath, [program, 'run'], {
    env: { PATH: process.env.PATH, DATA_DIR: path.dirname(home) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect(await ask(url, 'select name from circles')).toEqual(['Model Town']);
  expect(child.exitCode).toBeNull();
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
  expect(await surveyOf(home)).toEqual(['Model Town']);
});

test(
  'folders that an earlier version left open are closed, and what is written is nobody else’s',
  patiently,
  async () => {
    const home = await copyOfSurvey();
    const dataDir = path.dirname(home);
    for (const name of ['', 'postgres', 'photos']) {
      await mkdir(path.join(dataDir, name), { recursive: true });
      await chmod(path.join(dataDir, name), 0o755);
    }
    const made = path.join(root, 'made.backup');
    expect(await command('backup', ['create', made], dataDir)).toMatchObject({ code: 0 });
    const modes = await Promise.all(
      ['', 'postgres', 'photos', 'photos/00', 'photos/incoming'].map(
        async (name) => (await stat(path.join(dataDir, name))).mode & 0o077 & ~0o011,
      ),
    );
    expect(modes).toEqual([0, 0, 0, 0, 0]);
    expect((await stat(made)).mode & 0o077).toBe(0);
  },
);
