// Processes of their own for one command, as a container has them: its PIDs and shared memory mean nothing outside.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Words before a command line. Ending `unshare` itself ends everything within, at once. */
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

/** Whether this machine lets an ordinary process do that; containers may forbid it. */
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

/** Every process that this one has started, and those that they did; Linux only. */
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
