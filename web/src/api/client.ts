// The only place that sends calls. Typed by the call table: a page names a call, never a path.
import {
  type Call,
  type CallParts,
  type ClientInput,
  type ReplyOf,
  requestInit,
  requestPath,
  sessionEnded,
  unusedHeader,
} from '@survey/contract';
import { ApiError, asApiError, errorFromBody, isAbort } from './api-error.ts';
import { config, serverUrl } from './config.ts';
import { isUnused } from './last-use.ts';
import { readReply } from './read-reply.ts';
import { endSession, readSession } from './session.ts';
import { runInSlices } from './steps.ts';

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** A token that is not stored (a session refused or being ended). */
  token?: string | undefined;
  /** The call continues after the page is closed. */
  keepalive?: boolean;
  /** The form of a call that takes one. */
  form?: FormData;
  /** The Accept header, for calls with several content types. */
  accept?: string;
}

export interface Progress {
  bytes: number;
  /** Undefined without a Content-Length. */
  totalBytes: number | undefined;
  /** Line ends so far: the rows of a CSV whose cells have no line breaks. */
  lines: number;
}

export interface DownloadOptions extends SendOptions {
  onProgress?: (progress: Progress) => void;
  /** Called with the headers, before the first chunk. */
  onStart?: (headers: Headers) => void;
  /** Called with each chunk. */
  onChunk?: (chunk: Uint8Array) => void;
  /** The part of the file that is wanted, in bytes. */
  range?: { offset: number; length: number } | undefined;
  /** Takes the chunks in order; the blob that `download` returns is empty then. */
  sink?: (chunk: Uint8Array<ArrayBuffer>, type: string) => Promise<void>;
}

const request = async (
  call: Call,
  parts: CallParts,
  { signal, token: given, keepalive = false, accept, form, range }: DownloadOptions,
): Promise<Response> => {
  const token = given ?? readSession()?.token;
  // A screen that is being left after the session ended: nobody would see the answer.
  if (!token && call.access !== 'public')
    throw new ApiError({ code: 'unauthenticated', status: 401 });
  const init: RequestInit & { headers: Record<string, string> } = requestInit(
    call,
    parts,
    token,
    accept,
  );
  if (range) init.headers.Range = `bytes=${range.offset}-${range.offset + range.length - 1}`;
  if (form) {
    init.body = form;
    // The browser writes it, with the boundary of the parts.
    delete init.headers['Content-Type'];
  }
  // To other origins it would need a preflight that literal backends may refuse.
  if (config().apiBaseUrl === '' && isUnused()) init.headers[unusedHeader] = '1';
  const response = await fetch(serverUrl(requestPath(call, parts)), {
    ...init,
    keepalive,
    signal: signal ?? null,
  });
  if (response.ok) return response;
  // Ends only the session that was refused: a new one may have started meanwhile.
  if (response.status === 401 && call.name !== 'login' && token === readSession()?.token && token) {
    endSession(sessionEnded);
  }
  throw errorFromBody(response.status, await response.text());
};

const sendOnce = async <C extends Call>(
  call: C,
  input: ClientInput<C>,
  options: SendOptions,
): Promise<ReplyOf<C>> => {
  try {
    const response = await request(call, input, options);
    return await readBody(call, response.status, await response.text(), options.signal);
  } catch (error) {
    throw asApiError(error);
  }
};

/** The last change of each call that has no answer yet. */
const underWay = new Map<string, { input: string; reply: Promise<unknown> }>();

/**
 * Makes a call and returns its reply. Throws ApiError (no connection, refusal, unexpected answer) or,
 * where `signal` was aborted, the browser's AbortError. The same change while it has no answer is not sent again: the
 * second click of a double click comes before its button is drawn as busy.
 */
export const send = <C extends Call>(
  call: C,
  input: ClientInput<C>,
  options: SendOptions = {},
): Promise<ReplyOf<C>> => {
  if (call.method === 'GET' || Object.keys(options).length > 0)
    return sendOnce(call, input, options);
  const asked = JSON.stringify(input);
  const last = underWay.get(call.name);
  if (last?.input === asked) return last.reply as Promise<ReplyOf<C>>;
  const reply = sendOnce(call, input, options).finally(() => {
    if (underWay.get(call.name)?.reply === reply) underWay.delete(call.name);
  });
  underWay.set(call.name, { input: asked, reply });
  return reply;
};

/** Reads the body of a successful answer; a long list in slices, so that the page stays usable. Throws as `send`. */
export const readBody = async <C extends Call>(
  call: C,
  status: number,
  body: string,
  signal?: AbortSignal,
): Promise<ReplyOf<C>> => {
  try {
    return (await runInSlices(readReply(call, status, body), signal)) as ReplyOf<C>;
  } catch (error) {
    if (error instanceof ApiError || isAbort(error)) throw error;
    // The answer came, whatever is wrong with it.
    throw new ApiError({ status, code: 'unexpected-answer', cause: error });
  }
};

const lineEnd = 10;

const countLines = (chunk: Uint8Array): number => {
  let lines = 0;
  for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, at + 1)) lines += 1;
  return lines;
};

/** Makes a call and returns its bytes, with progress. Throws as `send`. */
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
