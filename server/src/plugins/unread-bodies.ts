// Refuses requests before their body is read, and handles the rest of the body (ADR 39).
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { limits } from '@survey/contract';
import type { FastifyRequest, preParsingHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../app-error.ts';
import { say } from '../say.ts';
import { notFound } from './errors.ts';

/** A lingering close, as in nginx: limits of time, silence and bytes for the rest of a body. */
const lingerMs = 30_000;
const silentMs = 5_000;
const lingerBytes = limits.uploadBodyBytes;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Reads and discards the rest of an answered request, so that its client can read the answer: a client that is cut
 * off while writing loses received bytes. Slow clients are cut off.
 */
const linger = (body: IncomingMessage): void => {
  const { socket } = body;
  const began = Date.now();
  const mostRead = socket.bytesRead + lingerBytes;
  let [lastByteAt, bytesRead] = [began, socket.bytesRead];
  body.resume();
  // Node yields nothing of a body after the answer: only the socket tells whether more arrives.
  const looking = setInterval(() => {
    const now = Date.now();
    if (socket.bytesRead > bytesRead) [lastByteAt, bytesRead] = [now, socket.bytesRead];
    if (body.complete && !socket.writableEnded) return clearInterval(looking);
    const isTooSlow = now - lastByteAt > silentMs || now - began > lingerMs;
    if (body.complete || isTooSlow || bytesRead > mostRead) socket.destroy();
    if (socket.destroyed) clearInterval(looking);
  }, 500).unref();
};

/** Aborts a body that has to be read whole and does not arrive in time. */
export const bodyDeadline: preParsingHookHandler = (request, reply, _payload, done) => {
  const { raw } = request;
  if (raw.complete === false) {
    const giveUp = () => reply.send(new AppError('request-timeout', say('body-too-slow')));
    const timer = setTimeout(giveUp, limits.bodyWithinMs).unref();
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  }
  done();
};

/**
 * Refuses encoded bodies and bodies of unknown paths before they are read, and drains unread bodies of any request
 * within limits.
 */
export const unreadBodies = fp(async (app) => {
  app.addHook('onRequest', async (request) => {
    if (!hasBody(request)) return;
    if (request.is404) throw notFound(request);
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (!/^(identity)?$/i.test(encoding.trim())) {
      throw new AppError('unsupported-type', say('body-encoded'));
    }
  });
  app.addHook('onSend', async ({ raw }) => {
    // Node would close such a connection at once, with bytes of the client still unread.
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
