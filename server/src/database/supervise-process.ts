// Supervises a program that must run as long as this process: when it ends by itself, it is restarted.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

export interface Started {
  child: ChildProcess;
  ended: Promise<void>;
}

/** Pauses between attempts, in milliseconds: an immediate failure may need an operator. */
const firstPauseMs = 200;
const longestPauseMs = 5_000;

/**
 * Starts a program and keeps it running.
 * @param start resolves when the program is ready, rejects when it ended before that
 * @param onEnd called after every unexpected end
 * @returns a function that stops it for good, by `end`
 * @throws what the first start throws
 */
export const keepRunning = async (
  start: () => Promise<Started>,
  end: (started: Started) => void,
  onEnd: (reason: string) => void,
): Promise<{ stop(): Promise<void> }> => {
  let running: Started | undefined = await start();
  let isStopping = false;
  const again = async (): Promise<Started | undefined> => {
    for (let wait = firstPauseMs; !isStopping; wait = Math.min(wait * 2, longestPauseMs)) {
      try {
        return await start();
      } catch (error) {
        onEnd((error as Error).message);
        await pause(wait);
      }
    }
    return undefined;
  };
  const watch = async (): Promise<void> => {
    while (running) {
      await running.ended;
      if (isStopping) return;
      onEnd('it ended by itself');
      running = await again();
      // Asked to stop while it was restarting.
      if (running && isStopping) end(running);
    }
  };
  const watching = watch();
  return {
    stop: async () => {
      isStopping = true;
      if (running) end(running);
      await watching;
    },
  };
};
