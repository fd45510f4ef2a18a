// Long lists of pins are streamed from the database to the phone, one at a time for each phone: a phone that sends
// forty requests, or reads slowly, takes no resources from the others.
import { pipeline, type Readable, Transform } from 'node:stream';
import { AppError } from '../../app-error.ts';
import { copyOut } from '../../database/copy-out.ts';
import { textLines } from '../../plugins/text-lines.ts';
import { say } from '../../say.ts';
import type { Services } from '../../services.ts';
import { joinedLines, type ListLines } from './device.queries.ts';

/** Bytes of a list that may wait in memory for its phone. Read-ahead frees the database connection earlier. */
const waitingBytes = 256 * 1024;
/** After this time without progress, in milliseconds, a new request replaces the phone's stalled stream. */
const lostAfterMs = 5_000;

interface UnderWay {
  /** When the phone last took a part, in milliseconds of `performance.now()`. */
  takenAt: number;
  body: Readable | undefined;
}

/** Streams under way, by the `Authorization` header of their phone. */
const underWay = new Map<string, UnderWay>();

/** @throws AppError too-many-attempts where the phone reads a list already */
const begin = (phone: string): UnderWay => {
  const earlier = underWay.get(phone);
  if (earlier) {
    if (performance.now() - earlier.takenAt < lostAfterMs) {
      throw new AppError('too-many-attempts', say('list-under-way'), {
        retryAfter: lostAfterMs / 1000,
      });
    }
    earlier.body?.destroy();
  }
  const list = { takenAt: performance.now(), body: undefined };
  underWay.set(phone, list);
  return list;
};

/** Turns bytes of database lines into bytes of the answer. */
type Rewrite = (chunk: Buffer) => Buffer;

/** Lines as parts of one JSON text. */
const asJson = (linkKey: Buffer): Rewrite => {
  // latin1: each byte of UTF-8 is one character and passes through unchanged.
  const lines = textLines('latin1');
  const join = joinedLines(linkKey);
  return (chunk) => Buffer.from(join(lines(chunk)), 'latin1');
};

/** Lines as they are: a file. */
export const asFile: Rewrite = (chunk) => chunk;

const rewriting = (list: UnderWay, rewrite: Rewrite): Transform =>
  new Transform({
    readableHighWaterMark: waitingBytes,
    transform: (chunk: Buffer, _encoding, done) => {
      list.takenAt = performance.now();
      done(null, rewrite(chunk));
    },
  });

/**
 * A list, streamed; as the JSON of its call where nothing else is said. When the phone disconnects, the sender destroys
 * the stream, which ends the query and frees the phone for its next list.
 * @throws AppError too-many-attempts; any error of connecting to the database
 */
export const streamList = async (
  { database, linkKey }: Pick<Services, 'database' | 'linkKey'>,
  {
    headers,
    socket,
  }: { headers: { authorization?: string | undefined }; socket: { destroyed: boolean } },
  lines: ListLines,
  rewrite: Rewrite = asJson(linkKey),
): Promise<Readable> => {
  const phone = headers.authorization ?? '';
  const list = begin(phone);
  const end = () => {
    if (underWay.get(phone) === list) underWay.delete(phone);
  };
  try {
    const body = rewriting(list, rewrite);
    list.body = body;
    body.once('close', end);
    const rows = await copyOut(database, lines, 'lines', database.phoneLists);
    pipeline(rows, body, () => undefined);
    // The phone disconnected, or a later request took over, while this one waited for a connection.
    if (socket.destroyed || underWay.get(phone) !== list) body.destroy();
    return body;
  } catch (error) {
    end();
    throw error;
  }
};
