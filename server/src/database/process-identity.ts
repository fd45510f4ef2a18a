// Identifies a process beyond its PID, so that a later one can know that it has ended: PIDs are reused
// after a restart, and differ between containers.
import { readFileSync, readlinkSync } from 'node:fs';

/** A process of one boot of one machine. The PID counts in its PID namespace only. */
export interface ProcessIdentity {
  boot: string;
  pidNamespace: string;
  pid: number;
  /** Clock ticks between the boot and its start. */
  started: string;
}

/** State and start time from /proc/PID/stat; the process name before them may contain spaces and is in brackets. */
const statOf = (pid: number | 'self') => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { pid: Number.parseInt(text, 10), state: fields[0], started: fields[19] ?? '' };
};

const here = () => ({
  boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  pidNamespace: readlinkSync('/proc/self/ns/pid'),
});

/** This process; undefined where the system does not tell (no Linux, or a /proc of another PID namespace). */
export const identityOfThisProcess = (): ProcessIdentity | undefined => {
  try {
    const { pid, started } = statOf('self');
    return pid === process.pid ? { ...here(), pid, started } : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a process with this PID runs, under any user to whose processes we may send signals. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/** Whether this process has certainly ended. False where that cannot be determined: another machine or container. */
export const isKnownToBeGone = (identity: ProcessIdentity): boolean => {
  const own = identityOfThisProcess();
  if (own?.boot !== identity.boot || own.pidNamespace !== identity.pidNamespace) return false;
  if (isGone(identity.pid)) return true;
  try {
    const { started, state } = statOf(identity.pid);
    return started !== identity.started || state === 'Z';
  } catch {
    return false;
  }
};
