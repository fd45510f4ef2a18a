// Long lists of pins are streamed from the database to the phone, one at a time for each session: a phone that sends
// forty requests, or reads slowly, takes no resources from the others.
import { pipeline, type Readable, Transform } from 'node:stream';
import { AppError } from '../../app-error.ts';
import { copyOut } from '../../database/copy-out.ts';
import { bearerToken } from '../../plugins/sessions.ts';
import { textLines } from '../../plugins/text-lines.ts';
import { say } from '../../say.ts';
import type { Services } from '../../services.ts';
import { joinedLines, type ListLines } from './device.queries.ts';

/** Bytes of a list that may wait in memory for its phone. Read-ahead frees the database connection earlier. */
const waitingBytes = 256 * 1024;
/** After this time without progress, in milliseconds, a new request replaces the session's stalled stream. */
const lostAfterMs = 5_000;

interface UnderWay {
  /** When the phone last took a part, in milliseconds of `performance.now()`. */
  takenAt: number;
  body: Readable | undefined;
}

/** Streams under way, by the token of their session. */
const underWay = new Map<string, UnderWay>();

/** @throws AppError too-many-attempts where the session reads a list already */
const begin = (token: string): UnderWay => {
  const earlier = underWay.get(token);
  if (earlier) {
    if (performance.now() - earlier.takenAt < lostAfterMs) {
      throw new AppError('too-many-attempts', say('list-under-way'), {
        retryAfter: lostAfterMs / 1000,
      });
    }
    earlier.body?.destroy();
  }
  const list = { takenAt: performance.now(), body: undefined };
  underWay.set(token, list);
  return list;
};

/** Batches of whole database lines, as parts of one JSON text. */
const asJson = (list: UnderWay, linkKey: Buffer): Transform => {
  // latin1: each byte of UTF-8 is one character and passes through unchanged.
  const lines = textLines('latin1');
  const join = joinedLines(linkKey);
  return new Transform({
    readableHighWaterMark: waitingBytes,
    transform: (chunk: Buffer, _encoding, done) => {
      list.takenAt = performance.now();
      done(null, Buffer.from(join(lines(chunk)), 'latin1'));
    },
  });
};

/**
 * A list as the JSON of its call, streamed. When the phone disconnects, the sender destroys the stream, which ends the
 * query and frees the session for its next list.
 * @throws AppError too-many-attempts; any error of connecting to the database
 */
export const streamList = async (
  { database, linkKey }: Pick<Services, 'database' | 'linkKey'>,
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
    const body = asJson(list, linkKey);
    list.body = body;
    body.once('close', end);
    const rows = await copyOut(database, lines, 'lines', database.phoneLists);
    pipeline(rows, body, () => undefined);
    // The phone disconnected, or a later request took over, while this one waited for a connection.
    if (socket.destroyed || underWay.get(token) !== list) body.destroy();
    return body;
  } catch (error) {
    end();
    throw error;
  }
};
