// A server behind a proxy that its settings do not name takes the proxy's address for everybody's: then one person's
// wrong passwords count for all. The server reports this once, in the log and to administrators.
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

export interface ForwardedAddresses {
  /** Whether a request came with forwarded addresses, which were not believed. */
  areIgnored(): boolean;
}

/** Watches the headers of requests while TRUST_PROXY is off. */
export const watchForwardedAddresses = (
  app: FastifyInstance,
  { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>,
): ForwardedAddresses => {
  let areIgnored = false;
  if (TRUST_PROXY === 0) {
    app.addHook('onRequest', async ({ headers, log }) => {
      if (areIgnored || !(headers['x-forwarded-for'] ?? headers.forwarded)) return;
      areIgnored = true;
      log.warn(
        'A request came with forwarded addresses (X-Forwarded-For). They are not believed: behind a proxy, set TRUST_PROXY.',
      );
    });
  }
  return { areIgnored: () => areIgnored };
};
