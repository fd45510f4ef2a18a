// From the camera's picture to the bytes that are sent: kept as it came, then made small once, hashed, and kept again.
import type { StoredPhoto } from '../store/database.ts';
import { allReports, keepPhoto, photoOf } from '../store/reports.ts';
import type { ShrinkJob, ShrinkReply } from './shrink.worker.ts';

/** The browser cannot read this picture, for example a HEIC file. */
export class UnreadablePhoto extends Error {
  override readonly name = 'UnreadablePhoto';
}

/** One picture at a time: a worker for each, ended after it, gives its memory back. */
const shrink = ({ bytes, type }: ShrinkJob): Promise<Exclude<ShrinkReply, { error: string }>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./shrink.worker.ts', import.meta.url), { type: 'module' });
    const end = () => worker.terminate();
    worker.onerror = (event) => {
      end();
      reject(new UnreadablePhoto(event.message));
    };
    worker.onmessage = ({ data }: MessageEvent<ShrinkReply>) => {
      end();
      if ('error' in data) reject(new UnreadablePhoto(data.error));
      else resolve(data);
    };
    worker.postMessage({ bytes, type });
  });

const finish = async (username: string, photo: StoredPhoto): Promise<void> => {
  const small = await shrink({ bytes: photo.bytes, type: photo.type });
  // Another picture may have been taken meanwhile.
  const stored = await photoOf(username, photo.id);
  if (stored && stored.sha256 === null && stored.bytes.byteLength === photo.bytes.byteLength) {
    await keepPhoto(username, { id: photo.id, ...small }, { changedAt: Date.now() });
  }
};

/**
 * Keeps a picture for a report.
 * @throws UnreadablePhoto where it cannot be decoded; the picture before it is kept then
 */
export const takePhoto = async (username: string, id: string, picture: Blob): Promise<void> => {
  const before = await photoOf(username, id);
  const now = Date.now();
  const raw: StoredPhoto = {
    id,
    bytes: await picture.arrayBuffer(),
    type: picture.type || 'image/jpeg',
    sha256: null,
  };
  await keepPhoto(username, raw, { changedAt: now, capturedAt: new Date(now).toISOString() });
  try {
    await finish(username, raw);
  } catch (error) {
    if (before) await keepPhoto(username, before, { changedAt: Date.now() });
    throw error;
  }
};

/** Makes small what a crash left as the camera gave it. */
export const finishPhotos = async (username: string): Promise<void> => {
  for (const { id, hasPhoto, state } of await allReports(username)) {
    if (!hasPhoto || state === 'confirmed') continue;
    const photo = await photoOf(username, id);
    if (photo && photo.sha256 === null) await finish(username, photo).catch(console.error);
  }
};
