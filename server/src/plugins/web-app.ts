// Serves the built console and the surveyor's page: hashed files with unlimited caching, index.html for every route of
// the single-page clients.
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import { screenAt } from '@survey/contract';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';
import { projectRoot } from '../project-root.ts';
import { answerNotFound } from './errors.ts';
import { surveyPath } from './security-headers.ts';

const builtConsole = path.join(projectRoot, 'web', 'dist');
const builtSurvey = path.join(projectRoot, 'survey', 'dist');

const isBuiltIn = (folder: string) => existsSync(path.join(folder, 'index.html'));

const staticFiles = (root: string): FastifyStaticOptions => ({
  root,
  wildcard: false,
  preCompressed: true,
  setHeaders: (reply, file) => {
    const isHashed = file.includes(`${path.sep}assets${path.sep}`);
    reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  },
});

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
    }),
  );
  const [isBuilt, isSurveyBuilt] = [isBuiltIn(builtConsole), isBuiltIn(builtSurvey)];
  if (isBuilt) {
    await app.register(fastifyStatic, staticFiles(builtConsole));
  } else {
    app.log.warn('The console is not built; run "npm run build".');
  }
  if (isSurveyBuilt) {
    await app.register(fastifyStatic, {
      ...staticFiles(builtSurvey),
      prefix: surveyPath,
      index: false,
      decorateReply: !isBuilt,
    });
    app.get(surveyPath, (request, reply) =>
      // Its service worker answers for addresses below the slash only.
      request.url.startsWith(surveyPath)
        ? reply.header('cache-control', 'no-cache').sendFile('index.html', builtSurvey)
        : reply.redirect(surveyPath, 308),
    );
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request.method, request.url, request.headers.accept)) {
      return answerNotFound(request, reply);
    }
    if (isSurveyBuilt && request.url.startsWith(surveyPath)) {
      return reply.sendFile('index.html', builtSurvey);
    }
    return isBuilt ? reply.sendFile('index.html') : answerNotFound(request, reply);
  });
});
