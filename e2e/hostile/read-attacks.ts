// Attacks with expensive queries.
import { calls, writeListFilter } from '@survey/contract';
import { type Attack, flood, head, hold, type Target } from './attack.ts';

/** 500 patterns of PINs, different in every request, so that no answer is cached. */
const patterns = (turn: number): string =>
  writeListFilter(
    Array.from({ length: 500 }, (_, at) =>
      String((turn * 7919 + at * 31) % 10_000).padStart(4, '0'),
    ),
  );

const get = (target: Target, path: string, query: Record<string, string> = {}) => ({
  path: `${path}?${new URLSearchParams(query)}`,
  token: target.administrator,
});

export const readAttacks: Attack[] = [
  {
    name: 'exports that nobody reads, 5 connections',
    by: 'an administrator',
    answers: [0, 200, 429, 503],
    run: (target, signal, seen) =>
      hold(target, signal, seen, {
        sockets: 5,
        begin: head(target, get(target, calls.allReportsExport.path)),
        isDeaf: true,
      }),
  },
  {
    name: '500 patterns of PINs, 12 requests at once, each left after 3 s',
    by: 'an administrator',
    answers: [0, 200, 422, 429, 503],
    run: (target, signal, seen) =>
      flood(target, signal, seen, 12, (turn) => ({
        ...get(target, calls.allReports.path, { pin: patterns(turn) }),
        leaves: 3000,
      })),
  },
  {
    name: 'counts of selections, 40 at once',
    by: 'an administrator',
    answers: [0, 200, 429, 503],
    run: (target, signal, seen) =>
      flood(target, signal, seen, 40, (turn) => ({
        path: calls.countSelection.path,
        method: 'POST',
        token: target.administrator,
        body: Buffer.from(JSON.stringify({ filters: { land_area: `${turn % 500}-100000` } })),
      })),
  },
  {
    name: 'filtered tiles of the map, 200 at once',
    by: 'an administrator',
    answers: [0, 200, 429, 503],
    run: (target, signal, seen) =>
      flood(target, signal, seen, 200 * target.scale, (turn) => {
        const zoom = 3 + (turn % 8);
        const at = (share: number) => Math.floor(2 ** zoom * share);
        const tile = `/api/map/tiles/${zoom}/${at(0.7)}/${at(0.4)}`;
        return get(target, tile, { land_area: `${turn % 500}-100000` });
      }),
  },
  {
    name: 'whole lists of a phone, 40 at once',
    by: 'a phone',
    answers: [0, 200, 429, 503],
    run: (target, signal, seen) =>
      flood(target, signal, seen, 40, () => ({
        path: calls.devicePins.path,
        token: target.phone,
      })),
  },
  {
    name: 'all reports as JSON, 3 at once',
    by: 'an administrator',
    answers: [0, 200, 429, 503],
    run: (target, signal, seen) =>
      flood(target, signal, seen, 3, () => get(target, calls.allReportsNoPagination.path)),
  },
  {
    name: 'live streams, 100 connections',
    by: 'an administrator',
    answers: [0, 200, 429, 503],
    run: (target, signal, seen) =>
      hold(target, signal, seen, {
        sockets: 100 * target.scale,
        begin: head(target, get(target, calls.live.path)),
      }),
  },
];
