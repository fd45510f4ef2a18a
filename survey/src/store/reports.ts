// Reports and photos on the phone. Each change is on disk before the screen goes on.
import type { DevicePin } from '@survey/contract';
import { deviceId } from './accounts.ts';
import { tellChange } from './changes.ts';
import { phoneDatabase, type StoredPhoto, strict } from './database.ts';
import { noAnswers, type Report } from './report.ts';

/** All reports of the phone, the newest first. Confirmed ones have no photo any more. */
export const allReports = async (username: string): Promise<Report[]> =>
  (await (await phoneDatabase(username)).getAll('reports')).sort((a, b) => b.begunAt - a.begunAt);

export const reportOf = async (username: string, id: string): Promise<Report | undefined> =>
  (await phoneDatabase(username)).get('reports', id);

export const photoOf = async (username: string, id: string): Promise<StoredPhoto | undefined> =>
  (await phoneDatabase(username)).get('photos', id);

/** The draft of a pin, or a new one. */
export const beginReport = async (username: string, unit: DevicePin): Promise<Report> => {
  const [database, device] = [await phoneDatabase(username), await deviceId()];
  const write = database.transaction('reports', 'readwrite', strict);
  const found = (await write.store.getAll()).find(
    ({ state, circle, pin }) => state === 'draft' && circle === unit.circle && pin === unit.pin,
  );
  const now = Date.now();
  const report: Report = {
    id: crypto.randomUUID(),
    circle: unit.circle,
    pin: unit.pin,
    state: 'draft',
    answers: noAnswers,
    place: null,
    placeReason: null,
    hasPhoto: false,
    begunAt: now,
    changedAt: now,
    capturedAt: null,
    attempts: 0,
    nextAttemptAt: 0,
    refusal: null,
    confirmedAt: null,
    appVersion: import.meta.env.VITE_VERSION,
    deviceId: device,
    ...found,
    // As the list has it now: it may have been sent back, with a note, since the draft was begun.
    unit,
    isOpen: true,
  };
  await write.store.put(report);
  await write.done;
  tellChange();
  return report;
};

/**
 * Changes a report as it is stored by now: the sender may have changed it meanwhile.
 * @param change nothing is written where it returns undefined
 */
export const changeReport = async (
  username: string,
  id: string,
  change: (report: Report) => Partial<Report> | undefined,
): Promise<Report | undefined> => {
  const write = (await phoneDatabase(username)).transaction('reports', 'readwrite', strict);
  const stored = await write.store.get(id);
  const changes = stored && change(stored);
  const changed = changes && { ...stored, ...changes, id };
  if (changed) await write.store.put(changed);
  await write.done;
  if (changed) tellChange();
  return changed ?? stored;
};

/** Stores a photo with its report's change in one transaction. */
export const keepPhoto = async (
  username: string,
  photo: StoredPhoto,
  change: Partial<Report>,
): Promise<void> => {
  const database = await phoneDatabase(username);
  const write = database.transaction(['reports', 'photos'], 'readwrite', strict);
  const report = await write.objectStore('reports').get(photo.id);
  if (report) {
    await write.objectStore('reports').put({ ...report, ...change, hasPhoto: true });
    await write.objectStore('photos').put(photo);
  }
  await write.done;
  tellChange();
};

/** Deletes a draft, or a report that the server refused, with its photo. What waits to be sent is never deleted by hand. */
export const dropDraft = async (username: string, id: string): Promise<void> => {
  const database = await phoneDatabase(username);
  const write = database.transaction(['reports', 'photos'], 'readwrite', strict);
  const report = await write.objectStore('reports').get(id);
  if (report?.state === 'draft' || report?.state === 'refused') {
    await write.objectStore('reports').delete(id);
    await write.objectStore('photos').delete(id);
  }
  await write.done;
  tellChange();
};

/** The server has report and photo on disk: the phone's photo may go, in one step with the mark. */
export const confirmReport = async (username: string, id: string): Promise<void> => {
  const database = await phoneDatabase(username);
  const write = database.transaction(['reports', 'photos'], 'readwrite', strict);
  const report = await write.objectStore('reports').get(id);
  if (report) {
    await write.objectStore('reports').put({
      ...report,
      state: 'confirmed',
      confirmedAt: Date.now(),
      refusal: null,
      isOpen: false,
    });
    await write.objectStore('photos').delete(id);
  }
  await write.done;
  tellChange();
};

const keptDays = 30;

/** Forgets reports that were confirmed a month ago. */
export const forgetOldReports = async (username: string, now = Date.now()): Promise<void> => {
  const write = (await phoneDatabase(username)).transaction('reports', 'readwrite');
  for (const { id, confirmedAt } of await write.store.getAll()) {
    if (confirmedAt !== null && confirmedAt < now - keptDays * 24 * 3600 * 1000) {
      await write.store.delete(id);
    }
  }
  await write.done;
};
