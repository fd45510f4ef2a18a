// The address of a client: throttles count by it, and activity shows it.
import net from 'node:net';
import type { FastifyRequest } from 'fastify';

/** `203.0.113.7:51000` and `[2001:db8::1]:443`: some proxies write the port too, which changes with every connection. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;

/**
 * The client's address without a port. What a trusted proxy forwards and is no address (`unknown`) is replaced by the
 * connection's own.
 */
export const clientAddress = (request: Pick<FastifyRequest, 'ip' | 'socket'>): string => {
  const [, six, four] = withPort.exec(request.ip) ?? [];
  const address = six ?? four ?? request.ip;
  return net.isIP(address.replace(/%.*$/, '')) ? address : (request.socket.remoteAddress ?? '');
};
