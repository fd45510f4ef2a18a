// Runs one attack in a separate process.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Attack, Target } from './attack.ts';

/** Seconds after its end at which an attacker is killed. */
const grace = 15;

export interface Attacker {
  /** Ends it, and returns how often it saw each status; nothing where it had to be killed. */
  ended: Promise<Record<string, number>>;
}

/** Starts an attack. */
export const startAttack = (attack: Attack, target: Target, seconds: number): Attacker => {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      path.join(import.meta.dirname, 'attacker.ts'),
      attack.name,
      JSON.stringify(target),
      String(seconds),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const timer = setTimeout(() => child.kill('SIGKILL'), (seconds + grace) * 1000);
  const ended = text(child.stdout as NonNullable<ChildProcess['stdout']>).then((output) => {
    clearTimeout(timer);
    return output ? (JSON.parse(output) as Record<string, number>) : {};
  });
  return { ended };
};
