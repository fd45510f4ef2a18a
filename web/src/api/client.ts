// The only fetch of calls. Typed by the call table, so a page names a call and never a path.
import { type Call, type ClientInput, errorMessages, type ReplyOf } from '@survey/contract';
import { asApiError, errorFromBody } from './api-error.ts';
import { serverUrl } from './config.ts';
import { readReply } from './read-reply.ts';
import { type CallParts, requestInit, requestPath } from './request.ts';
import { endSession, readSession } from './session.ts';

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** A token that is not stored (a session refused or being ended). */
  token?: string | undefined;
  /** Lets the call finish where the page is left meanwhile. */
  keepalive?: boolean;
  /** What to ask for where a call answers several types. */
  accept?: string;
}

export interface Progress {
  bytes: number;
  /** Undefined where the server does not say how much will come. */
  totalBytes: number | undefined;
  /** Line ends seen so far; rows of a CSV without line breaks in its cells. */
  lines: number;
}

export interface DownloadOptions extends SendOptions {
  onProgress?: (progress: Progress) => void;
  /** The headers of the answer, before its bytes. */
  onStart?: (headers: Headers) => void;
  /** Each piece of the answer as it comes. */
  onChunk?: (chunk: Uint8Array) => void;
  /** Takes the pieces in their order; they are not kept here then, and the blob that comes back is empty. */
  sink?: (chunk: Uint8Array<ArrayBuffer>, type: string) => Promise<void>;
}

const request = async (
  call: Call,
  parts: CallParts,
  { signal, token: given, keepalive = false, accept }: DownloadOptions,
): Promise<Response> => {
  const token = given ?? readSession()?.token;
  const init = requestInit(call, parts, token, accept);
  const response = await fetch(serverUrl(requestPath(call, parts)), {
    ...init,
    keepalive,
    signal: signal ?? null,
  });
  if (response.ok) return response;
  // Only the session that was refused is ended: a new one may have begun meanwhile.
  if (response.status === 401 && call.name !== 'login' && token === readSession()?.token && token) {
    endSession(errorMessages.sessionEnded);
  }
  throw errorFromBody(response.status, await response.text());
};

/**
 * Makes a call and gives its answer. Throws ApiError (no connection, refusal, unexpected answer) or,
 * where `signal` was aborted, the browser's AbortError.
 */
export const send = async <C extends Call>(
  call: C,
  input: ClientInput<C>,
  options: SendOptions = {},
): Promise<ReplyOf<C>> => {
  try {
    const response = await request(call, input, options);
    return readReply(call, response.status, await response.text()) as ReplyOf<C>;
  } catch (error) {
    throw asApiError(error);
  }
};

const lineEnd = 10;

const countLines = (chunk: Uint8Array): number => {
  let lines = 0;
  for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) lines += 1;
  return lines;
};

/** Makes a call and collects its bytes, telling the progress. Throws as `send`. */
export const download = async <C extends Call>(
  call: C,
  input: ClientInput<C>,
  options: DownloadOptions = {},
): Promise<Blob> => {
  try {
    const response = await request(call, input, options);
    options.onStart?.(response.headers);
    const type = response.headers.get('content-type') ?? '';
    const length = Number(response.headers.get('content-length'));
    const progress: Progress = { bytes: 0, totalBytes: length || undefined, lines: 0 };
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      if (options.sink) await options.sink(part.value, type);
      else chunks.push(part.value);
      progress.bytes += part.value.byteLength;
      progress.lines += countLines(part.value);
      options.onChunk?.(part.value);
      options.onProgress?.({ ...progress });
    }
    return new Blob(chunks, { type });
  } catch (error) {
    throw asApiError(error);
  }
};
