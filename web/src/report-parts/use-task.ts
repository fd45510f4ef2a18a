import { useEffect, useRef, useState } from 'react';
import { isAbort } from '../api/api-error.ts';
import { toast } from '../ui/toasts.ts';

export interface TaskProgress {
  label: string;
  /** 0 to 100; undefined where nobody knows how much is left. */
  percent: number | undefined;
  detail: string;
}

type Work = (tell: (progress: TaskProgress) => void, signal: AbortSignal) => Promise<void>;

/**
 * One piece of long work at a time, with its progress, that can be cancelled; leaving the screen cancels
 * it too. `onError` is told of everything but a cancellation.
 */
export const useTask = () => {
  const [progress, setProgress] = useState<TaskProgress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (label: string, work: Work, onError: (error: unknown) => void) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProgress({ label, percent: undefined, detail: 'Starting…' });
    try {
      await work(setProgress, controller.signal);
    } catch (error) {
      if (!isAbort(error)) onError(error);
      else toast.info(`${label} cancelled`);
    } finally {
      running.current = undefined;
      setProgress(undefined);
    }
  };

  return { progress, start, cancel: () => running.current?.abort() };
};
