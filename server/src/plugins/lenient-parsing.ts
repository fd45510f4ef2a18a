// Lenient parsing of requests by other clients: no body under a JSON content type, forms instead of JSON,
// lists as `name[]=a&name[]=b`.
import { parse } from 'node:querystring';
import { limits } from '@survey/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError, fieldError } from '../app-error.ts';
import { say } from '../say.ts';
import { charsetOf, decodeText } from './body-text.ts';
import { isDeeperThan } from './json-depth.ts';

/** Reads a query string or a form; a name written `name[]` or several times is a list. */
export const readPairs = (text: string): Record<string, unknown> => {
  const pairs = new Map<string, string | string[]>();
  // All of them: a filter that is left out would answer other rows. An address has 16 kB at most.
  for (const [written, value = ''] of Object.entries(parse(text, '&', '=', { maxKeys: 0 }))) {
    const isList = written.endsWith('[]');
    const name = isList ? written.slice(0, -2) : written;
    const earlier = pairs.get(name) ?? [];
    const values = [earlier, value].flat();
    pairs.set(name, isList || values.length > 1 ? values : value);
  }
  return Object.fromEntries(pairs);
};

/** Fields of a form. */
const mostPairs = 10_000;
const tooManyPairs = () =>
  new AppError('malformed-request', say('query-too-long', { most: mostPairs }));

const textOf = (request: FastifyRequest, body: Buffer): string | AppError => {
  try {
    return decodeText(body, charsetOf(request.headers['content-type']));
  } catch (error) {
    return error as AppError;
  }
};

/** Where a value has a text with an unpaired surrogate, which no database stores; undefined where it has none. */
const halfCharacterAt = (value: unknown, path: string[] = []): string | undefined => {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : path.join('.') || 'body';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    if (!name.isWellFormed()) return [...path, name.toWellFormed()].join('.');
    const found = halfCharacterAt(part, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
};

const tooDeep = () =>
  new AppError('malformed-request', say('body-too-deep', { most: limits.bodyDepth }));

export const lenientParsing = fp(async (app: FastifyInstance) => {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = textOf(request, body as Buffer);
    // spec 7: the logout call has JSON content type and no payload.
    if (text instanceof AppError) done(text);
    else if (text === '') done(null, undefined);
    else if (isDeeperThan(text, limits.bodyDepth)) done(tooDeep());
    else {
      parseJson(request, text, (error, value?: unknown) => {
        // Only an escape can write half a character.
        const broken = !error && /\\u[dD]/.test(text) ? halfCharacterAt(value) : undefined;
        if (error) done(error);
        else if (broken === undefined) done(null, value);
        else done(fieldError({ [broken]: [say('half-character')] }));
      });
    }
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const text = textOf(request, body as Buffer);
      if (text instanceof AppError) done(text);
      else if (text.split('&', mostPairs + 1).length > mostPairs) done(tooManyPairs());
      else done(null, readPairs(text));
    },
  );
});
