import type { FastifyRequest } from 'fastify';

/** The address by which a client reached this server, such as `https://survey.example.org`. */
export const originOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string =>
  `${protocol}://${host}`;
