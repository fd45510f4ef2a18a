// Live events of the field: one event stream for the whole tab. It uses fetch because EventSource cannot send the
// token. It is closed while the tab is hidden, and reconnects after a failure.
import { calls, type LiveEvent, liveEvent } from '@survey/contract';
import { createParser } from 'eventsource-parser';
import { download } from './client.ts';
import { onSessionEnd, readSession } from './session.ts';

type Listener = (event: LiveEvent) => void;

/** The server sends at least every 15 s: a longer silence is a dead connection. */
const silenceMs = 40_000;
const retryMs = { first: 500, most: 30_000 };
/** The stream stays open for this long without listeners, so that a change of page does not close it. */
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
    // An unknown event of a newer server.
    return { kind: 'missed' };
  }
};

/** One connection, until it ends. Rejects where it cannot be opened or breaks. */
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
          // Events before the reconnection were missed.
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
      // Random, so that all consoles do not reconnect to a restarted server at once.
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

/** Calls `listener` for each event while the tab is visible. Returns the function that removes it. */
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
