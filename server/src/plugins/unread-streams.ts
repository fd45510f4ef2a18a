// Streams whose reader takes nothing any more hold a connection to the database and its snapshot: they are ended.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Closes the connection of a client that takes nothing of a stream for so long; the stream is destroyed with it,
 * and whatever feeds it ends. While nothing waits to be taken, the client may wait as long as it likes.
 * @returns the stream to be sent: an empty one where only the head of the answer is asked for
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
  // Node's own timer: begun anew with every byte that the system takes for the client.
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
