// Attacks of an administrator with uploads.
import { gzipSync } from 'node:zlib';
import { type Attack, flood, head, hold } from './attack.ts';

const path = '/api/store-records';
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ Circle: 'Hostile', Pin: String(at) }));

export const uploadAttacks: Attack[] = [
  {
    name: 'sheets in gzip, 3 connections',
    by: 'an administrator',
    answers: [0, 415, 429],
    isRefused: true,
    run: (target, signal, seen) => {
      const body = gzipSync(JSON.stringify({ records: rows(1000) }));
      return flood(target, signal, seen, 3, () => ({
        path,
        method: 'POST',
        token: target.administrator,
        headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
        body,
      }));
    },
  },
  {
    name: '{"a":[], 145 000 times, 3 connections',
    by: 'an administrator',
    answers: [0, 400, 413, 422, 429],
    isRefused: true,
    run: (target, signal, seen) => {
      const times = Math.round(145_000 * target.scale);
      const bodies = [
        Buffer.from(`{${'"a":[],'.repeat(times)}"records":[]}`),
        Buffer.from('{"a":[],'.repeat(times)),
      ];
      return flood(target, signal, seen, 3, (turn) => ({
        path,
        method: 'POST',
        token: target.administrator,
        body: bodies[turn % 2] as Buffer,
      }));
    },
  },
  {
    name: 'one row of 15 MB, 2 connections',
    by: 'an administrator',
    answers: [0, 413, 422, 429],
    isRefused: true,
    run: (target, signal, seen) => {
      const cells = Array.from(
        { length: Math.round(1_150_000 * target.scale) },
        (_, at) => `"c${at}":"x"`,
      );
      const body = Buffer.from(`{"records":[{"Circle":"Hostile","Pin":"1",${cells.join()}}]}`);
      return flood(target, signal, seen, 2, () => ({
        path,
        method: 'POST',
        token: target.administrator,
        body,
      }));
    },
  },
  {
    name: 'uploads that trickle, 20 connections',
    by: 'an administrator',
    answers: [0, 400, 408, 422, 429],
    run: (target, signal, seen) =>
      hold(target, signal, seen, {
        sockets: 20 * target.scale,
        begin: `${head(target, {
          path,
          method: 'POST',
          token: target.administrator,
          headers: { 'content-type': 'application/json', 'content-length': 1_000_000 },
        })}{"records":[${JSON.stringify(rows(1)[0])},`,
        more: ' ',
      }),
  },
];
