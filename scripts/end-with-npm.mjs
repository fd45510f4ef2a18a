// Ends a script that npm started together with npm: otherwise it would go on in the background.
import { readFileSync } from 'node:fs';

/** The parent of a process; undefined where the system does not say (no /proc). */
const parentOf = (pid) => {
  try {
    // After the process name, which ends at the last bracket: state, parent.
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(
      status
        .slice(status.lastIndexOf(')') + 2)
        .split(' ')
        .at(1),
    );
  } catch {
    return undefined;
  }
};

const everyMs = 1000;

/** Calls `end` once when the npm that runs this script has ended; does nothing without npm. */
export const endWithNpm = (end) => {
  if (!process.env.npm_lifecycle_event) return;
  // npm → shell → this script; some shells replace themselves by the script.
  const shell = process.ppid;
  const above = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === above) return;
    clearInterval(timer);
    end();
  }, everyMs);
  timer.unref();
};
