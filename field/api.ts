// Calls of the contract over HTTP, for phones and their administrator.
import {
  type Call,
  type CallParts,
  type ClientInput,
  errorBody,
  type ReplyOf,
  requestInit,
  requestPath,
} from '@survey/contract';

export interface Server {
  /** For example `http://127.0.0.1:8080`. */
  baseUrl: string;
  /** Timeout of an answer in milliseconds; 60 s if not given. */
  timeoutMs?: number;
}

/** A refusal of the server. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  /** What `Retry-After` asks for. */
  readonly retryAfterMs: number | undefined;

  constructor(call: string, status: number, code: string, message: string, retryAfterMs?: number) {
    super(`${call}: ${message} (${status} ${code})`);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The request of a call; fetch writes the content type of a form, whose boundary it chooses. */
const requestOf = (call: Call, parts: CallParts, token: string | undefined): RequestInit => {
  const { method, headers, body } = requestInit(call, parts, token);
  if (!(parts.body instanceof FormData))
    return body === undefined ? { method, headers } : { method, headers, body };
  const { 'Content-Type': json, ...others } = headers;
  return { method, headers: others, body: parts.body };
};

const refusal = async (call: Call, response: Response): Promise<CallError> => {
  const written = await response.text();
  const parsed = errorBody.safeParse(
    response.headers.get('content-type')?.includes('json') ? JSON.parse(written) : undefined,
  );
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  const details = parsed.data?.errors ? ` ${JSON.stringify(parsed.data.errors)}` : '';
  return new CallError(
    call.name,
    response.status,
    parsed.data?.code ?? 'unknown',
    (parsed.data?.message ?? written.slice(0, 200)) + details,
    Number.isFinite(wait) ? wait * 1000 : undefined,
  );
};

/**
 * Makes a call and returns its answer, validated against the contract. A `FormData` body is sent as multipart.
 * Throws `CallError` where the server refuses, `TypeError` or `TimeoutError` where it cannot be reached.
 */
export const makeCall = async <C extends Call>(
  server: Server,
  call: C,
  input: ClientInput<C> | { body: FormData },
  token?: string,
  /** Beside those of every call. */
  headers: Record<string, string> = {},
): Promise<ReplyOf<C>> => {
  const parts: CallParts = input;
  const request = requestOf(call, parts, token);
  const response = await fetch(new URL(requestPath(call, parts), server.baseUrl), {
    ...request,
    headers: { ...request.headers, ...headers },
    signal: AbortSignal.timeout(server.timeoutMs ?? 60_000),
  });
  if (!response.ok) throw await refusal(call, response);
  const answer = call.reply.kind === 'text' ? Number(await response.text()) : await response.json();
  return call.reply.schema?.parse(answer) as ReplyOf<C>;
};
