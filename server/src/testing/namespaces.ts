// Runs a command in PID and IPC namespaces of its own, as a container does: its PIDs and shared memory are not valid
// outside.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The beginning of the command line. Killing `unshare` kills every process within. */
export const ownNamespaces = [
  'unshare',
  '--user',
  '--map-root-user',
  '--pid',
  '--ipc',
  '--fork',
  '--mount-proc',
  '--kill-child',
] as const;

/** Whether an ordinary process may do that here; containers may forbid it. */
export const canUnshare = (): boolean => {
  try {
    const [program, ...words] = ownNamespaces;
    execFileSync(program, [...words, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const parentOf = (pid: number): number | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
};

/** All descendants of a process; Linux only. */
export const descendantsOf = (pid: number): number[] => {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one);
    return parent === pid || (parent !== undefined && parent > 0 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
};
