// Tiles of the server's PMTiles file, read by ranges in the session's name. Fetched with the map where there is such a file.
import { calls } from '@survey/contract';
import { PMTiles, Protocol, type Source } from 'pmtiles';
import { download } from '../api/client.ts';
import type { MapLibrary } from './map-library.ts';

const scheme = 'pmtiles';

let protocol: Protocol | undefined;

/** Bytes of the file. A proxy that answers a range with the whole file is stopped at once. */
const sourceOf = (version: string): Source => ({
  getKey: () => version,
  getBytes: async (offset, length, signal) => {
    const leave = new AbortController();
    const bytes = await download(
      calls.mapArchive,
      { query: { version } },
      {
        signal: signal ? AbortSignal.any([signal, leave.signal]) : leave.signal,
        range: { offset, length },
        onStart: (headers) => {
          if (Number(headers.get('content-length')) <= length) return;
          leave.abort();
          throw new Error('the range was answered with more than was asked for');
        },
      },
    );
    return { data: await bytes.arrayBuffer() };
  },
});

/** Makes the addresses of `archiveTiles` known to MapLibre. */
export const openArchive = ({ addProtocol }: MapLibrary, version: string): void => {
  if (!protocol) {
    protocol = new Protocol();
    addProtocol(scheme, protocol.tile);
  }
  if (!protocol.get(version)) protocol.add(new PMTiles(sourceOf(version)));
};
