// Headers that keep the console's pages to themselves.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fp from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config.ts';

/** What the console never asks a browser for; its own position only where a person asks on the map. */
const permissions = 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)';

/** Origins beside our own that the console may talk to and show pictures from. */
const otherOrigins = ({ API_BASE_URL, MAP_STYLE_URL, MAP_TILES_URL }: Config): string[] =>
  [API_BASE_URL, MAP_STYLE_URL, MAP_TILES_URL].flatMap((url) => (url ? [new URL(url).origin] : []));

/** Helmet's headers, which are the same for every answer: making them takes longer than a short call. */
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
    // Only where a proxy says that it speaks TLS; on plain loopback it would be a lie.
    strictTransportSecurity: config.TRUST_PROXY ? { maxAge: 31_536_000 } : false,
  });
  const headers = { ...fromHelmet, 'permissions-policy': permissions };
  // Before the call, which may say otherwise: photos go out to consoles of other origins too.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  app.addHook('onSend', async (_request, reply) => {
    // People's data must not stay on a shared computer; whoever may be kept says so.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
});
