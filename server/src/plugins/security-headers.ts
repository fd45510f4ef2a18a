// Security headers of the console's pages.
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import fp from 'fastify-plugin';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config.ts';

/** Browser features that the console never uses; its position only when a person requests it on the map. */
const permissions = 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)';

/** The surveyor's page. */
export const surveyPath = '/survey/';

/** The surveyor's page takes photos and measures the place. */
const surveyPermissions = 'camera=(self), microphone=(), payment=(), usb=(), geolocation=(self)';

/** Other origins that the console may connect to and load pictures from. */
const otherOrigins = ({ API_BASE_URL, MAP_STYLE_URL, MAP_TILES_URL }: Config): string[] =>
  [API_BASE_URL, MAP_STYLE_URL, MAP_TILES_URL].flatMap((url) => (url ? [new URL(url).origin] : []));

/** Helmet's headers, computed once: they are the same for every answer and take longer than a short call. */
const madeOnce = (options: HelmetOptions): Record<string, string> => {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(options)(request, answer, (error) => {
    if (error) throw error;
  });
  const made = Object.entries(answer.getHeaders());
  return Object.fromEntries(made.map(([name, value]) => [name, String(value)]));
};

interface SecurityHeaders {
  /** Of the console's pages, calls, files and errors. */
  usual: Record<string, string>;
  /** Of the surveyor's page. */
  survey: Record<string, string>;
}

/** The headers of every answer, by the settings. */
export const securityHeadersOf = (config: Config): SecurityHeaders => {
  const others = otherOrigins(config);
  const common: HelmetOptions = {
    crossOriginResourcePolicy: { policy: 'same-site' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Only behind a proxy that speaks TLS.
    strictTransportSecurity: config.TRUST_PROXY ? { maxAge: 31_536_000 } : false,
  };
  const everywhere = {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  };
  const fromHelmet = madeOnce({
    ...common,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...everywhere,
        workerSrc: ["'self'", 'blob:'],
        // Mantine writes style attributes and its theme's variables into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...others],
        connectSrc: ["'self'", ...others],
        fontSrc: ["'self'", 'data:'],
      },
    },
  });
  const survey = {
    ...madeOnce({
      ...common,
      contentSecurityPolicy: {
        useDefaults: false,
        directives: { ...everywhere, imgSrc: ["'self'", 'blob:'] },
      },
    }),
    'permissions-policy': surveyPermissions,
  };
  return { usual: { ...fromHelmet, 'permissions-policy': permissions }, survey };
};

export const securityHeaders = fp<{ headers: SecurityHeaders }>(async (app, { headers }) => {
  // Set before the call, which may override it: photos are served to consoles of other origins too.
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(request.url.startsWith(surveyPath) ? headers.survey : headers.usual);
  });
  app.addHook('onSend', async (_request, reply) => {
    // Personal data must not be cached on a shared computer; cacheable answers set their own header.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
});
