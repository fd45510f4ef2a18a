// Security headers of the console's pages.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fp from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config.ts';

/** Browser features that the console never uses; its position only when a person requests it on the map. */
const permissions = 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)';

/** Other origins that the console may connect to and load pictures from. */
const otherOrigins = ({ API_BASE_URL, MAP_STYLE_URL, MAP_TILES_URL }: Config): string[] =>
  [API_BASE_URL, MAP_STYLE_URL, MAP_TILES_URL].flatMap((url) => (url ? [new URL(url).origin] : []));

/** Helmet's headers, computed once: they are the same for every answer and take longer than a short call. */
const madeOnce = (options: HelmetOptions) => {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(options)(request, answer, (error) => {
    if (error) throw error;
  });
  return answer.getHeaders();
};

export const securityHeaders = fp<{ config: Config }>(async (app, { config }) => {
  const others = otherOrigins(config);
  const fromHelmet = madeOnce({
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
    // Only behind a proxy that speaks TLS.
    strictTransportSecurity: config.TRUST_PROXY ? { maxAge: 31_536_000 } : false,
  });
  const headers = { ...fromHelmet, 'permissions-policy': permissions };
  // Set before the call, which may override it: photos are served to consoles of other origins too.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  app.addHook('onSend', async (_request, reply) => {
    // Personal data must not be cached on a shared computer; cacheable answers set their own header.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
});
