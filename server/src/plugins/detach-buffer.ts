// Memory of large chunks that is given back at once. The chunks of a body or of an export are not V8's memory: it counts
// them, and collects all its garbage again and again because of chunks that nobody has any more (ADR 31).
import { IncomingMessage } from 'node:http';
import { MessageChannel } from 'node:worker_threads';

/** What is sent to a port that is closed is taken from who sends it, and is gone. */
const { port1: nowhere, port2: otherEnd } = new MessageChannel();
otherEnd.close();

/** Whether the chunks of a body are its reader's own: those of a request that came over the network are. */
export const ownsItsChunks = (body: unknown): boolean => body instanceof IncomingMessage;

/** Gives the memory of a chunk back; it and all that was cut from it is empty afterwards. */
export const detachBuffer = ({ buffer, byteLength }: Buffer): void => {
  // Small ones share their memory with others.
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength > 0)
    nowhere.postMessage(undefined, [buffer]);
};
