// Brings the surveyor's list up to date.
import { keepRefusedPhotos } from '../photo/refused-photos.ts';
import { currentAccount, forgetToken } from '../store/accounts.ts';
import { listState, takeList } from '../store/lists.ts';
import { keepPlaces, placesOfCircle } from '../store/places.ts';
import { allReports } from '../store/reports.ts';
import { fetchPins, fetchPlaces, NoAnswer, ServerRefusal } from './api.ts';
import { sendClosings } from './closings.ts';
import { headersOfPhone, unsentOf } from './phone-headers.ts';

/** 'offline' and 'refused' leave the list as it is. */
export type Refreshed = 'done' | 'offline' | 'refused' | 'signed-out';

let running: Promise<Refreshed> | undefined;

const refresh = async (): Promise<Refreshed> => {
  const account = await currentAccount();
  if (!account?.token) return 'signed-out';
  const { username, token } = account;
  try {
    const session = { token, headers: await headersOfPhone(unsentOf(await allReports(username))) };
    await sendClosings(username, session);
    await takeList(username, await fetchPins(session, (await listState(username))?.cursor));
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

/** Places older than this are asked for anew, in milliseconds. */
const placesMs = 15 * 60_000;

/** Brings the places of a circle's pins up to date, where a network is; without one, those of before stay. */
export const refreshPlaces = async (circle: string): Promise<void> => {
  const account = await currentAccount();
  if (!account?.token) return;
  const { username, token } = account;
  const stored = await placesOfCircle(username, circle);
  if (stored && Date.now() - stored.fetchedAt < placesMs) return;
  try {
    const { places } = await fetchPlaces({ token, headers: {} }, circle);
    await keepPlaces(username, circle, places);
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof ServerRefusal)) throw error;
  }
};

/** One refresh at a time. */
export const refreshList = (): Promise<Refreshed> => {
  running ??= refresh().finally(() => {
    running = undefined;
  });
  return running;
};
