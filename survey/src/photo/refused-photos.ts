// Photos of reports that were sent back, kept for the walk there without a network.
import type { DevicePin } from '@survey/contract';
import { listState, pinsOfCircle } from '../store/lists.ts';

const cacheName = 'survey-refused-photos';
const keyOf = (id: number) => `/survey/refused-photos/${id}`;
/** A larger photo is kept as its thumbnail: networks in the field are slow. */
const mostBytes = 2_000_000;

const fetchPhoto = async (path: string): Promise<Response | undefined> => {
  const answer = await fetch(`/storage/${path}`);
  if (Number(answer.headers.get('content-length') ?? 0) <= mostBytes) return answer;
  await answer.body?.cancel();
  return fetch(`/storage/${path}&size=thumbnail`);
};

const sentBackPins = async (username: string): Promise<DevicePin[]> => {
  const circles = ((await listState(username))?.circles ?? []).filter(
    ({ sentBack }) => sentBack > 0,
  );
  const pins = await Promise.all(circles.map(({ circle }) => pinsOfCircle(username, circle)));
  return pins.flat().filter(({ sent_back }) => sent_back);
};

/** Fetches what is missing and drops what is no longer wanted. A photo that cannot be had is left out. */
export const keepRefusedPhotos = async (username: string): Promise<void> => {
  const cache = await caches.open(cacheName);
  const wanted = (await sentBackPins(username)).flatMap(({ sent_back_report: report }) =>
    report?.picture_path ? [{ key: keyOf(report.id), path: report.picture_path }] : [],
  );
  const keys = new Set(wanted.map(({ key }) => key));
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const key of kept) if (!keys.has(key)) await cache.delete(key);
  for (const { key, path } of wanted) {
    if (kept.has(key)) continue;
    const answer = await fetchPhoto(path).catch(() => undefined);
    if (answer?.ok) await cache.put(key, answer);
  }
};

/** The photo of a report that was sent back; undefined where it is not on this phone. */
export const refusedPhoto = async (id: number): Promise<Blob | undefined> =>
  (await (await caches.open(cacheName)).match(keyOf(id)))?.blob();
