// Lenient parsing of requests by other clients: no body under a JSON content type, forms instead of JSON,
// lists as `name[]=a&name[]=b`.
import { parse } from 'node:querystring';
import { limits } from '@survey/contract';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { say } from '../say.ts';
import { isDeeperThan } from './json-depth.ts';

/** Reads a query string or a form; a name written `name[]` or several times is a list. */
export const readPairs = (text: string): Record<string, unknown> => {
  const pairs = new Map<string, string | string[]>();
  for (const [written, value = ''] of Object.entries(parse(text))) {
    const isList = written.endsWith('[]');
    const name = isList ? written.slice(0, -2) : written;
    const earlier = pairs.get(name) ?? [];
    const values = [earlier, value].flat();
    pairs.set(name, isList || values.length > 1 ? values : value);
  }
  return Object.fromEntries(pairs);
};

const tooDeep = () =>
  new AppError('malformed-request', say('body-too-deep', { most: limits.bodyDepth }));

export const lenientParsing = fp(async (app: FastifyInstance) => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // spec 7: the logout call has JSON content type and no payload.
    if (body === '') done(null, undefined);
    else if (isDeeperThan(body as string, limits.bodyDepth)) done(tooDeep());
    else parseJson(request, body as string, done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, readPairs(body as string)),
  );
});
