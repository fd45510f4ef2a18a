// Reads the long list in a JSON body row by row, as it arrives: a body of 256 MB is never in memory as
// a whole, and other requests are answered between its chunks. Only the borders between rows are searched for
// here, JSON.parse makes the rows (ADR 10).
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { limits } from '@survey/contract';
import { AppError, fieldError } from '../app-error.ts';
import { say } from '../say.ts';
import { chunksOf, type Patience } from './body-chunks.ts';
import { RowSplitter } from './row-splitter.ts';

export interface JsonRowsSettings {
  /** Name of the list in the body. */
  rowsIn: string;
  /** Largest body in bytes. */
  bodyLimit?: number;
  patience?: Partial<Patience>;
}

/** A batch of rows, unchecked; `first` is the position of the first row in the list, from 0. */
export interface RowBatch {
  first: number;
  rows: unknown[];
  /**
   * No text in the rows contains anything that JSON escapes: quotes, backslashes, control characters, NUL,
   * unpaired surrogates. This is nearly always true and allows a faster way of writing them to COPY.
   */
  isPlain: boolean;
}

/** Bytes parsed at once: under a millisecond of work, so that other requests do not wait. */
const sliceBytes = 16 * 1024;

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;

const tooLarge = (maxBytes: number): AppError =>
  new AppError(
    'too-large',
    say('upload-too-large', {
      rows: limits.uploadRows.toLocaleString('en'),
      size: megabytes(maxBytes),
    }),
  );

const malformed = (reason: string): AppError =>
  new AppError('malformed-request', say('json-broken', { reason }));

const parseRows = (text: string, first: number): unknown[] => {
  try {
    return JSON.parse(`[${text}]`) as unknown[];
  } catch {
    throw malformed(`it breaks in or after the list's item ${first + 1}.`);
  }
};

/** UTF-8's byte order mark, which some programs write before JSON. */
const byteOrderMark = /^\u00ef\u00bb\u00bf/;

const checkEnvelope = (text: string, list: string): void => {
  let envelope: unknown;
  try {
    envelope = JSON.parse(text.replace(byteOrderMark, ''));
  } catch {
    throw malformed('it is broken or incomplete.');
  }
  const given = (envelope as Record<string, unknown> | null)?.[list];
  if (!Array.isArray(given)) throw fieldError({ [list]: [say('list')] });
  if (given.length > 0) throw malformed(`"${list}" stands in it twice.`);
};

/**
 * The same bytes, of which the first ones up to this number are buffered.
 * @param onGathered called before the first of them is yielded
 */
async function* gathered(
  chunks: AsyncIterable<Buffer>,
  most: number,
  onGathered: () => void,
): AsyncGenerator<Buffer> {
  let first: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    first.push(chunk);
    if (bytes < most) continue;
    onGathered();
    yield* first;
    first = [];
  }
  yield* first;
}

/**
 * Reads the rows of a JSON body `{"<list>": [row, …]}`. Other members of the body are ignored.
 * Nothing is yielded before much of the body has arrived, or all of it, and the rest must come faster: a slow client
 * delays nobody.
 * @throws AppError too-large (bytes, rows, one row), malformed-request, request-timeout, invalid-input (no list, no
 *   rows, a row that is too deep or wide)
 */
export async function* readJsonRows(
  body: IncomingMessage,
  { rowsIn: list, bodyLimit: maxBytes = limits.uploadBodyBytes, patience = {} }: JsonRowsSettings,
): AsyncGenerator<RowBatch> {
  if (Number(body.headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  const splitter = new RowSplitter(list);
  let bytes = 0;
  let count = 0;
  const cutOff = () => malformed('it was cut off. Nothing was changed.');
  const pace = { bytesPerSecond: limits.uploadBytesPerSecond, ...patience };
  const onGathered = () => {
    pace.bytesPerSecond = limits.uploadPlacedBytesPerSecond;
  };
  const chunks = chunksOf(body, cutOff, pace);
  for await (const chunk of gathered(chunks, limits.uploadGatheredBytes, onGathered)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    for (let from = 0; from < chunk.length; from += sliceBytes) {
      for (const { text, mayBeEmpty } of splitter.push(chunk.subarray(from, from + sliceBytes))) {
        const rows = parseRows(text, count);
        if (rows.length === 0 && !mayBeEmpty) throw malformed(`item ${count + 1} is missing.`);
        if (count + rows.length > limits.uploadRows) throw tooLarge(maxBytes);
        if (rows.length > 0) yield { first: count, rows, isPlain: !text.includes('\\') };
        count += rows.length;
      }
      await nextTurn();
    }
  }
  checkEnvelope(splitter.envelope, list);
  if (count > 0) return;
  // spec 5
  const noRows = say('no-rows');
  throw new AppError('invalid-input', noRows, { errors: { [list]: [noRows] } });
}

/** Resolves with the batches once the first one is here, so that only then a place at the database is taken. */
export const onceArrived = async (
  batches: AsyncGenerator<RowBatch>,
): Promise<AsyncGenerator<RowBatch>> => {
  const first = await batches.next();
  const all = async function* () {
    if (!first.done) yield first.value;
    yield* batches;
  };
  return all();
};
