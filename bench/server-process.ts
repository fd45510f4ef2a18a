// The product in processes of its own, as an operator runs it: PostgreSQL, and a server on it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { calls } from '@survey/contract';

const root = path.resolve(import.meta.dirname, '..');
const email = 'bench@example.org';
const password = 'bench-secret';

export interface RunningServer {
  url: string;
  databaseUrl: string;
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

const startProcess = (script: string, environment: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', path.join(root, script)], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });

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

/** Starts database and server in a folder that is gone afterwards. */
export const startServer = async (): Promise<RunningServer> => {
  const DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'survey-bench-'));
  const database = startProcess('server/src/command-line/database.ts', { DATA_DIR });
  const databaseUrl = await lineWith(database, /^(postgres:.*)$/);
  const server = startProcess('server/src/main.ts', {
    DATA_DIR,
    DATABASE_URL: databaseUrl,
    PORT: '0',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'error',
  });
  const url = await lineWith(server, /ready at (\S+)/);
  server.stdout?.resume();
  const pid = server.pid as number;
  return {
    url,
    databaseUrl,
    token: await signIn(url),
    memory: () => memoryOf(pid, 'VmRSS'),
    resetPeak: () => writeFile(`/proc/${pid}/clear_refs`, '5'),
    peak: () => memoryOf(pid, 'VmHWM'),
    stop: async () => {
      server.kill('SIGTERM');
      await once(server, 'exit');
      database.stdin?.end();
      await once(database, 'exit');
      await rm(DATA_DIR, { recursive: true, force: true });
    },
  };
};
