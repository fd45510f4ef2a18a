// What happens in the field, as it happens: one stream for the whole tab, over fetch because an EventSource
// cannot send the token. It rests while the tab is hidden, and reconnects by itself.
import { calls, type LiveEvent, liveEvent } from '@survey/contract';
import { createParser } from 'eventsource-parser';
import { download } from './client.ts';
import { onSessionEnd, readSession } from './session.ts';

type Listener = (event: LiveEvent) => void;

/** The server says something every 15 s; longer silence is a connection that died unnoticed. */
const silenceMs = 40_000;
const retryMs = { first: 500, most: 30_000 };
/** A page that is left for another one does not close the stream. */
const lingerMs = 2000;

const listeners = new Set<Listener>();
let connection: AbortController | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let wait = retryMs.first;
let hasConnected = false;

const tell = (event: LiveEvent) => {
  for (const listener of listeners) listener(event);
};

const isWanted = () =>
  listeners.size > 0 && document.visibilityState === 'visible' && readSession() !== undefined;

const stop = () => {
  clearTimeout(retry);
  connection?.abort();
  connection = undefined;
};

const readEvent = (data: string): LiveEvent => {
  try {
    return liveEvent.parse(JSON.parse(data));
  } catch {
    // Of a server newer than this console: something happened.
    return { kind: 'missed' };
  }
};

/** One connection, until it ends. Rejects where it could not be opened or broke. */
const follow = async (control: AbortController) => {
  let silence: ReturnType<typeof setTimeout> | undefined;
  const expectMore = () => {
    clearTimeout(silence);
    silence = setTimeout(() => control.abort(), silenceMs);
  };
  const parser = createParser({ onEvent: ({ data }) => tell(readEvent(data)) });
  const text = new TextDecoder();
  try {
    await download(
      calls.live,
      {},
      {
        signal: control.signal,
        onStart: () => {
          wait = retryMs.first;
          expectMore();
          // What came while nobody listened.
          if (hasConnected) tell({ kind: 'missed' });
          hasConnected = true;
        },
        sink: async (chunk) => {
          expectMore();
          parser.feed(text.decode(chunk, { stream: true }));
        },
      },
    );
  } finally {
    clearTimeout(silence);
  }
};

const start = () => {
  clearTimeout(retry);
  if (connection || !isWanted()) return;
  const own = new AbortController();
  connection = own;
  void follow(own)
    .catch(() => undefined)
    .finally(() => {
      if (connection !== own) return;
      connection = undefined;
      // Spread, so that a server that comes back does not meet everybody in one moment.
      retry = setTimeout(start, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, retryMs.most);
    });
};

const onVisibility = () => (isWanted() ? start() : stop());

document.addEventListener('visibilitychange', onVisibility);
onSessionEnd(() => {
  stop();
  hasConnected = false;
});

/** Calls back for each event while the tab is seen. Gives the function that stops it. */
export const onLive = (listener: Listener): (() => void) => {
  listeners.add(listener);
  start();
  return () => {
    listeners.delete(listener);
    setTimeout(() => {
      if (listeners.size === 0) stop();
    }, lingerMs);
  };
};
