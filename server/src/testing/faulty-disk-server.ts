// A server process with small disks of its own that can be filled, made read-only or removed. They are mounts
// in a mount namespace of the process, so no other test is affected and no privileges are needed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Megabytes: enough for the embedded database at its start, and for some photos. */
const sizes = { data: 160, photos: 4 };
export type Disk = keyof typeof sizes;

/** Whether this machine lets an ordinary process mount something for itself; containers may forbid it. */
export const canMount = (): boolean => {
  try {
    const mount = 'mount -t tmpfs -o size=1m tmpfs /mnt';
    execFileSync('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', mount], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
};

export interface FaultyDiskServer {
  url: string;
  process: ChildProcess;
  /** Fills a disk completely. */
  fill(disk: Disk): Promise<void>;
  empty(disk: Disk): Promise<void>;
  remount(disk: Disk, how: 'ro' | 'rw'): void;
  output(): string;
  close(): Promise<void>;
}

export const administrator = { email: 'admin@example.org', password: 'disks-of-the-survey-2026' };

const ready = (child: ChildProcess, output: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [, url] = /ready at (\S+)/.exec(output()) ?? [];
      if (url) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output()}`)));
  });

/**
 * Starts the server with the data directory (embedded database included) and the photos on separate disks.
 * @throws where it does not start, with its output
 */
export const startFaultyDiskServer = async (
  megabytes: Record<Disk, number> = sizes,
): Promise<FaultyDiskServer> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'survey-disks-'));
  const of = (disk: Disk) => path.join(folder, disk);
  for (const disk of Object.keys(sizes) as Disk[]) await mkdir(of(disk));
  const mounts = (Object.keys(sizes) as Disk[])
    .map((disk) => `mount -t tmpfs -o size=${megabytes[disk]}m tmpfs "${of(disk)}"`)
    .join(' && ');
  const main = `exec "${process.execPath}" --enable-source-maps server/dist/main.js`;
  const child = spawn(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', `${mounts} && ${main}`],
    {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATA_DIR: of('data'),
        PHOTO_STORE: `file://${of('photos')}`,
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const url = await ready(child, () => output);
  /** The disk as the process sees it; other processes see the empty folder under the mount. */
  const inside = (disk: Disk) => `/proc/${child.pid}/root${of(disk)}`;
  return {
    url,
    process: child,
    output: () => output,
    fill: async (disk) => {
      const { bavail, bsize } = await statfs(inside(disk));
      // More than is free, so that the last write fills the rest.
      const bytes = Buffer.alloc((bavail + 16) * bsize, 'x');
      await writeFile(`${inside(disk)}/filler`, bytes).catch(() => undefined);
    },
    empty: (disk) => rm(`${inside(disk)}/filler`, { force: true }),
    remount: (disk, how) => {
      const { pid } = child;
      const command = ['mount', '-o', `remount,${how}`, of(disk)];
      execFileSync('nsenter', ['--target', String(pid), '--user', '--mount', ...command]);
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
