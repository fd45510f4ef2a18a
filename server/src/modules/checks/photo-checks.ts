// Checks of photos: copies, and measures of the decoded photo.
import { checkRow } from '@survey/contract';
import type { ChecksOf } from './check-types.ts';

const minutesApart = (one: number, other: number): number => Math.round(Math.abs(one - other) / 60);

const darkLevel = checkRow('photo-dark').parameters.level?.default ?? 0;

export const photoChecks: ChecksOf<
  | 'photo-same'
  | 'photo-resubmitted'
  | 'photo-missing'
  | 'photo-similar'
  | 'photo-dark'
  | 'photo-blurred'
  | 'photo-small'
  | 'photo-time'
> = {
  'photo-same': ({ copyOf }) =>
    copyOf ? { values: { pin: copyOf.pin, time: copyOf.time }, counterpart: copyOf.id } : undefined,
  'photo-resubmitted': ({ resent }) =>
    resent ? { values: { time: resent.time }, counterpart: resent.id } : undefined,
  'photo-missing': ({ hasPhoto, photoAwaited }) =>
    hasPhoto || photoAwaited ? undefined : { values: {} },
  'photo-similar': ({ photo, copyOf }, { bits }) => {
    const similar = photo?.similar;
    // Exactly the same photo is left to `photo-same`.
    if (!similar || similar.bits > bits || copyOf?.id === similar.id) return undefined;
    const { pin, time, id } = similar;
    return { values: { pin, time, bits: similar.bits }, counterpart: id };
  },
  'photo-dark': ({ photo }, { level }) =>
    photo && photo.brightness !== null && photo.brightness < level
      ? { values: { level: Math.round(photo.brightness) } }
      : undefined,
  'photo-blurred': ({ photo }, { variance }) => {
    if (!photo || photo.sharpness === null || photo.sharpness >= variance) return undefined;
    // A dark photo has no edges: it is left to `photo-dark`.
    const isDark = photo.brightness !== null && photo.brightness < darkLevel;
    return isDark ? undefined : { values: { variance: Math.round(photo.sharpness) } };
  },
  'photo-small': ({ photo }, { pixels }) =>
    photo &&
    photo.width !== null &&
    photo.height !== null &&
    Math.max(photo.width, photo.height) < pixels
      ? { values: { width: photo.width, height: photo.height } }
      : undefined,
  'photo-time': ({ photo, captured }, { minutes }) =>
    photo &&
    photo.taken !== null &&
    photo.takenTime !== null &&
    Math.abs(photo.taken - captured) > minutes * 60
      ? { values: { time: photo.takenTime, minutes: minutesApart(photo.taken, captured) } }
      : undefined,
};
