// The calls about selections of reports: what they hold, and sending them back with its progress.
import { type ClientInput, calls, type ReplyOf, sendBackProgress } from '@survey/contract';
import { ApiError } from '../api/api-error.ts';
import { download, send } from '../api/client.ts';

export type ReportSelection = ClientInput<typeof calls.countSelection>['body'];
export type CountedSelection = ClientInput<typeof calls.sendBackSelection>['body'];
export type SelectionCounts = ReplyOf<typeof calls.countSelection>;
export type SendBackState = ReplyOf<typeof calls.sendBackSelection>;

/** What the selection holds now, exactly. */
export const countSelection = (body: ReportSelection): Promise<SelectionCounts> =>
  send(calls.countSelection, { body });

/** True where the selection holds another number of reports than the person was told. */
export const hasChanged = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409;

/**
 * Sends the selection back, telling where it stands after each part. Gives how it ended.
 * @throws ApiError also where the answer breaks off or says that it failed half-way; AbortError
 */
export const sendSelectionBack = async (
  body: CountedSelection,
  onProgress: (state: SendBackState) => void,
  signal: AbortSignal,
): Promise<SendBackState> => {
  const decoder = new TextDecoder();
  let rest = '';
  let last: SendBackState | undefined;
  await download(
    calls.sendBackSelection,
    { body },
    {
      signal,
      accept: 'application/x-ndjson',
      sink: async (chunk) => {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          last = sendBackProgress.parse(JSON.parse(line));
          onProgress(last);
        }
      },
    },
  );
  if (last?.ended !== 'complete') throw new ApiError({ serverMessage: last?.message });
  return last;
};
