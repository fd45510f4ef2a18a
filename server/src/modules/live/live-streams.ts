// Open event streams of this server: their number and the backlog of a slow client are bounded, and they end with
// their session.
import { PassThrough } from 'node:stream';
import { type LiveEvent, liveStreamsPerSession } from '@survey/contract';
import type { Kysely } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Config } from '../../config.ts';
import type { Tables } from '../../database/tables.ts';
import { hashToken, openSessionsAmong } from '../../plugins/sessions.ts';
import { say } from '../../say.ts';
import type { LiveFeed } from './live-feed.ts';

const streamsAtMost = 2000;
/** Bytes that may wait for a client. A slower client is disconnected, and reloads everything when it reconnects. */
const waitingBytes = 64 * 1024;
const checkSessionsMs = 3000;
/**
 * Heartbeat interval: proxies close connections that are silent for a minute, and clients take longer silence for a
 * loss.
 */
const keepAliveMs = 15_000;

type Narrow = (event: LiveEvent) => LiveEvent | undefined;

interface Stream {
  session: string;
  body: PassThrough;
}

export interface LiveStreams {
  /**
   * Opens a stream for the session of a token.
   * @param narrow reduces an event to what the session may know; undefined where it may know nothing of it
   * @throws AppError too-many-attempts, unavailable
   */
  open(token: string, narrow?: Narrow): Promise<PassThrough>;
  close(): void;
}

export const keepLiveStreams = (
  feed: LiveFeed,
  db: Kysely<Tables>,
  config: Config,
): LiveStreams => {
  const streams = new Set<Stream>();
  const timers: NodeJS.Timeout[] = [];

  const write = ({ body }: Stream, text: string) => {
    if (body.destroyed || body.writableEnded) return;
    if (body.writableLength + body.readableLength > waitingBytes) body.destroy();
    else body.write(text);
  };

  const endEndedSessions = async () => {
    if (streams.size === 0) return;
    const asked = [...streams];
    const hashes = [...new Set(asked.map(({ session }) => session))];
    const open = new Set(
      (
        await openSessionsAmong(
          db,
          hashes.map((hash) => Buffer.from(hash, 'hex')),
          config,
        )
      ).map((hash) => hash.toString('hex')),
    );
    for (const { session, body } of asked) if (!open.has(session)) body.end();
  };

  const start = () => {
    if (timers.length > 0) return;
    timers.push(
      setInterval(() => {
        for (const stream of streams) write(stream, ': still here\n\n');
      }, keepAliveMs).unref(),
      // A database that is unavailable ends nobody's session.
      setInterval(() => void endEndedSessions().catch(() => undefined), checkSessionsMs).unref(),
    );
  };

  return {
    open: async (token, narrow = (event) => event) => {
      const session = hashToken(token).toString('hex');
      const ofSession = [...streams].filter((stream) => stream.session === session).length;
      if (ofSession >= liveStreamsPerSession) {
        throw new AppError('too-many-attempts', say('too-many-live'), {
          retryAfter: 60,
        });
      }
      if (streams.size >= streamsAtMost)
        throw new AppError('unavailable', say('unavailable'), { retryAfter: 60 });
      const stream: Stream = { session, body: new PassThrough() };
      streams.add(stream);
      stream.body.once('close', () => streams.delete(stream));
      stream.body.on('error', () => undefined);
      start();
      const stop = await feed.subscribe((told) => {
        const event = narrow(told);
        if (event) write(stream, `data: ${JSON.stringify(event)}\n\n`);
      });
      if (stream.body.destroyed) stop();
      else stream.body.once('close', stop);
      write(stream, ': listening\n\n');
      return stream.body;
    },
    close: () => {
      for (const timer of timers) clearInterval(timer);
      for (const { body } of streams) body.end();
    },
  };
};
