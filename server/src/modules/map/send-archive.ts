// Sends the file of the base map, whole or by ranges.
import path from 'node:path';
import { send } from '@fastify/send';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../app-error.ts';
import type { Streamed } from '../../plugins/calls.ts';
import { say } from '../../say.ts';
import type { MapArchive } from './map-archive.ts';

/** Most bytes of one range: far more than a reader asks for a tile or a directory. */
const rangeMost = 16 * 1024 * 1024;
/**
 * The address contains the file's version, so it may be cached; only by the browser, which clears its cache at
 * sign-out.
 */
const keptSeconds = 24 * 3600;

const status = { whole: 200, part: 206, notSatisfiable: 416 };

/**
 * @param version of the file that the reader began to read: parts of two files must not be mixed
 * @throws AppError not-found, conflict (another version), range-not-satisfiable
 */
export const sendArchive = async (
  { file, state }: MapArchive,
  request: FastifyRequest,
  version: string,
): Promise<Streamed> => {
  const { archive } = await state();
  if (!archive || file === undefined) throw new AppError('not-found', say('no-base-map'));
  if (archive.version !== version) throw new AppError('conflict', say('base-map-changed'));
  const { statusCode, headers, stream } = await send(
    request.raw,
    `/${encodeURIComponent(path.basename(file))}`,
    {
      root: path.dirname(file),
      dotfiles: 'allow',
      index: false,
      cacheControl: false,
      contentType: false,
      etag: false,
      lastModified: false,
      maxContentRangeChunkSize: rangeMost,
    },
  );
  if (statusCode !== status.whole && statusCode !== status.part) stream.destroy();
  if (statusCode === status.notSatisfiable) {
    throw new AppError('range-not-satisfiable', say('base-map-range'));
  }
  if (statusCode !== status.whole && statusCode !== status.part) {
    throw new AppError('not-found', say('no-base-map'));
  }
  return {
    status: statusCode,
    type: 'application/vnd.pmtiles',
    body: stream,
    headers: { ...headers, 'cache-control': `private, max-age=${keptSeconds}` },
  };
};
