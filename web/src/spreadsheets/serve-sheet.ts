// The worker's side: reads one file, keeps its rows, and answers questions about them, so that the page holds only the
// rows that it shows.
import { type FileToRead, readSheet } from './read-sheet.ts';
import { type ReadFailure, type ReadProgress, type Sheet, SheetError } from './sheet.ts';

/** How much of a long answer is done. */
export interface AnswerProgress {
  done: number;
  total: number;
}

export interface AnswerContext {
  sheet: Sheet;
  report: (progress: AnswerProgress) => void;
}

/** Questions by name: what the worker of a room can be asked about its sheet. */
export type Answers = Record<string, (context: AnswerContext, input: never) => unknown>;

/** What the page gets with the opened sheet. */
export interface SheetInfo {
  sheetName: string;
  sheetCount: number;
  headers: string[];
  rowCount: number;
  headerRow: number;
  /** True where row numbers of the file are not index + 2: rows above the header or blank rows between. */
  hasGaps: boolean;
}

export type ToWorker =
  | { kind: 'read'; file: File }
  /** Other names for the columns, in their order. */
  | { kind: 'rename'; headers: string[] }
  | { kind: 'ask'; id: number; question: string; input: unknown };

export type FromWorker =
  | { kind: 'reading'; progress: ReadProgress }
  | { kind: 'read'; info: SheetInfo }
  | { kind: 'failed'; failure: ReadFailure }
  | { kind: 'answering'; id: number; progress: AnswerProgress }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'no-answer'; id: number; message: string };

/** The members of a worker's global scope used here; TypeScript's DOM types describe a page. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

/** Milliseconds between two reports of the same stage: more often would not be visible. */
const reportIntervalMs = 60;

const throttled = <P extends AnswerProgress | ReadProgress>(post: (progress: P) => void) => {
  let last = 0;
  let lastStage: string | undefined;
  return (progress: P) => {
    const stage = 'stage' in progress ? progress.stage : undefined;
    if (stage === lastStage && performance.now() - last < reportIntervalMs) return;
    last = performance.now();
    lastStage = stage;
    post(progress);
  };
};

const infoOf = ({ rows, rowNumbers, ...sheet }: Sheet): SheetInfo => ({
  ...sheet,
  rowCount: rows.length,
  hasGaps: rowNumbers.some((number, index) => number !== index + 2),
});

/** Makes this worker read a file on request and answer questions about it. */
export const serveSheet = (answers: Answers): void => {
  const scope = globalThis as unknown as WorkerScope;
  const post = (message: FromWorker) => scope.postMessage(message);
  let sheet: Sheet | undefined;

  const readFile = async (file: FileToRead) => {
    try {
      sheet = await readSheet(
        file,
        throttled((progress) => post({ kind: 'reading', progress })),
      );
      post({ kind: 'read', info: infoOf(sheet) });
    } catch (error) {
      const failure = error instanceof SheetError ? error.failure : 'damaged';
      post({ kind: 'failed', failure });
    }
  };

  const answer = async (id: number, question: string, input: unknown) => {
    try {
      const ask = answers[question];
      if (!sheet || !ask) throw new Error(`cannot answer ${question}`);
      const report = throttled<AnswerProgress>((progress) =>
        post({ kind: 'answering', id, progress }),
      );
      post({ kind: 'answer', id, answer: await ask({ sheet, report }, input as never) });
    } catch (error) {
      post({
        kind: 'no-answer',
        id,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  };

  scope.onmessage = ({ data }) => {
    if (data.kind === 'read') void readFile(data.file);
    else if (data.kind === 'rename') sheet = sheet && { ...sheet, headers: data.headers };
    else void answer(data.id, data.question, data.input);
  };
};
