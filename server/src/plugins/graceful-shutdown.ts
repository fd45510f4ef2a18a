// The end of a server waits for requests that are under way, and for no connection that is only held open.
import type { Socket } from 'node:net';
import fp from 'fastify-plugin';

/**
 * Closes what Node, once told to close, would wait for until it times out: connections that a browser opened ahead of
 * need, which count as busy before their first request, and those that become idle later.
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
