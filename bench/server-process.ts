// The product in processes of its own, as an operator runs it: PostgreSQL, and a server on it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { calls } from '@survey/contract';

const root = path.resolve(import.meta.dirname, '..');
/** The administrator's, and with the same password every surveyor's of a loaded dataset. */
export const email = 'bench@example.org';
export const password = 'bench-secret';

export interface RunningServer {
  url: string;
  databaseUrl: string;
  dataDir: string;
  pid: number;
  /** An administrator's. */
  token: string;
  /** Resident memory now, in bytes. */
  memory(): Promise<number>;
  /** Forgets the peak of memory until now. */
  resetPeak(): Promise<void>;
  /** Peak of resident memory since, in bytes. */
  peak(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the compiled server, as users do, or a script of the benches with tsx. Paths begin at the project's root. */
const startProcess = (
  script: string,
  environment: NodeJS.ProcessEnv,
  ...args: string[]
): ChildProcess =>
  spawn(
    process.execPath,
    [
      ...(script.endsWith('.ts') ? ['--import', 'tsx'] : ['--enable-source-maps']),
      path.resolve(root, script),
      ...args,
    ],
    {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );

const lineWith = async (child: ChildProcess, pattern: RegExp): Promise<string> => {
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const found = pattern.exec(line)?.[1];
    if (found) return found;
  }
  throw new Error('The process ended at its start.');
};

/** A figure of /proc/<pid>/status in bytes; Linux only. */
const memoryOf = async (pid: number, figure: 'VmRSS' | 'VmHWM'): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${figure}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
};

const signIn = async (url: string): Promise<string> => {
  const answer = await fetch(url + calls.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return calls.login.reply.schema.parse(await answer.json()).token;
};

export interface RunningDatabase {
  url: string;
  /** Of the process that started PostgreSQL. */
  pid: number;
  stop(): Promise<void>;
}

/** The embedded PostgreSQL of a data directory, without a server on it. */
export const startDatabase = async (dataDir: string): Promise<RunningDatabase> => {
  const child = startProcess('server/dist/database.js', { DATA_DIR: dataDir }, 'run');
  const url = await lineWith(child, /^(postgres:.*)$/);
  return {
    url,
    pid: child.pid as number,
    stop: async () => {
      child.stdin?.end();
      await once(child, 'exit');
    },
  };
};

/** A bare HTTP server that only receives. */
export const startBareReceiver = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  const child = startProcess('bench/bare-receiver.ts', {});
  const url = await lineWith(child, /ready at (\S+)/);
  return {
    url,
    stop: async () => {
      child.stdin?.end();
      await once(child, 'exit');
    },
  };
};

/**
 * Starts a server on a running database; its photos are in the data directory.
 * @param tree the folder of another release, if not of this one
 */
export const startServerOn = async (
  { dataDir, databaseUrl, tree = root }: { dataDir: string; databaseUrl: string; tree?: string },
  settings: NodeJS.ProcessEnv = {},
): Promise<RunningServer> => {
  const server = startProcess(path.join(tree, 'server/dist/main.js'), {
    TIME_ZONE: 'Asia/Karachi',
    LOG_LEVEL: 'error',
    // A few users send what many phones would.
    PHONE_REPORTS_PER_HOUR: '0',
    PHONE_MEGABYTES_PER_HOUR: '0',
    ...settings,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
  });
  const url = await lineWith(server, /ready at (\S+)/);
  server.stdout?.resume();
  const pid = server.pid as number;
  return {
    url,
    databaseUrl,
    dataDir,
    pid,
    token: await signIn(url),
    memory: () => memoryOf(pid, 'VmRSS'),
    resetPeak: () => writeFile(`/proc/${pid}/clear_refs`, '5'),
    peak: () => memoryOf(pid, 'VmHWM'),
    stop: async () => {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
};

/** Starts database and server in a folder that is gone afterwards. */
export const startServer = async (): Promise<RunningServer> => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'survey-bench-'));
  const database = await startDatabase(dataDir);
  const server = await startServerOn({ dataDir, databaseUrl: database.url });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
