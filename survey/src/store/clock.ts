// How far the phone's clock is ahead of the server's, as the last answer said: clocks in the field are wrong, and a
// report of next month would be refused.
import { settingOf, storeSetting } from './accounts.ts';
import { tellChange } from './changes.ts';

const name = 'clock-ahead';
/** Smaller differences come from the time that the answer travels, and are not corrected. */
const leastMs = 2 * 60_000;

let known: number | undefined;

/** Milliseconds by which this clock is ahead of the server's; 0 where it is right or nothing is known. */
export const clockAhead = async (): Promise<number> => {
  known ??= Number((await settingOf(name)) ?? 0);
  return known;
};

/** Takes the server's time from an answer. */
export const noteServerTime = async (date: string | null, now = Date.now()): Promise<void> => {
  const serverTime = Date.parse(date ?? '');
  if (Number.isNaN(serverTime)) return;
  const ahead = Math.abs(now - serverTime) < leastMs ? 0 : now - serverTime;
  // Each answer travels for another time: only a larger change is stored.
  if (Math.abs(ahead - (await clockAhead())) < leastMs / 2) return;
  known = ahead;
  await storeSetting(name, String(ahead));
  tellChange();
};
