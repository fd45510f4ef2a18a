import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { type OpenedSheet, openSheet } from './open-sheet.ts';
import type { Answers } from './serve-sheet.ts';
import { type ReadProgress, SheetError } from './sheet.ts';

export type SheetState<A extends Answers> =
  | { status: 'none' }
  | { status: 'reading'; file: File; progress: ReadProgress }
  | { status: 'ready'; file: File; sheet: OpenedSheet<A> }
  | { status: 'failed'; file: File; error: SheetError };

/**
 * One file at a time, read in a worker of the room. Opening another, `close` and leaving the screen terminate the
 * worker at once.
 */
export const useSheet = <A extends Answers>(createWorker: () => Worker) => {
  const [state, setState] = useState<SheetState<A>>({ status: 'none' });
  const stop = useRef<() => void>(() => undefined);

  const close = useCallback(() => {
    stop.current();
    setState({ status: 'none' });
  }, []);

  /** Reads a file. Throws SheetError, or AbortError where reading was stopped; `state` holds the error too. */
  const open = useCallback(
    async (file: File): Promise<OpenedSheet<A>> => {
      stop.current();
      const reading = new AbortController();
      stop.current = () => reading.abort();
      const start: ReadProgress = { stage: 'bytes', done: 0, total: file.size };
      setState({ status: 'reading', file, progress: start });
      try {
        const sheet = await openSheet<A>(createWorker(), file, {
          onProgress: (progress) => setState({ status: 'reading', file, progress }),
          signal: reading.signal,
        });
        stop.current = sheet.close;
        // Rendered as a transition, so that clicks never wait for it.
        startTransition(() => setState({ status: 'ready', file, sheet }));
        return sheet;
      } catch (error) {
        if (error instanceof SheetError) setState({ status: 'failed', file, error });
        throw error;
      }
    },
    [createWorker],
  );

  /** Names the columns of the open sheet anew; undefined where none is open. */
  const rename = (headers: string[]): OpenedSheet<A> | undefined => {
    if (state.status !== 'ready') return undefined;
    const sheet = state.sheet.renamed(headers);
    setState({ ...state, sheet });
    return sheet;
  };

  useEffect(() => () => stop.current(), []);

  return { state, open, close, rename };
};
