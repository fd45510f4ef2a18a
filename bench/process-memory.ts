// Memory of processes and their descendants, as Linux counts it.
import { readdir, readFile } from 'node:fs/promises';

interface Process {
  parent: number;
  name: string;
  /** Resident bytes. */
  all: number;
  /** Resident bytes that no other process shares: without PostgreSQL's shared buffers and mapped files. */
  own: number;
}

const bytesOf = (status: string, figure: string): number =>
  Number(new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;

const readProcesses = async (): Promise<Map<number, Process>> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = pids.map(async (pid): Promise<[number, Process] | undefined> => {
    // It may have ended since.
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined);
    if (!status) return undefined;
    return [
      Number(pid),
      {
        parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]),
        name: /^Name:\s+(.*)$/m.exec(status)?.[1] ?? '',
        all: bytesOf(status, 'VmRSS'),
        own: bytesOf(status, 'RssAnon'),
      },
    ];
  });
  return new Map((await Promise.all(read)).filter((entry) => entry !== undefined));
};

const isBelow = (processes: ReadonlyMap<number, Process>, pid: number, root: number): boolean => {
  for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (at === root) return true;
  return false;
};

export interface TreeMemory {
  /** Resident memory of the server and what it started, PostgreSQL left out, in bytes. */
  server: number;
  /** What PostgreSQL's processes have for themselves, shared buffers left out, in bytes. */
  database: number;
}

/** Memory now of the processes below the server's and the database's. */
export const treeMemory = async (serverPid: number, databasePid: number): Promise<TreeMemory> => {
  const processes = await readProcesses();
  const memory: TreeMemory = { server: 0, database: 0 };
  for (const [pid, { name, all, own }] of processes) {
    const isOurs = isBelow(processes, pid, serverPid) || isBelow(processes, pid, databasePid);
    if (isOurs && name.startsWith('postgres')) memory.database += own;
    else if (isBelow(processes, pid, serverPid)) memory.server += all;
  }
  return memory;
};
