// HTTP over bare sockets, so that the client costs little. Answers are read into one reused buffer, as in curl, and
// parsed only as far as needed.
import { once } from 'node:events';
import net from 'node:net';

/** Bytes of a read. */
const bufferBytes = 256 * 1024;

const connect = (
  url: URL,
  received: (bytes: Buffer) => void,
  atOnce = bufferBytes,
): Promise<net.Socket> =>
  new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafeSlow(atOnce);
    const socket = net.connect({
      host: url.hostname,
      port: Number(url.port),
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          received(buffer.subarray(0, length));
          return true;
        },
      },
    });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });

export interface RawAnswer {
  status: number;
  headers: string;
}

/** The head of an answer and its length, once it is complete. */
const readHead = (bytes: Buffer): (RawAnswer & { length: number }) | undefined => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const headers = bytes.toString('latin1', 0, end);
  return { status: Number(headers.slice(9, 12)), headers, length: end + 4 };
};

const numberIn = (headers: string, name: string): number | undefined => {
  const found = new RegExp(`^${name}: *(\\d+)`, 'im').exec(headers)?.[1];
  return found === undefined ? undefined : Number(found);
};

/** A keep-alive connection for prepared requests and short answers with a Content-Length. */
export interface RawConnection {
  /** Sends a request; its answer's status, and Retry-After in seconds where it has one. */
  send(request: Buffer): Promise<{ status: number; retryAfter: number | undefined }>;
  close(): void;
}

/** @param atOnce bytes of a read: few where answers are short and connections many */
export const openConnection = async (url: string, atOnce?: number): Promise<RawConnection> => {
  let answered: ((answer: RawAnswer) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  let waiting = Buffer.alloc(0);
  const socket = await connect(
    new URL(url),
    (bytes) => {
      waiting = Buffer.concat([waiting, bytes]);
      const head = readHead(waiting);
      if (!head || waiting.length < head.length + (numberIn(head.headers, 'content-length') ?? 0)) {
        return;
      }
      waiting = Buffer.alloc(0);
      answered?.(head);
    },
    atOnce,
  );
  socket.on('error', (error) => failed?.(error));
  socket.on('close', () => failed?.(new Error('the server closed the connection')));
  return {
    send: async (request) => {
      const { status, headers } = await new Promise<RawAnswer>((resolve, reject) => {
        answered = resolve;
        failed = reject;
        socket.write(request);
      });
      return { status, retryAfter: numberIn(headers, 'retry-after') };
    },
    close: () => socket.destroy(),
  };
};

const requestHead = (
  method: string,
  { host, pathname, search }: URL,
  headers: Record<string, string>,
): string => {
  const lines = Object.entries({ host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`;
};

/** The bytes of a GET. */
export const getRequest = (url: URL, headers: Record<string, string>): Buffer =>
  Buffer.from(requestHead('GET', url, headers), 'latin1');

/** The bytes of a POST. */
export const postRequest = (
  url: string,
  headers: Record<string, string>,
  body: Uint8Array,
): Buffer => {
  const all = { ...headers, 'content-length': String(body.length) };
  return Buffer.concat([Buffer.from(requestHead('POST', new URL(url), all), 'latin1'), body]);
};

/** The end of a complete chunked body. */
const lastChunk = Buffer.from('0\r\n\r\n');

export interface Taken {
  /** With the frames of its chunks: a few bytes for each of some ten thousand. */
  bytes: number;
  seconds: number;
  /** From the request to the first byte of the body, in milliseconds. */
  firstByteMs: number;
}

/**
 * Reads a streamed answer completely and discards it.
 * @throws where it is truncated or no stream
 */
export const takeRaw = async (target: URL, headers: Record<string, string>): Promise<Taken> => {
  const begun = performance.now();
  let head: ReturnType<typeof readHead>;
  let begin = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let bytes = 0;
  let firstByteMs = Number.NaN;
  const body = (received: Buffer) => {
    if (received.length === 0) return;
    if (bytes === 0) firstByteMs = performance.now() - begun;
    bytes += received.length;
    tail = Buffer.concat([tail, received.subarray(-lastChunk.length)]).subarray(-lastChunk.length);
  };
  const socket = await connect(target, (received) => {
    if (head) return body(received);
    begin = Buffer.concat([begin, received]);
    head = readHead(begin);
    if (head) body(begin.subarray(head.length));
  });
  socket.write(requestHead('GET', target, { ...headers, connection: 'close' }));
  await once(socket, 'close');
  if (head?.status !== 200) throw new Error(`${target.pathname}: ${head?.status}`);
  if (!tail.equals(lastChunk)) throw new Error(`${target.pathname}: the answer broke off`);
  return { bytes, seconds: (performance.now() - begun) / 1000, firstByteMs };
};
