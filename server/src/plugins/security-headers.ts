// Headers that keep the console's pages to themselves.
import helmet from '@fastify/helmet';
import fp from 'fastify-plugin';
import type { Config } from '../config.ts';

/** What the console never asks a browser for; its own position only where a person asks on the map. */
const permissions = 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)';

/** Origins beside our own that the console may talk to and show pictures from. */
const otherOrigins = ({ API_BASE_URL, MAP_STYLE_URL, MAP_TILES_URL }: Config): string[] =>
  [API_BASE_URL, MAP_STYLE_URL, MAP_TILES_URL].flatMap((url) => (url ? [new URL(url).origin] : []));

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
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Only where a proxy says that it speaks TLS; on plain loopback it would be a lie.
    strictTransportSecurity: config.TRUST_PROXY ? { maxAge: 31_536_000 } : false,
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', permissions);
    // People's data must not stay on a shared computer; whoever may be kept says so.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
});
