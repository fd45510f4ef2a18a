// Serves the built console: hashed files with unlimited caching, index.html for every route of the single-page client.
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { screenAt } from '@survey/contract';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { projectRoot } from '../project-root.ts';
import { answerNotFound } from './errors.ts';

const builtConsole = path.join(projectRoot, 'web', 'dist');

const ofServer = /^\/(api|storage|health|assets)(\/|$)/;

/**
 * Whether a request without a route gets the console: a browser for any address, which the console then calls unknown;
 * monitors and link checkers, which accept anything, for the address of a screen.
 */
export const isPage = (method: string, url: string, accept = '*/*'): boolean => {
  if (!['GET', 'HEAD'].includes(method) || ofServer.test(url)) return false;
  if (accept.includes('text/html')) return true;
  const [path = ''] = url.split('?');
  return accept.includes('*/*') && screenAt(path) !== undefined;
};

export const webApp = fp<{ config: Config }>(async (app, { config }) => {
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({
      apiBaseUrl: config.API_BASE_URL ?? '',
      mapsUrl: config.MAPS_URL ?? null,
      subreportUsernames: config.SUBREPORT_USERNAMES,
    }),
  );
  const isBuilt = existsSync(path.join(builtConsole, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: builtConsole,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  } else {
    app.log.warn('The console is not built; run "npm run build".');
  }
  app.setNotFoundHandler((request, reply) => {
    return isBuilt && isPage(request.method, request.url, request.headers.accept)
      ? reply.sendFile('index.html')
      : answerNotFound(request, reply);
  });
});
