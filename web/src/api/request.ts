// Writes a call of the call table as the arguments of fetch.
import type { Call } from '@survey/contract';

export interface CallParts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

const entries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const writePath = (path: string, params: unknown): string =>
  entries(params).reduce(
    (written, [name, value]) => written.replace(`:${name}`, encodeURIComponent(String(value))),
    path,
  );

const writeQuery = (query: unknown): string => {
  const written = new URLSearchParams();
  for (const [name, value] of entries(query)) {
    if (value !== undefined && value !== null && value !== '') written.set(name, String(value));
  }
  return written.size === 0 ? '' : `?${written}`;
};

const accepted = (call: Call): string =>
  call.reply.kind === 'stream'
    ? call.reply.types.join(', ')
    : call.reply.kind === 'text'
      ? 'text/plain, application/json'
      : 'application/json';

/** Path with parameters and query of a call. Undefined, null and empty query values are left out. */
export const requestPath = (call: Call, parts: CallParts): string =>
  writePath(call.path, parts.params) + writeQuery(parts.query);

/** Method, headers and body of a call. A POST without input carries `{}`, as JSON content type asks. */
export const requestInit = (
  call: Call,
  parts: CallParts,
  token: string | undefined,
  accept?: string,
): RequestInit => {
  const headers: Record<string, string> = {
    Accept: accept ?? accepted(call),
    'Content-Type': 'application/json',
  };
  if (token) headers.Authorization = `Bearer ${token}`;
  return call.method === 'GET'
    ? { method: call.method, headers }
    : { method: call.method, headers, body: JSON.stringify(parts.body ?? {}) };
};
