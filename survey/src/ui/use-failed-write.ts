import { useEffect, useState } from 'react';
import { onChange } from '../store/changes.ts';

/** Names of the errors with which IndexedDB refuses a write: no space, or a disk that fails. */
const refusals = new Set(['QuotaExceededError', 'UnknownError']);

/**
 * True from a write that nobody awaited and that the phone refused, until the next one that it took. Forms go on while
 * their answers are written; this is how the surveyor is told that one was not.
 */
export const useFailedWrite = (): boolean => {
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const fail = ({ reason }: PromiseRejectionEvent) => {
      if (reason instanceof DOMException && refusals.has(reason.name)) setFailed(true);
    };
    addEventListener('unhandledrejection', fail);
    const end = onChange(() => setFailed(false));
    return () => {
      removeEventListener('unhandledrejection', fail);
      end();
    };
  }, []);
  return isFailed;
};
