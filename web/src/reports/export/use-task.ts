import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isAbort } from '../../api/api-error.ts';
import { t } from '../../text/text.ts';
import { remainingText } from '../../ui/remaining-time.ts';
import { toast } from '../../ui/toasts.ts';

export interface TaskProgress {
  label: string;
  /** 0 to 100; undefined where the total is unknown. */
  percent: number | undefined;
  detail: string;
}

type Work = (tell: (progress: TaskProgress) => void, signal: AbortSignal) => Promise<void>;

/** The shortest interval between progress updates, in ms: a stream has thousands of chunks. */
const pauseMs = 100;

/**
 * Runs one long task at a time, with progress and remaining time. It can be cancelled; leaving the screen cancels it
 * too. `onError` gets every error except a cancellation. `start` resolves true where the work was done to its end.
 */
export const useTask = () => {
  const [progress, setProgress] = useState<TaskProgress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    async (label: string, work: Work, onError: (error: unknown) => void): Promise<boolean> => {
      if (running.current) return false;
      const controller = new AbortController();
      running.current = controller;
      const began = performance.now();
      let told = 0;
      const tell = (now: TaskProgress) => {
        const at = performance.now();
        if (at - told < pauseMs && now.percent !== 100) return;
        told = at;
        const left = remainingText(now.percent, at - began);
        setProgress({ ...now, detail: [now.detail, left].filter(Boolean).join(' · ') });
      };
      setProgress({ label, percent: undefined, detail: t('Starting…') });
      try {
        await work(tell, controller.signal);
        return true;
      } catch (error) {
        if (!isAbort(error)) onError(error);
        else toast.info(t('{work} cancelled', { work: label }));
        return false;
      } finally {
        running.current = undefined;
        setProgress(undefined);
      }
    },
    [],
  );
  const cancel = useCallback(() => running.current?.abort(), []);

  return useMemo(() => ({ progress, start, cancel }), [progress, start, cancel]);
};

export type Task = ReturnType<typeof useTask>;
