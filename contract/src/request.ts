// A call of the table and its input as an HTTP request: what console, phones, tests and benches send.
import type { Call } from './call.ts';

export interface CallParts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

const entries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** The path of a call with its parameters; the rest of a path (`*`) keeps its slashes. */
export const callPath = (call: Call, params: unknown): string => {
  const given = new Map(entries(params));
  return call.path.replace(/:(\w+)|\*/g, (_, name: string | undefined) =>
    name ? encodeURIComponent(String(given.get(name) ?? '')) : String(given.get('*') ?? ''),
  );
};

const writeQuery = (query: unknown): string => {
  const written = new URLSearchParams();
  for (const [name, value] of entries(query)) {
    if (value !== undefined && value !== null && value !== '') written.set(name, String(value));
  }
  return written.size === 0 ? '' : `?${written}`;
};

/** JSON first, wherever it may come: some backends answer an error as an HTML page unless JSON is the first wish. */
const accepted = (call: Call): string => {
  if (call.reply.kind === 'text') return 'application/json, text/plain';
  return call.reply.kind === 'stream' ? call.reply.types.join(', ') : 'application/json';
};

/** Path with parameters and query of a call. Undefined, null and empty query values are left out. */
export const requestPath = (call: Call, parts: CallParts): string =>
  callPath(call, parts.params) + writeQuery(parts.query);

/** Says that a call is an open page's own refresh, and no use of the session. */
export const unusedHeader = 'x-unused';

/** What `fetch` takes. */
export interface RequestParts {
  method: Call['method'];
  headers: Record<string, string>;
  body?: string;
}

/** Method, headers and body of a call. A POST without input carries `{}`, as JSON content type asks. */
export const requestInit = (
  call: Call,
  parts: CallParts,
  token: string | undefined,
  accept?: string,
): RequestParts => {
  const headers: Record<string, string> = {
    Accept: accept ?? accepted(call),
    'Content-Type': 'application/json',
  };
  if (token) headers.Authorization = `Bearer ${token}`;
  return call.method === 'GET'
    ? { method: call.method, headers }
    : { method: call.method, headers, body: JSON.stringify(parts.body ?? {}) };
};
