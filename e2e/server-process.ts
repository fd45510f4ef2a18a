// The product as an operator runs it: its own process, its own database and photo folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

export const administrator = { email: 'admin@example.org', password: 'journeys-of-2026' };

/** Streets of the sample, in each data folder: a base map for servers that are started with it as `MAP_PMTILES`. */
export const baseMapFile = 'streets.pmtiles';

export interface ServerProcess {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** Its last output, for reports of failed journeys. */
  log(): string;
  /** Stops it with SIGTERM, as an operator does, and waits. */
  stop(): Promise<void>;
  /** Kills it, as a power cut does, and waits. */
  kill(): Promise<void>;
  /** Starts it again with the same data on the same port. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '..');

const launch = (dataDir: string, port: number, settings: NodeJS.ProcessEnv) =>
  new Promise<{ child: ChildProcess; url: string; log(): string }>((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', 'server/dist/main.js'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        LOG_LEVEL: 'error',
        // Other tests keep the machine busy: that must not count as overload.
        OVERLOAD_DELAY_MS: '0',
        // A few test users send as much as many phones.
        PHONE_REPORTS_PER_HOUR: '0',
        PHONE_MEGABYTES_PER_HOUR: '0',
        TIME_ZONE: 'Asia/Karachi',
        // Receivers of the journeys listen on loopback.
        WEBHOOK_HOSTS: '127.0.0.1',
        ...settings,
        PORT: String(port),
        DATA_DIR: dataDir,
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      },
    });
    let output = '';
    const keep = (line: string) => {
      output = `${output}${line}\n`.slice(-4000);
      const [, url] = /ready at (\S+)/.exec(line) ?? [];
      if (url) resolve({ child, url, log: () => output });
    };
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', keep);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });

const ended = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null
    ? new Promise<void>((resolve) => child.once('exit', () => resolve()))
    : Promise.resolve();

/** A data folder of its own: empty, or a copy of the one that `global-setup.ts` made before the journeys. */
const makeDataDir = async (folder: string): Promise<string> => {
  const dataDir = await mkdtemp(path.join(folder, 'survey-e2e-'));
  const template = process.env.EMPTY_OPERATION;
  if (template) await cp(template, dataDir, { recursive: true });
  return dataDir;
};

/**
 * Starts a server on a free port of loopback with an empty operation.
 * @param folder where its data folder is made
 */
export const startServer = async (
  settings: NodeJS.ProcessEnv = {},
  folder = os.tmpdir(),
): Promise<ServerProcess> => {
  const dataDir = await makeDataDir(folder);
  let { child, url, log } = await launch(dataDir, 0, settings);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended(child);
  };
  return {
    url,
    dataDir,
    get process() {
      return child;
    },
    log: () => log(),
    stop,
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
    restart: async () => {
      await stop();
      ({ child, log } = await launch(dataDir, Number(new URL(url).port), settings));
    },
    remove: async () => {
      await stop();
      // The database of a killed server writes on for a moment.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
};
