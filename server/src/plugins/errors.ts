// The only place that writes an error: `{message, error, code, errors?}` (R5).
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type ErrorBody, errorStatus, saidOfIssue } from '@survey/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ZodError } from 'zod';
import { AppError, type FieldMessages, fieldError, mapFields } from '../app-error.ts';
import { constraintError } from '../database/constraint-errors.ts';
import { AskerLeft } from '../database/reading-pool.ts';
import { say } from '../say.ts';
import { clientAddress } from './client-address.ts';

/** Field map of a schema's refusal; nested paths are joined by dots. */
const fromZod = (error: ZodError): AppError => {
  const errors: FieldMessages = {};
  for (const issue of error.issues.slice(0, 50)) {
    const field = issue.path.join('.') || 'body';
    const message = { text: issue.message, said: saidOfIssue(issue) };
    errors[field] = [...(errors[field] ?? []), message];
  }
  return fieldError(errors);
};

/**
 * Codes of Node and PostgreSQL where the database is unavailable, starting, stopping, full, read-only or broken, or
 * where a statement exceeded its timeout or a replica cancelled it.
 */
const unavailableCodes =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|08|40001|57P0|57014|53|58|25006|25P03|55P03)/;
const unavailableMessages =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Client was closed/;
const isUnavailable = (error: { code?: string; message: string }): boolean =>
  unavailableCodes.test(error.code ?? '') || unavailableMessages.test(error.message);

const fromFastify = (error: FastifyError): AppError | undefined => {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('too-large', say('body-too-large'));
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported-type', say('content-type'));
    default:
  }
  if (error.statusCode === 429) return new AppError('too-many-attempts', { text: error.message });
  if (error.statusCode === 503) {
    return new AppError('unavailable', say('unavailable'), { retryAfter: 5 });
  }
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('malformed-request', { text: error.message });
  }
  return undefined;
};

/** Any thrown value as the error that the client gets. */
export const toAppError = (error: Error & { code?: string }): AppError => {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return fromZod(error);
  const known = constraintError(error) ?? fromFastify(error as FastifyError);
  if (known) return known;
  if (isUnavailable(error)) {
    return new AppError('unavailable', say('unavailable'), { retryAfter: 5 });
  }
  return new AppError('internal-error', say('internal-error'));
};

/** One line for each refusal but of unknown paths: which, of whom, from where. The request's own lines say the rest. */
export const noteRefusal = (error: AppError, request: FastifyRequest): void => {
  if (error.status >= 500 || error.code === 'not-found') return;
  const user = request.actor?.id ?? null;
  request.log.info({ code: error.code, user, address: clientAddress(request) }, 'refused');
};

const answer = (error: AppError, request: FastifyRequest, reply: FastifyReply) => {
  const body: ErrorBody = {
    message: error.message,
    error: error.message,
    code: error.code,
    ...(error.errors && { errors: error.errors }),
    ...(error.said && { said: error.said }),
    ...(error.fields && {
      said_errors: mapFields(error.fields, ({ said }) => said ?? null),
    }),
    request_id: request.id,
  };
  // Fastify would close the connection of every body that it refuses, with bytes of the client still unread.
  reply.removeHeader('connection');
  if (error.status === errorStatus['request-timeout']) reply.header('connection', 'close');
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  return reply.code(error.status).type('application/json; charset=utf-8').send(body);
};

/** Headers by name, for answers that are written before any hook has run. */
type Headers = Readonly<Record<string, string>>;

/** For addresses that the router refuses (`/%zz`): Fastify has run no hook then. */
export const answerRouterError =
  (headers: Headers) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const known = toAppError(error);
    noteRefusal(known, request);
    void answer(known, request, reply.headers(headers).header('x-request-id', request.id));
  };

/** Node's statuses for a request that its parser refuses. */
const parserStatus: Record<string, [number, string, ErrorBody['code']]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'too-large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'request-timeout'],
};

/** For bytes that are no HTTP request: there is neither a request nor an answer to write it with. */
export const answerParserError =
  (headers: Headers) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [status, words, code] = parserStatus[error.code ?? ''] ?? [
      400,
      'Bad Request',
      'malformed-request' as const,
    ];
    const { text: message, said } = say('no-http-request');
    const request_id = randomUUID();
    const body = JSON.stringify({ message, error: message, code, said, request_id });
    const lines = Object.entries({
      ...headers,
      connection: 'close',
      'cache-control': 'no-store',
      'x-request-id': request_id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${words}\r\n${lines.join('')}\r\n${body}`);
  };

export const errors = fp(async (app) => {
  app.setErrorHandler((error: Error, request, reply) => {
    const known = toAppError(error);
    // The client has disconnected; this is no failure.
    const isLeft = error instanceof AskerLeft;
    if (known.status >= 500 && !isLeft) request.log.error({ err: error }, 'request failed');
    noteRefusal(known, request);
    return answer(known, request, reply);
  });
});

/** For unknown paths. */
export const notFound = (request: FastifyRequest): AppError =>
  new AppError('not-found', say('no-such-path', { method: request.method, path: request.url }));

/** Answers 404 in the same form; the web app plugin uses it for unknown paths. */
export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  answer(notFound(request), request, reply);
