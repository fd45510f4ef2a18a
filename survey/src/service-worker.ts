// Keeps the page's files, so that it opens without a network, and sends waiting reports when the browser wakes it.
// It never touches `/api/`. A new version waits until no page of the old one is open, or until the page asks.
import { sendQueue } from './send/queue.ts';
import { syncTag } from './send/sync-tag.ts';

/** Set by the build: the page's files and a name for exactly these. */
declare const __FILES__: readonly string[];
declare const __BUILD__: string;

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
interface ServiceWorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

const worker = globalThis as unknown as ServiceWorkerScope;
const prefix = 'survey-files-';
const cacheName = `${prefix}${__BUILD__}`;
const home = '/survey/';

worker.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll(__FILES__.map((file) => new Request(file, { cache: 'reload' })));
  };
  event.waitUntil(fill());
});

worker.addEventListener('activate', (event) => {
  const clear = async () => {
    const names = await caches.keys();
    await Promise.all(
      names
        .filter((name) => name.startsWith(prefix) && name !== cacheName)
        .map((name) => caches.delete(name)),
    );
    await worker.clients.claim();
  };
  event.waitUntil(clear());
});

worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  const isPage = request.mode === 'navigate' && pathname.startsWith(home);
  if (!isPage && !__FILES__.includes(pathname)) return;
  const answer = async () => {
    const cache = await caches.open(cacheName);
    return (await cache.match(isPage ? home : pathname)) ?? fetch(request);
  };
  event.respondWith(answer());
});

worker.addEventListener('sync', (event) => {
  if (event.tag !== syncTag) return;
  // A rejection asks the browser to come again.
  const send = async () => {
    if (!(await sendQueue())) throw new Error('Some reports wait for the next time.');
  };
  event.waitUntil(send());
});
