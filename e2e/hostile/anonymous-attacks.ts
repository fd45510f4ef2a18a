// Attacks without a session.
import { brotliCompressSync } from 'node:zlib';
import { type Attack, flood, head, hold } from './attack.ts';

const brackets = brotliCompressSync(Buffer.alloc(1_000_000, '['));

export const anonymousAttacks: Attack[] = [
  {
    name: 'brotli bodies that unfold to a million brackets, 100 connections',
    by: 'nobody signed in',
    answers: [0, 401, 415],
    isRefused: true,
    run: (target, signal, seen) =>
      flood(target, signal, seen, 100 * target.scale, (turn) => ({
        path: turn % 2 ? '/api/change-pin-status' : '/api/login',
        method: 'POST',
        headers: { 'content-encoding': 'br', 'content-type': 'application/json' },
        body: brackets,
      })),
  },
  {
    name: 'probes of /health/ready, 100 connections',
    by: 'nobody signed in',
    answers: [200, 503],
    run: (target, signal, seen) =>
      flood(target, signal, seen, 100 * target.scale, () => ({ path: '/health/ready' })),
  },
  {
    name: 'headers that never end, 500 connections',
    by: 'nobody signed in',
    answers: [0, 400, 408],
    run: (target, signal, seen) =>
      hold(target, signal, seen, {
        sockets: 500 * target.scale,
        begin: head(target, { path: '/api/login', method: 'POST' }).slice(0, -2),
        more: 'x-more: 1\r\n',
      }),
  },
];
