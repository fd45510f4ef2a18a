// One JSON line an event on standard output; tokens and passwords never in it.
import { randomUUID } from 'node:crypto';
import type { FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';

export const loggingOptions = (
  config: Config,
): Pick<FastifyServerOptions, 'logger' | 'genReqId'> => ({
  logger: {
    level: config.LOG_LEVEL,
    redact: ['req.headers.authorization', 'body.password'],
    serializers: {
      // Query strings carry photo signatures: the path alone is enough to find a request.
      req: (request) => ({ method: request.method, path: request.url?.split('?')[0] }),
    },
  },
  genReqId: () => randomUUID(),
});
