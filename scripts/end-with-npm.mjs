// Ends a script that npm started together with npm: otherwise it would go on in the background.
import { readFileSync } from 'node:fs';

/** The parent of a process; undefined where the system does not say (no /proc). */
const parentOf = (pid) => {
  try {
    // Behind the name, which may contain anything but ends with the last bracket: state, parent.
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

/** Calls `end` once when the npm that runs this script is gone; does nothing where npm does not run it. */
export const endWithNpm = (end) => {
  if (!process.env.npm_lifecycle_event) return;
  // npm → shell → this script; some shells step aside for what they run.
  const shell = process.ppid;
  const above = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === above) return;
    clearInterval(timer);
    end();
  }, everyMs);
  timer.unref();
};
