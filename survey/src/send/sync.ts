// When to send and to refresh: at the start, after a save, when the network or the page comes back, and now and then.
import { currentAccount } from '../store/accounts.ts';
import { retryNow, sendQueue } from './queue.ts';
import { refreshList } from './refresh.ts';
import { syncTag } from './sync-tag.ts';

/** Where the browser has Background Sync, its service worker sends after the page is closed. */
const askForBackgroundSync = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration();
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)
    ?.sync;
  await sync?.register(syncTag);
};

/** Sends what is due; where something stays, asks the browser to do it later. */
export const sendSoon = async (): Promise<void> => {
  if (!(await sendQueue())) await askForBackgroundSync().catch(() => undefined);
};

/** Sends and refreshes now; with `isAsked` also what waits for its next attempt. */
export const syncNow = async (isAsked: boolean) => {
  const account = await currentAccount();
  if (!account) return 'signed-out' as const;
  if (isAsked) await retryNow(account.username);
  await sendSoon();
  return refreshList();
};

const everyMs = 60_000;

/** @returns a function that ends it */
export const startSync = (): (() => void) => {
  const run = (isAsked: boolean) => void syncNow(isAsked).catch(console.error);
  const online = () => run(true);
  const seen = () => {
    if (document.visibilityState === 'visible') run(false);
  };
  const timer = setInterval(() => void sendSoon().catch(console.error), everyMs);
  addEventListener('online', online);
  document.addEventListener('visibilitychange', seen);
  // Somebody who opens the page or signs in must not wait for the next attempt, which may be an hour away.
  run(true);
  return () => {
    clearInterval(timer);
    removeEventListener('online', online);
    document.removeEventListener('visibilitychange', seen);
  };
};
