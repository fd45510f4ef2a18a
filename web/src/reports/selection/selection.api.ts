// Calls on selections of reports: their counts, and bulk changes with progress.
import {
  type ClientInput,
  calls,
  type ReplyOf,
  reviewProgress,
  type Said,
  sendBackProgress,
  setAsideProgress,
} from '@survey/contract';
import { ApiError } from '../../api/api-error.ts';
import { download, send } from '../../api/client.ts';

export type ReportSelection = ClientInput<typeof calls.countSelection>['body'];
export type CountedSelection = ClientInput<typeof calls.setAsideSelection>['body'];
type SentBackSelection = ClientInput<typeof calls.sendBackSelection>['body'];
type ReviewedSelection = ClientInput<typeof calls.reviewSelection>['body'];
export type ExportedSelection = ClientInput<typeof calls.exportSelection>['body'];
/** What a question about a selection may be answered with, beside yes. */
export type SelectionAnswer = Pick<SentBackSelection, 'note'> &
  Pick<ExportedSelection, 'extra'> &
  Pick<ReviewedSelection, 'accept_critical'>;
export type SelectionCounts = ReplyOf<typeof calls.countSelection>;
export type SendBackState = ReplyOf<typeof calls.sendBackSelection>;
export type ReviewedState = ReplyOf<typeof calls.reviewSelection>;
export type SetAsideState = ReplyOf<typeof calls.setAsideSelection>;

/** The exact counts of the selection at present. */
export const countSelection = (body: ReportSelection): Promise<SelectionCounts> =>
  send(calls.countSelection, { body });

/** True where the server refused because the count of the selection has changed. */
export const hasChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409;

interface Ending {
  ended?: 'complete' | 'failed' | undefined;
  message?: string | undefined;
  said?: Said | undefined;
}

type PartsCall =
  | typeof calls.sendBackSelection
  | typeof calls.setAsideSelection
  | typeof calls.reviewSelection;

/** Reads the progress of a bulk change, a line of JSON after each batch. Returns the last line. */
const followParts = async <State extends Ending>(
  call: PartsCall,
  body: CountedSelection | SentBackSelection | ReviewedSelection,
  { read, onProgress, signal }: Following<State>,
): Promise<State> => {
  const decoder = new TextDecoder();
  let rest = '';
  let last: State | undefined;
  await download(
    call,
    { body },
    {
      signal,
      accept: 'application/x-ndjson',
      sink: async (chunk) => {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          last = read(JSON.parse(line));
          onProgress(last);
        }
      },
    },
  );
  if (last?.ended !== 'complete')
    throw new ApiError({ serverMessage: last?.message, said: last?.said });
  return last;
};

interface Following<State> {
  read: (line: unknown) => State;
  onProgress: (state: State) => void;
  signal?: AbortSignal;
}

/**
 * Sends the selection back, with progress after each batch. Returns the final state.
 * @throws ApiError also where the answer is incomplete or reports a failure; AbortError
 */
export const sendSelectionBack = (
  body: SentBackSelection,
  onProgress: (state: SendBackState) => void,
  signal: AbortSignal,
): Promise<SendBackState> =>
  followParts(calls.sendBackSelection, body, { read: sendBackProgress.parse, onProgress, signal });

/** Gives the selection a state of review; otherwise as `sendSelectionBack`. */
export const reviewSelected = (
  body: ReviewedSelection,
  onProgress: (state: ReviewedState) => void,
  signal: AbortSignal,
): Promise<ReviewedState> =>
  followParts(calls.reviewSelection, body, { read: reviewProgress.parse, onProgress, signal });

/** Sets the selection aside; otherwise as `sendSelectionBack`. */
export const setSelectionAside = (
  body: CountedSelection,
  onProgress: (state: SetAsideState) => void = () => undefined,
  signal?: AbortSignal,
): Promise<SetAsideState> =>
  followParts(calls.setAsideSelection, body, {
    read: setAsideProgress.parse,
    onProgress,
    ...(signal && { signal }),
  });
