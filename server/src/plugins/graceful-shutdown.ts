// Graceful shutdown: waits for requests under way, but not for idle connections.
import type { Socket } from 'node:net';
import fp from 'fastify-plugin';

/**
 * Closes connections for which Node's own `close` would wait until their timeout: those that a browser opened in
 * advance,
 * which count as busy before their first request, and those that become idle later.
 */
export const gracefulShutdown = fp(async (app) => {
  const open = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isClosing) app.server.closeIdleConnections();
    done();
  });
});
