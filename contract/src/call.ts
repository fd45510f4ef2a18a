// The shape of a call. The server's routes, the console's client and the OpenAPI document are derived from it.
import type { z } from 'zod';
import type { ApiScope } from './api-scopes.ts';
import type { ErrorCode } from './errors.ts';
import { limits } from './fields.ts';

/** Who may make a call. Required on every call, so that nothing is open by omission. */
export type Access = 'public' | 'signed-in' | 'administrator' | 'device';

/** The modules, named the same in contract, server, console and docs/glossary.md. */
export type ModuleName =
  | 'sign-in'
  | 'dashboard'
  | 'reports'
  | 'notes'
  | 'checks'
  | 'review'
  | 'users'
  | 'circles'
  | 'pins'
  | 'units'
  | 'pin-status'
  | 'photos'
  | 'device'
  | 'activity'
  | 'views'
  | 'live'
  | 'map'
  | 'webhooks';

/**
 * What a call answers.
 * - `json`: one JSON value of this schema; keys the schema does not name are left out of the answer.
 * - `text`: `text/plain`, the value written as a string.
 * - `stream`: bytes written as they are read; `schema` describes the whole where it is JSON.
 */
export type Reply =
  | { kind: 'json'; schema: z.ZodType }
  | { kind: 'text'; schema: z.ZodType }
  | { kind: 'stream'; types: readonly string[]; schema?: z.ZodType };

/** The input of a call. `multipart` bodies are read by the route itself; the schema describes the fields. */
export interface CallInput {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  multipart?: z.ZodType;
}

/**
 * How a call obeys who is limited to some circles, a person or an API key (ADR 98). A call that says nothing is refused
 * to them.
 * - `filters`: its filters of reports (the query, or `filters` of the body) are narrowed to their circles.
 * - `circle`: the circle that it names must be one of theirs.
 * - `report`: the report of its path must be in one of theirs.
 * - `answer`: its handler answers through the predicate of `server/src/plugins/circle-limits.ts`.
 * - `whole`: it concerns no circle: the own account, views and settings.
 */
export type CircleRule = 'filters' | 'circle' | 'report' | 'answer' | 'whole';

/** One call of the product: a row of the call table. */
export interface Call {
  name: string;
  module: ModuleName;
  method: 'GET' | 'POST';
  /** Path with `:name` for parameters. */
  path: string;
  /** Further paths of the same call (R6). */
  aliases?: readonly string[];
  access: Access;
  summary: string;
  input: CallInput;
  reply: Reply;
  errors: readonly ErrorCode[];
  /** True for calls that spec 7 does not have; listed by /api/capabilities. */
  extension?: boolean;
  /** The scope with which an API key may make the call too; it only reads. */
  keyScope?: ApiScope;
  /** How it obeys a limit to circles; left out, the call is refused to who is limited. */
  circles?: CircleRule;
  /** A POST that reads, or that changes the caller's own account only: allowed to who may only read. */
  forReaders?: true;
  /** Allowed to an administrator who must first change a made password or switch the second factor on. */
  duringSetup?: boolean;
  /**
   * The list of the body that the server reads row by row as it arrives, because the whole may be too large for memory;
   * `input.body` describes the whole for clients.
   */
  rowsIn?: string;
  /** Largest body in bytes, where it differs from `bodyLimitOf`. */
  bodyLimit?: number;
  /** A valid request, shown in the OpenAPI document. */
  example?: { params?: unknown; query?: unknown; body?: unknown; reply?: unknown };
}

/** Limits of an administrator: circles (null: all), and whether they may change anything. */
export interface Limits {
  circles: readonly string[] | null;
  isReadOnly: boolean;
}

/** Whether a call changes what others see. */
export const changes = ({ method, forReaders }: Pick<Call, 'method' | 'forReaders'>): boolean =>
  method !== 'GET' && !forReaders;

/** Which limit refuses a call to an administrator; undefined where none does. */
export const refusedBy = (
  call: Pick<Call, 'method' | 'forReaders' | 'circles'>,
  { circles, isReadOnly }: Limits,
): 'circles' | 'reading' | undefined => {
  if (isReadOnly && changes(call)) return 'reading';
  return circles && !call.circles ? 'circles' : undefined;
};

/** Declares a call, keeping its exact type. */
export const defineCall = <const C extends Call>(call: C): C => call;

/** Largest body of a call in bytes; small for public calls (ADR 39). */
export const bodyLimitOf = ({ bodyLimit, access }: Pick<Call, 'bodyLimit' | 'access'>): number =>
  bodyLimit ?? (access === 'public' ? limits.publicBodyBytes : limits.bodyBytes);

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What the server's handler of a call receives: parsed values. */
export interface HandlerInput<C extends Call> {
  params: Parsed<C['input']['params']>;
  query: Parsed<C['input']['query']>;
  body: Parsed<C['input']['body']>;
}

type Part = 'params' | 'query' | 'body';
type PartsOf<C extends Call> = {
  [P in Part]: C['input'][P] extends z.ZodType ? P : never;
}[Part];
/** A query whose members may all be left out. */
type OptionalParts<C extends Call> =
  'query' extends PartsOf<C>
    ? Record<never, never> extends Given<C['input']['query']>
      ? 'query'
      : never
    : never;

/** The input of a client: values before parsing. A query that need not say anything may be left out. */
export type ClientInput<C extends Call> = {
  [P in Exclude<PartsOf<C>, OptionalParts<C>>]: Given<C['input'][P]>;
} & { [P in OptionalParts<C>]?: Given<C['input'][P]> | undefined };

/** The answer of a call, as the client sees it. Streams have no value type. */
export type ReplyOf<C extends Call> = C['reply'] extends { schema: infer S extends z.ZodType }
  ? z.output<S>
  : never;
