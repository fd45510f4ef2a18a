// The page's side of the worker: opens a file, asks about it, ends it.
import type { AnswerProgress, Answers, FromWorker, SheetInfo, ToWorker } from './serve-sheet.ts';
import { type ReportProgress, SheetError } from './sheet.ts';
import { sheetLimits } from './sheet-limits.ts';

type InputOf<A extends Answers, Q extends keyof A> =
  Parameters<A[Q]> extends [unknown, infer I] ? [input: I] : [];

/** A file that was read; its rows stay in a worker. */
export interface OpenedSheet<A extends Answers> {
  info: SheetInfo;
  /** The headers as they stand in the file. */
  fileHeaders: readonly string[];
  /** The same sheet with other names for its columns: answers from now on go by them. */
  renamed: (headers: string[]) => OpenedSheet<A>;
  /** Asks the worker. Throws where it has no answer, and AbortError once the sheet is closed. */
  ask: <Q extends keyof A & string>(
    question: Q,
    ...input: InputOf<A, Q>
  ) => Promise<Awaited<ReturnType<A[Q]>>>;
  /** Sets the listener for the progress of running answers. */
  onProgress: (listener: ((progress: AnswerProgress) => void) | undefined) => void;
  /** Ends the worker and frees its memory; questions under way end with AbortError. */
  close: () => void;
}

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

const aborted = () => new DOMException('The sheet was closed.', 'AbortError');

const sheetOf = <A extends Answers>(worker: Worker, info: SheetInfo): OpenedSheet<A> => {
  const waiting = new Map<number, Waiting>();
  let listener: ((progress: AnswerProgress) => void) | undefined;
  let lastId = 0;
  let isClosed = false;

  const settle = (id: number): Waiting | undefined => {
    const asker = waiting.get(id);
    waiting.delete(id);
    return asker;
  };
  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'answering') listener?.(data.progress);
    if (data.kind === 'answer') settle(data.id)?.resolve(data.answer);
    if (data.kind === 'no-answer') settle(data.id)?.reject(new Error(data.message));
  };
  worker.onerror = () => failAll(new SheetError('too-large'));

  const opened: OpenedSheet<A> = {
    info,
    fileHeaders: info.headers,
    renamed(headers) {
      worker.postMessage({ kind: 'rename', headers } satisfies ToWorker);
      return { ...this, info: { ...info, headers } };
    },
    ask: (question, ...[input]) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(aborted());
        lastId += 1;
        waiting.set(lastId, { resolve: resolve as Waiting['resolve'], reject });
        worker.postMessage({ kind: 'ask', id: lastId, question, input } satisfies ToWorker);
      }),
    onProgress: (next) => {
      listener = next;
    },
    close: () => {
      isClosed = true;
      worker.terminate();
      failAll(aborted());
    },
  };
  return opened;
};

/**
 * Reads a file in a worker. Throws SheetError, also where it takes longer than `seconds`, or AbortError where
 * `signal` was aborted; the worker is ended in every case.
 */
export const openSheet = <A extends Answers>(
  worker: Worker,
  file: File,
  {
    onProgress,
    signal,
    seconds = sheetLimits.seconds,
  }: { onProgress: ReportProgress; signal: AbortSignal; seconds?: number },
): Promise<OpenedSheet<A>> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(patience);
      signal.removeEventListener('abort', abort);
    };
    const fail = (error: Error) => {
      stop();
      worker.terminate();
      reject(error);
    };
    const abort = () => fail(aborted());
    const patience = setTimeout(() => fail(new SheetError('too-slow')), seconds * 1000);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'reading') onProgress(data.progress);
      if (data.kind === 'failed') fail(new SheetError(data.failure));
      if (data.kind === 'read') {
        stop();
        resolve(sheetOf<A>(worker, data.info));
      }
    };
    worker.onerror = () => fail(new SheetError('cannot-open'));
    worker.postMessage({ kind: 'read', file } satisfies ToWorker);
  });
