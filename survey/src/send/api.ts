// The device API over HTTP. No zod here: the schemas of the contract weigh more than this page.
import type { calls, ErrorBody, ReplyOf, Said } from '@survey/contract';
import { deviceTimeHeader } from '@survey/contract/submission-fields';
import { noteServerTime } from '../store/clock.ts';
import type { PinList } from '../store/lists.ts';
import type { Refusal } from '../store/report.ts';

export type SignInReply = ReplyOf<typeof calls.deviceSignIn>;
export type PinPlaces = ReplyOf<typeof calls.devicePlaces>;
export type Receipt = ReplyOf<typeof calls.submitReport>;

/** The server refused, in its own words. */
export class ServerRefusal extends Error {
  readonly status: number;
  readonly said: Said | null;
  readonly fields: Refusal['fields'];
  /** What `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs: number;

  constructor(status: number, body: Partial<ErrorBody>, retryAfterMs: number) {
    super(body.message ?? String(status));
    this.name = 'ServerRefusal';
    this.status = status;
    this.said = body.said ?? null;
    this.fields = Object.fromEntries(
      Object.entries(body.errors ?? {}).map(([field, texts]) => [
        field,
        texts.map((message, at) => ({ message, said: body.said_errors?.[field]?.[at] ?? null })),
      ]),
    );
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer of ours: no network, a broken connection, or a page of somebody else's portal. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** A short call; a photo is given longer. */
const shortMs = 30_000;
const longMs = 5 * 60_000;

const parsed = async (response: Response): Promise<unknown> => {
  try {
    return await response.json();
  } catch {
    throw new NoAnswer('The answer is not of this server.');
  }
};

interface Ask extends Omit<RequestInit, 'headers'> {
  token?: string;
  timeoutMs?: number;
  headers?: Record<string, string>;
}

const ask = async (
  path: string,
  { token, timeoutMs = shortMs, ...init }: Ask,
): Promise<unknown> => {
  const headers: Record<string, string> = {
    ...init.headers,
    Accept: 'application/json',
    [deviceTimeHeader]: new Date().toISOString(),
  };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (typeof init.body === 'string') headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, {
      ...init,
      headers,
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    throw new NoAnswer(error instanceof Error ? error.message : String(error));
  }
  const body = await parsed(response);
  const isOurs = response.ok || typeof (body as Partial<ErrorBody> | null)?.code === 'string';
  if (isOurs) await noteServerTime(response.headers.get('date'));
  if (response.ok) return body;
  const wait = Number(response.headers.get('retry-after') ?? 0);
  const refusal = typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : {};
  // A portal or a proxy answers JSON of its own: our refusals have a code.
  if (typeof refusal.code !== 'string') throw new NoAnswer(`Status ${response.status}`);
  throw new ServerRefusal(response.status, refusal, Number.isFinite(wait) ? wait * 1000 : 0);
};

/** @throws ServerRefusal where name or password are wrong or the account may not; NoAnswer */
export const signIn = async (login: string, password: string): Promise<SignInReply> =>
  (await ask('/api/device/sign-in', {
    method: 'POST',
    body: JSON.stringify({ login, password }),
  })) as SignInReply;

/** @throws ServerRefusal where the code is used, ended or too old; NoAnswer */
export const signInByCode = async (code: string): Promise<SignInReply> =>
  (await ask('/api/device/sign-in-code', {
    method: 'POST',
    body: JSON.stringify({ code }),
  })) as SignInReply;

export const signOut = (token: string): Promise<unknown> =>
  ask('/logout', { method: 'POST', body: '{}', token });

/** A surveyor's session, and what the phone says about itself with the request. */
export interface Session {
  token: string;
  headers: Record<string, string>;
}

/** Circles and pins; with a cursor what changed since. */
export const fetchPins = async (session: Session, cursor: number | undefined): Promise<PinList> => {
  const query = cursor === undefined ? '' : `?cursor=${cursor}`;
  return (await ask(`/api/device/pins${query}`, { ...session, timeoutMs: longMs })) as PinList;
};

/** Where reports of a circle's pins were made, by anybody. */
export const fetchPlaces = async (session: Session, circle: string): Promise<PinPlaces> =>
  (await ask(`/api/device/places?${new URLSearchParams({ circle })}`, {
    ...session,
    timeoutMs: longMs,
  })) as PinPlaces;

/** Says that nothing is left to do in a circle, or with null that there is. */
export const closeCircle = (
  session: Session,
  circle: string,
  reason: string | null,
): Promise<unknown> =>
  ask('/api/device/circles/close', {
    method: 'POST',
    body: JSON.stringify({ circle, reason }),
    ...session,
  });

/** Sends a report and its photo. */
export const submit = async (session: Session, form: FormData): Promise<Receipt> =>
  (await ask('/api/device/reports', {
    method: 'POST',
    body: form,
    ...session,
    timeoutMs: longMs,
  })) as Receipt;
