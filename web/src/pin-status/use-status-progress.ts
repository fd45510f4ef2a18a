import { limits } from '@survey/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Stage, StatusProgress } from './status-progress.ts';

/** The state of the progress section: stages, stop on failure, hidden 3 s after the end. */
export const useStatusProgress = () => {
  const [progress, setProgress] = useState<StatusProgress>();
  const stage = useRef<Stage>('reading');
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);

  const enter = useCallback((next: Stage, done: number, total: number) => {
    clearTimeout(hiding.current);
    stage.current = next;
    setProgress({ stage: next, isStopped: false, done, total });
  }, []);
  /** Freezes the bar after a failure. */
  const stop = useCallback(() => setProgress((at) => at && { ...at, isStopped: true }), []);
  const hide = useCallback(() => {
    clearTimeout(hiding.current);
    setProgress(undefined);
  }, []);
  const hideLater = useCallback(() => {
    clearTimeout(hiding.current);
    hiding.current = setTimeout(() => setProgress(undefined), limits.statusResetDelayMs);
  }, []);
  useEffect(() => () => clearTimeout(hiding.current), []);

  return { progress, enter, stop, hide, hideLater, isSending: () => stage.current === 'sending' };
};
