// Circles of which the surveyor says that nothing is left to do there.
import { tellChange } from './changes.ts';
import { type Closing, phoneDatabase, strict } from './database.ts';

/** Whether the surveyor has closed a circle, and why; undefined where not. */
export const closingOf = async (username: string, circle: string): Promise<Closing | undefined> =>
  (await phoneDatabase(username)).get('closings', circle);

/** All circles that are closed. */
export const closedCircles = async (username: string): Promise<Map<string, Closing>> => {
  const all = await (await phoneDatabase(username)).getAll('closings');
  return new Map(all.filter(({ reason }) => reason !== null).map((one) => [one.circle, one]));
};

/** Closes a circle, or opens it again with null. */
export const keepClosing = async (
  username: string,
  circle: string,
  reason: string | null,
): Promise<void> => {
  const write = (await phoneDatabase(username)).transaction('closings', 'readwrite', strict);
  await write.store.put({ circle, reason, at: Date.now(), isSent: false });
  await write.done;
  tellChange();
};

export const closingsToSend = async (username: string): Promise<Closing[]> =>
  (await (await phoneDatabase(username)).getAll('closings')).filter(({ isSent }) => !isSent);

/** Marks what was sent, unless the surveyor has said something else meanwhile. */
export const markClosingSent = async (username: string, { circle, at }: Closing): Promise<void> => {
  const write = (await phoneDatabase(username)).transaction('closings', 'readwrite', strict);
  const stored = await write.store.get(circle);
  if (stored?.at === at) await write.store.put({ ...stored, isSent: true });
  await write.done;
  tellChange();
};
