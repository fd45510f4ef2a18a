// Signed links to photos (R22): the holder of a report's `picture_path` may fetch that photo for
// a few days, so an `<img>` needs no header.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '@survey/contract';
import type { Actor } from '../database/audit.ts';

/** A link is valid on the day it was made and on this many days after it. */
const furtherDays = 2;
/** Of SHA-256's 32 bytes; 128 bits are enough and keep the link short. */
const signatureBytes = 16;

/** A day of UTC as `YYYYMMDD`; the same on every server, whatever its time zone. */
export const linkDay = (at: Date = new Date()): string =>
  at.toISOString().slice(0, 10).replaceAll('-', '');

const sign = (linkKey: Buffer, photoName: string, day: string): Buffer =>
  createHmac('sha256', linkKey).update(`${day} ${photoName}`).digest().subarray(0, signatureBytes);

/**
 * The `picture_path` of a photo: its name with day and signature. Clients put the storage path before it
 * and may add `thumbnailSuffix`. All links of one day are the same, so that browsers can keep pictures.
 */
export const signPhoto = (linkKey: Buffer, photoName: string, day: string = linkDay()): string =>
  `${photoName}?day=${day}&signature=${sign(linkKey, photoName, day).toString('base64url')}`;

const isRecent = (day: string, now: Date): boolean => {
  const ages = Array.from({ length: furtherDays + 1 }, (_, age) => age);
  return ages.some((age) => linkDay(new Date(now.getTime() - age * dayMs)) === day);
};

/** Whether the signature is valid for this photo and day, and the day is recent enough. */
export const isSignedPhoto = (
  linkKey: Buffer,
  photoName: string,
  { day, signature }: { day?: string | undefined; signature?: string | undefined },
  now: Date = new Date(),
): boolean => {
  if (!day || !signature || !isRecent(day, now)) return false;
  // Compared as text: base64 has several spellings of the same bytes, and only ours may pass.
  const expected = Buffer.from(sign(linkKey, photoName, day).toString('base64url'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/**
 * Makes the `picture_path` of a photo for a caller: people get a signed link. Programs with an API key get only the
 * name, which they can fetch with the key if its scopes and circles allow.
 */
export const photoPath =
  (linkKey: Buffer, { key }: Pick<Actor, 'key'>) =>
  (photoName: string): string =>
    key ? photoName : signPhoto(linkKey, photoName);
