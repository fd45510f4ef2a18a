// What is refused before its body is read, and what becomes of the body then (ADR 39).
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { errorMessages, limits } from '@survey/contract';
import type { FastifyRequest, preParsingHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { notFound } from './errors.ts';

/** A lingering close, as nginx does it: how long the rest of a body may take and be silent, and its bytes. */
const lingerMs = 30_000;
const silentMs = 5_000;
const lingerBytes = limits.uploadBodyBytes;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Lets the rest of an answered request come and forgets it, so that its client gets to read the answer: who is cut
 * off while writing loses what has come. Whoever takes too long is cut off.
 */
const linger = (body: IncomingMessage): void => {
  const { socket } = body;
  const began = Date.now();
  const mostRead = socket.bytesRead + lingerBytes;
  let [lastByteAt, bytesRead] = [began, socket.bytesRead];
  body.resume();
  // Node gives out nothing of a body once it is answered: only the socket tells whether more comes.
  const looking = setInterval(() => {
    const now = Date.now();
    if (socket.bytesRead > bytesRead) [lastByteAt, bytesRead] = [now, socket.bytesRead];
    if (body.complete && !socket.writableEnded) return clearInterval(looking);
    const isTooSlow = now - lastByteAt > silentMs || now - began > lingerMs;
    if (body.complete || isTooSlow || bytesRead > mostRead) socket.destroy();
    if (socket.destroyed) clearInterval(looking);
  }, 500).unref();
};

/** Gives up on a body that is read whole and does not come in time. */
export const bodyDeadline: preParsingHookHandler = (request, reply, _payload, done) => {
  const { raw } = request;
  if (raw.complete === false) {
    const giveUp = () => reply.send(new AppError('request-timeout', errorMessages.bodyTooSlow));
    const timer = setTimeout(giveUp, limits.bodyWithinMs).unref();
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  }
  done();
};

/**
 * Refuses bodies that are encoded and bodies for paths that are none, before anything is read of them, and lets
 * what was left unread of any request run out within bounds.
 */
export const unreadBodies = fp(async (app) => {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return;
    if (request.is404) throw notFound(request);
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (!/^(identity)?$/i.test(encoding.trim())) {
      throw new AppError('unsupported-type', 'Encoded bodies are not accepted: send it as it is.');
    }
  });
  app.addHook('onSend', async ({ raw }) => {
    // Node would close the connection of a client that keeps none at once, with what it still sends unread.
    if (raw.complete !== false) return;
    const { socket } = raw;
    socket.destroySoon = () =>
      raw.complete ? Socket.prototype.destroySoon.call(socket) : socket.end();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.raw.complete === false) linger(request.raw);
    done();
  });
});
