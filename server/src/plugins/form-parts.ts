// Reads a form (multipart/form-data, RFC 7578) part by part as it arrives, without an object or stream for each field:
// streams for fields made more garbage than the rest of a report (ADR 30).
import type { IncomingMessage } from 'node:http';
import { limits } from '@survey/contract';
import fp from 'fastify-plugin';
import { AppError, fieldError } from '../app-error.ts';
import { say } from '../say.ts';
import { chunksOf, type Patience } from './body-chunks.ts';
import { decodeText } from './body-text.ts';

/** Most bytes before the first part, and of a part's headers. */
const headBytes = 16 * 1024;

const malformed = (reason: string): AppError =>
  new AppError('malformed-request', say('form-broken', { reason }));

/** Bytes received and not read yet. */
class Arrived {
  private held: Buffer = Buffer.alloc(0);
  private readonly chunks: AsyncGenerator<Buffer>;

  constructor(body: IncomingMessage, patience: Patience) {
    this.chunks = chunksOf(body, () => malformed('it was cut off.'), patience);
  }

  /** Waits for more bytes. */
  private async grow(): Promise<void> {
    const { value, done } = await this.chunks.next();
    if (done) throw malformed('it breaks off.');
    this.held = this.held.length > 0 ? Buffer.concat([this.held, value]) : value;
  }

  /** Stops reading. */
  async end(): Promise<void> {
    await this.chunks.return(undefined);
  }

  /**
   * Reads up to and including these bytes; undefined where they do not come within the limit. Resolves at once where
   * they
   * are here already: a form has many short texts.
   */
  before(end: Buffer, most: number): Buffer | undefined | Promise<Buffer | undefined> {
    const at = this.held.indexOf(end);
    if (at > most || (at < 0 && this.held.length > most + end.length)) return undefined;
    if (at < 0) return this.grow().then(() => this.before(end, most));
    const read = this.held.subarray(0, at);
    this.held = this.held.subarray(at + end.length);
    return read;
  }

  /** As `before`, but yields chunks as they arrive. */
  async *piecesBefore(end: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.held.indexOf(end);
      // The end may have arrived in part: nothing from its first byte on is yielded yet.
      const start = at < 0 ? this.held.indexOf(end[0] as number, -end.length + 1) : at;
      const piece = start < 0 ? this.held : this.held.subarray(0, start);
      this.held = this.held.subarray(at < 0 ? piece.length : at + end.length);
      if (piece.length > 0) yield piece;
      if (at >= 0) return;
      await this.grow();
    }
  }

  /** Whether these are the next bytes. */
  startsWith(bytes: Buffer): boolean | Promise<boolean> {
    if (this.held.length < bytes.length) return this.grow().then(() => this.startsWith(bytes));
    return this.held.subarray(0, bytes.length).equals(bytes);
  }
}

/** `name="value"` as browsers write it: a quote in a value is %22, a backslash is literal. */
const parameters = /;\s*([\w*-]+)=(?:"([^"]*)"|([^\s;"]*))/g;

const parametersOf = (header: string): Map<string, string> =>
  new Map(
    Array.from(header.matchAll(parameters), ([, name = '', quoted, bare]) => [
      name.toLowerCase(),
      quoted ?? bare ?? '',
    ]),
  );

const dispositionLine = /^content-disposition:(.*)$/im;
const typeLine = /^content-type:(.*)$/im;
const headerOf = (head: string, line: RegExp): string => line.exec(head)?.[1]?.trim() ?? '';

/** A part of a form: its text or bytes are read to their end before the next part is requested. */
export class FormPart {
  readonly name: string;
  /** Present for a file, though it may be empty. */
  readonly fileName: string | undefined;
  /** A part with a content type other than text is a file, with or without a file name. */
  readonly isFile: boolean;
  private readonly type: string;
  private readonly arrived: Arrived;
  private readonly border: Buffer;

  constructor(head: string, arrived: Arrived, border: Buffer) {
    const disposition = parametersOf(headerOf(head, dispositionLine));
    const name = disposition.get('name');
    if (name === undefined) throw malformed('a part has no name.');
    this.name = name;
    this.fileName = disposition.get('filename') ?? disposition.get('filename*');
    this.type = headerOf(head, typeLine);
    this.isFile = this.fileName !== undefined || /^application\/octet-stream/i.test(this.type);
    this.arrived = arrived;
    this.border = border;
  }

  /** The text of a field. @throws AppError invalid-input where it has more bytes than this */
  async text(mostBytes: number): Promise<string> {
    const bytes = await this.arrived.before(this.border, mostBytes);
    // Most fields have no type.
    if (bytes) {
      return decodeText(bytes, this.type ? parametersOf(this.type).get('charset') : undefined);
    }
    throw fieldError({
      [this.name]: [say('field-bytes', { most: mostBytes.toLocaleString('en') })],
    });
  }

  /** The bytes of a file as they arrive. */
  bytes(): AsyncGenerator<Buffer> {
    return this.arrived.piecesBefore(this.border);
  }
}

const boundaryOf = (contentType: string | undefined): string => {
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) {
    throw new AppError('unsupported-type', say('content-type'));
  }
  const boundary = parametersOf(contentType ?? '').get('boundary');
  if (!boundary) throw malformed('its boundary is missing.');
  return boundary;
};

const lineEnd = '\r\n';
const closingDashes = Buffer.from('--');
const headEnd = Buffer.from(lineEnd + lineEnd);

/**
 * The parts of a form in their order.
 * @throws AppError unsupported-type where the body is no form, malformed-request where it is broken or truncated,
 *   request-timeout where it arrives too slowly
 */
export async function* readFormParts(
  body: IncomingMessage,
  patience: Patience = { bytesPerSecond: limits.formBytesPerSecond },
): AsyncGenerator<FormPart> {
  const boundary = boundaryOf(body.headers['content-type']);
  const border = Buffer.from(`${lineEnd}--${boundary}`);
  const arrived = new Arrived(body, patience);
  try {
    const before = await arrived.before(border.subarray(lineEnd.length), headBytes);
    if (!before) throw malformed('its boundary is not in it.');
    while (!(await arrived.startsWith(closingDashes))) {
      const head = await arrived.before(headEnd, headBytes);
      if (!head) throw malformed('a part’s head is too long.');
      yield new FormPart(head.toString('utf8'), arrived, border);
    }
  } finally {
    // The rest of a refused body is read and discarded, so that a client that still writes receives its answer.
    await arrived.end();
    body.resume();
  }
}

/** Leaves forms unparsed for the call that reads one. */
export const forms = fp(async (app) => {
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
});
