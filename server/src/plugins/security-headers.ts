// Headers that keep the console's pages to themselves.
import helmet from '@fastify/helmet';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';

/** Origins beside our own that the console may talk to and show pictures from. */
const otherOrigins = ({ API_BASE_URL }: Config): string[] =>
  API_BASE_URL ? [new URL(API_BASE_URL).origin] : [];

export const securityHeaders = fp<{ config: Config }>(async (app, { config }) => {
  const others = otherOrigins(config);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        // Mantine writes style attributes and its theme's variables into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...others],
        connectSrc: ["'self'", ...others],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'no-referrer' },
    // Only where a proxy says that it speaks TLS; on plain loopback it would be a lie.
    strictTransportSecurity: config.TRUST_PROXY ? { maxAge: 31_536_000 } : false,
  });
});
