// Long lists of pins go from the database to the phone as they are read: one at a time for a session, so that a phone
// which asks forty times, or reads slowly, takes nothing from the others.
import { pipeline, type Readable, Transform } from 'node:stream';
import { AppError } from '../../app-error.ts';
import { copyOut } from '../../database/copy-out.ts';
import { bearerToken } from '../../plugins/sessions.ts';
import type { Services } from '../../services.ts';
import { textLines } from '../exports/text-lines.ts';
import { joinedLines, type ListLines } from './device.queries.ts';

/** What of a list may wait in memory for its phone, in bytes; so much is read ahead, and the connection free earlier. */
const waitingBytes = 256 * 1024;
/** A phone that took nothing of its list for so long, and asks again, has lost the first answer on the way. */
const lostAfterMs = 5_000;

interface UnderWay {
  /** When the phone last took a part, as milliseconds of `performance.now()`. */
  takenAt: number;
  body: Readable | undefined;
}

/** Lists under way by the token of their session. */
const underWay = new Map<string, UnderWay>();

/** @throws AppError too-many-attempts where the session's phone reads a list already */
const begin = (token: string): UnderWay => {
  const earlier = underWay.get(token);
  if (earlier) {
    if (performance.now() - earlier.takenAt < lostAfterMs) {
      throw new AppError(
        'too-many-attempts',
        'Your list of pins is on its way already. Please try again in a moment.',
        { retryAfter: lostAfterMs / 1000 },
      );
    }
    earlier.body?.destroy();
  }
  const list = { takenAt: performance.now(), body: undefined };
  underWay.set(token, list);
  return list;
};

/** Whole lines of the database as parts of one JSON text. */
const asJson = (list: UnderWay): Transform => {
  // UTF-8 passes through as it is, a character for each byte.
  const lines = textLines('latin1');
  const join = joinedLines();
  return new Transform({
    readableHighWaterMark: waitingBytes,
    transform: (chunk: Buffer, _encoding, done) => {
      list.takenAt = performance.now();
      done(null, Buffer.from(join(lines(chunk)), 'latin1'));
    },
  });
};

/**
 * A list as the JSON of its call, read while it is sent. When the phone leaves, the stream is destroyed by whoever
 * sends it, its query ends, and the next one may begin.
 * @throws AppError too-many-attempts; whatever fails where no connection is to be had
 */
export const streamList = async (
  { database }: Pick<Services, 'database'>,
  {
    headers,
    socket,
  }: { headers: { authorization?: string | undefined }; socket: { destroyed: boolean } },
  lines: ListLines,
): Promise<Readable> => {
  const token = bearerToken(headers.authorization) ?? '';
  const list = begin(token);
  const end = () => {
    if (underWay.get(token) === list) underWay.delete(token);
  };
  try {
    const body = asJson(list);
    list.body = body;
    body.once('close', end);
    const rows = await copyOut(database, lines, 'lines', database.phoneLists);
    pipeline(rows, body, () => undefined);
    // Left while the connection was waited for, or given up for a later request: nobody will read it.
    if (socket.destroyed || underWay.get(token) !== list) body.destroy();
    return body;
  } catch (error) {
    end();
    throw error;
  }
};
