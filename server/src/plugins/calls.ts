// Binds the contract's call table to functions: session and access (`authenticate`), then parse, transaction, reply (`run`).
import { Readable } from 'node:stream';
import { bodyLimitOf, type Call, type calls, type HandlerInput } from '@survey/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../database/audit.ts';
import type { Reader, Writer } from '../database/connection.ts';
import { withRetry } from '../database/deadlocks.ts';
import type { Tables } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { authenticate } from './callers.ts';
import { narrowed } from './circle-limits.ts';
import { clientAddress } from './client-address.ts';
import { leaving } from './client-disconnect.ts';
import { refuseCrossSite } from './cross-site.ts';
import { onceArrived, type RowBatch, readJsonRows } from './json-rows.ts';
import { bodyDeadline } from './unread-bodies.ts';
import { endIfUnread } from './unread-streams.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call that a route is bound to; undefined for other routes, such as files of the console. */
    call?: string;
  }
  interface FastifyRequest {
    /** The caller of a request; undefined for routes that are no call. */
    actor?: Actor;
  }
}

/** What a handler gets besides its input. `D` is its access to the database. */
export interface Context<D> {
  db: D;
  actor: Actor;
  services: Services;
  request: FastifyRequest;
  /** For headers of the answer. */
  reply: FastifyReply;
  /** Aborted when the client disconnected before it had its answer. */
  signal: AbortSignal;
}

/** A stream, or a complete text; `length` in bytes where it is known. */
export interface Streamed {
  /** 200 if not given; 206 for a range. */
  status?: number;
  type: string;
  body: Readable | string;
  fileName?: string;
  length?: number;
  headers?: Record<string, string>;
}

/** An answer that was validated and serialised before, to be sent many times. */
export class WrittenAnswer {
  readonly json: string;

  /** @throws where the answer does not match the call's reply */
  constructor({ reply }: Call, answer: unknown) {
    this.json = JSON.stringify(reply.schema?.parse(answer));
  }
}

type Answer<C extends Call> = C['reply'] extends { kind: 'stream' }
  ? Streamed
  : C['reply'] extends { schema: infer S extends z.ZodType }
    ? z.input<S> | WrittenAnswer | Readable
    : never;

type Handler<C extends Call, D> = (
  context: Context<D>,
  input: HandlerInput<C>,
) => Promise<Answer<C>>;

/** A call of the table bound to its function. */
export interface Binding<C extends Call = Call> {
  call: C;
  handle(context: Context<Kysely<Tables>>, input: HandlerInput<Call>): Promise<unknown>;
}

/** Every call of the table with its function: a call that is not bound, or bound by another's name, does not compile. */
export type Bindings = { [Name in keyof typeof calls]: Binding<(typeof calls)[Name]> };

/**
 * The database for reads: people use the read lane, programs with an API key the lane of feeds. Reads are cancelled
 * when the client disconnects (ADR 40, ADR 94).
 */
export const readerOf = ({ services: { database }, actor, signal }: Context<unknown>): Reader =>
  actor.key
    ? database.readerFor({ person: actor.key.id, signal }, 'feeds')
    : database.readerFor({ person: actor.id ?? actor.address, signal });

/** Binds a call that only reads. */
export const read = <C extends Call>(call: C, handler: Handler<C, Reader>): Binding<C> => ({
  call,
  handle: (context, input) =>
    handler({ ...context, db: readerOf(context) }, input as HandlerInput<C>),
});

/**
 * Binds a call that changes something: one transaction, committed before the reply is written. It is retried after a
 * deadlock, so the handler must change nothing but the database.
 */
export const write = <C extends Call>(call: C, handler: Handler<C, Writer>): Binding<C> => ({
  call,
  handle: (context, input) =>
    withRetry(() =>
      context.db
        .transaction()
        .execute((db) => handler({ ...context, db }, input as HandlerInput<C>)),
    ),
});

/**
 * Binds a call that opens its own transactions: password hashing, uploads and photo files must not
 * hold a connection while they work.
 */
export const own = <C extends Call>(call: C, handler: Handler<C, Kysely<Tables>>): Binding<C> => ({
  call,
  handle: (context, input) => handler(context, input as HandlerInput<C>),
});

/** A call whose body is a long list of rows, read as it arrives. */
type RowsCall = Call & { rowsIn: string };

/**
 * Binds a call that takes its rows as they arrive, in batches; it opens its own transaction once there are some. What
 * is left of the body after a refusal flows away unread, so that the client is still there to read the answer.
 */
export const rows = <C extends RowsCall>(
  call: C,
  handler: (
    context: Context<Kysely<Tables>>,
    batches: AsyncIterable<RowBatch>,
    query: HandlerInput<C>['query'],
  ) => Promise<Answer<C>>,
): Binding<C> => ({
  call,
  handle: async (context, input) => {
    const body = context.request.raw;
    const batches = readJsonRows(body, call);
    try {
      return await handler(context, await onceArrived(batches), (input as HandlerInput<C>).query);
    } finally {
      void batches.return(undefined);
      body.resume();
    }
  },
});

const send = (
  call: Call,
  answer: unknown,
  reply: FastifyReply,
  patienceSeconds: number,
): FastifyReply => {
  if (call.reply.kind === 'text') {
    return reply.type('text/plain; charset=utf-8').send(String(call.reply.schema.parse(answer)));
  }
  if (answer instanceof WrittenAnswer) {
    return reply.type('application/json; charset=utf-8').send(answer.json);
  }
  // JSON that is written while it is read; what it is made of has the schema's shape.
  if (call.reply.kind === 'json' && answer instanceof Readable) {
    return reply.type('application/json; charset=utf-8').send(answer);
  }
  if (call.reply.kind === 'json') return reply.send(call.reply.schema.parse(answer));
  const { status = 200, type, body, fileName, length, headers } = answer as Streamed;
  reply
    .code(status)
    .type(type)
    .headers(headers ?? {});
  if (fileName) reply.header('content-disposition', `attachment; filename="${fileName}"`);
  if (length !== undefined) reply.header('content-length', String(length));
  return reply.send(typeof body === 'string' ? body : endIfUnread(reply, body, patienceSeconds));
};

const run = async (
  { call, handle }: Binding,
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const actor = request.actor as Actor;
  const parse = (schema: z.ZodType | undefined, value: unknown) => schema?.parse(value ?? {});
  const { database, config } = services;
  const input = (await narrowed(call, actor, database.db, {
    params: parse(call.input.params, request.params),
    query: parse(call.input.query, request.query),
    body: call.rowsIn ? undefined : parse(call.input.body, request.body),
  })) as HandlerInput<Call>;
  const context = { db: database.db, actor, services, request, reply, signal: leaving(reply) };
  return send(call, await handle(context, input), reply, config.READER_PATIENCE_SECONDS);
};

/** Sign-ins allowed from one address in a minute, right ones included; phones may share an address. */
const publicCallsPerMinute = 600;
const signInRate = {
  max: publicCallsPerMinute,
  timeWindow: '1 minute',
  keyGenerator: clientAddress,
};

const addRoutes = (app: FastifyInstance, services: Services, bindings: readonly Binding[]) => {
  for (const binding of bindings) {
    const { method, path, aliases = [], access, input, reply } = binding.call;
    const isSignIn = access === 'public' && reply.kind === 'json';
    const isSubmission = access === 'device' && input.multipart !== undefined;
    for (const url of [path, ...aliases]) {
      app.route({
        method,
        url,
        bodyLimit: bodyLimitOf(binding.call),
        // A compressor would hold back the first bytes, and squeezing costs more time than the wire.
        ...(reply.kind === 'stream' && { compress: false }),
        // The answer to a form is a few words.
        ...(input.multipart && { compress: false }),
        config: {
          call: binding.call.name,
          ...(isSignIn && { rateLimit: signInRate }),
        },
        onRequest: async (request) => {
          // Before the rate of the address counts it.
          if (isSignIn) refuseCrossSite(request, services.config);
          request.actor = await authenticate(binding.call, request, services.callers);
          if (access === 'device') {
            services.phoneStates.note(request, request.actor.id as number);
          }
          if (isSubmission) services.phoneRate.admit(request, request.actor.id as number);
        },
        ...(isSubmission && {
          onResponse: async (request, answer) => services.phoneRate.settle(request, answer),
        }),
        ...(input.body && { preParsing: bodyDeadline }),
        handler: (request, answer) => run(binding, services, request, answer),
      });
    }
  }
};

/** Registers a route for every path of every call. */
export const bindCalls = (app: FastifyInstance, services: Services, bindings: Bindings): void => {
  app.decorateRequest('actor');
  const all: Binding[] = Object.values(bindings);
  const takesRows = ({ call }: Binding) => call.rowsIn !== undefined;
  const takesNothing = ({ call: { input } }: Binding) => !input.body && !input.multipart;
  addRoutes(
    app,
    services,
    all.filter((binding) => !takesRows(binding) && !takesNothing(binding)),
  );
  /** Routes whose bodies of this type stay unread. */
  const addUnparsed = (type: string, unparsed: readonly Binding[]) =>
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(type, (_request, _body, done) => done(null));
      addRoutes(scope, services, unparsed);
    });
  addUnparsed('application/json', all.filter(takesRows));
  addUnparsed('*', all.filter(takesNothing));
};
