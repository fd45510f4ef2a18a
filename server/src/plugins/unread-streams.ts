// Ends streams whose reader has stalled: they hold a connection to the database and its snapshot.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Closes the connection of a client that reads nothing of a stream for this long; the stream and its source are
 * destroyed with it. While no bytes wait to be sent, the client may wait without limit.
 * @returns the stream to be sent: an empty one for HEAD requests
 */
export const endIfUnread = (
  { raw, request }: FastifyReply,
  body: Readable,
  patienceSeconds: number,
): Readable => {
  if (request.method === 'HEAD') {
    body.destroy();
    return Readable.from([]);
  }
  const patienceMs = patienceSeconds * 1000;
  // Node's own timer: restarted with every byte that the system accepts for the client.
  raw.setTimeout(patienceMs, () => {
    const { socket } = raw;
    if (!socket || socket.writableLength === 0) {
      socket?.setTimeout(patienceMs);
      return;
    }
    request.log.warn({ seconds: patienceSeconds }, 'nobody reads the answer: it was ended');
    socket.destroy();
  });
  return body;
};
