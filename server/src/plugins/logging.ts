// One JSON line an event on standard output, without tokens and passwords. Every line of a request and
// every answer carry the request's id.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyServerOptions } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';

export const requestIdHeader = 'x-request-id';

/** Allowed form of a proxy's id: nothing that could break out of a log line or a page. */
const wellFormed = /^[\w.:-]{8,100}$/;

/** The id of a trusted proxy, else our own. */
const requestId = (config: Config, request: IncomingMessage): string => {
  const given = request.headers[requestIdHeader];
  const isTaken = config.TRUST_PROXY && typeof given === 'string' && wellFormed.test(given);
  return isTaken ? given : randomUUID();
};

export const loggingOptions = (
  config: Config,
): Pick<FastifyServerOptions, 'logger' | 'genReqId'> => ({
  logger: {
    level: config.LOG_LEVEL,
    redact: ['req.headers.authorization', 'body.password'],
    serializers: {
      // Query strings contain photo signatures: the path alone identifies a request.
      req: (request) => ({ method: request.method, path: request.url?.split('?')[0] }),
    },
  },
  genReqId: (request) => requestId(config, request as IncomingMessage),
});

/** Puts the request's id into every answer. */
export const requestIds = fp(async (app) => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
  });
});
