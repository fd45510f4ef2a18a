// Brings the surveyor's list up to date.
import { keepRefusedPhotos } from '../photo/refused-photos.ts';
import { currentAccount, forgetToken } from '../store/accounts.ts';
import { listState, takeList } from '../store/lists.ts';
import { fetchPins, NoAnswer, ServerRefusal } from './api.ts';

/** 'offline' and 'refused' leave the list as it is. */
export type Refreshed = 'done' | 'offline' | 'refused' | 'signed-out';

let running: Promise<Refreshed> | undefined;

const refresh = async (): Promise<Refreshed> => {
  const account = await currentAccount();
  if (!account?.token) return 'signed-out';
  const { username, token } = account;
  try {
    await takeList(username, await fetchPins(token, (await listState(username))?.cursor));
    void keepRefusedPhotos(username).catch(console.error);
    return 'done';
  } catch (error) {
    if (error instanceof NoAnswer) return 'offline';
    if (!(error instanceof ServerRefusal)) throw error;
    if (error.status !== 401) return 'refused';
    await forgetToken(username, true);
    return 'signed-out';
  }
};

/** One refresh at a time. */
export const refreshList = (): Promise<Refreshed> => {
  running ??= refresh().finally(() => {
    running = undefined;
  });
  return running;
};
