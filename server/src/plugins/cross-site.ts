// Sign-ins that another site's page makes in a visitor's browser: they would count against the visitor's network.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import { say } from '../say.ts';

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined;

/**
 * Refuses what a browser says comes from a page of another origin than this server's and those of CORS_ORIGINS. Other
 * clients say neither.
 * @throws AppError cross-site
 */
export const refuseCrossSite = (
  request: FastifyRequest,
  { CORS_ORIGINS }: Pick<Config, 'CORS_ORIGINS'>,
): void => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && CORS_ORIGINS.includes(origin)) return;
  // Browsers send Sec-Fetch-Site to https and loopback only; over plain HTTP the origin's host has to do.
  const isOwn =
    site === undefined
      ? origin === undefined || hostOf(origin) === request.host
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw new AppError('cross-site', say('cross-site'));
};
