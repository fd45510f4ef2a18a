import type { FastifyRequest } from 'fastify';

/** Where this server is, as the client of a request reached it: `https://survey.example.org`. */
export const originOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string =>
  `${protocol}://${host}`;
