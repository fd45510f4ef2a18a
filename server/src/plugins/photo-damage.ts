// Whether a stored photo is still the file that the phone sent: disks lose ends, and people copy folders in part.
import { isPhotoName } from './photo-store.ts';

/** What the report says of the file that came; null where it was stored before that was kept. */
export interface CameAs {
  bytes: number | null;
  sha256: Buffer | null;
}

/** What is wrong where there is no file to look at. */
export const photoProblems = {
  missing: 'photo is missing',
  unreadable: 'photo cannot be read',
} as const;

const differs = (what: string): string => `photo is damaged: ${what}`;

/** What the number of bytes alone says against a photo; undefined where it says nothing. */
export const wrongSize = (found: number, { bytes }: Pick<CameAs, 'bytes'>): string | undefined =>
  bytes === null || found === bytes ? undefined : differs(`${found} bytes in place of ${bytes}`);

/** What is wrong with a photo's bytes; undefined where they are those that came. */
export const damageOf = async (content: Buffer, came: CameAs): Promise<string | undefined> => {
  const size = wrongSize(content.length, came);
  if (size || !came.sha256) return size;
  // In a thread: a sum over 15 MB would keep every other request waiting.
  const sum = await crypto.subtle.digest(
    'SHA-256',
    new Uint8Array(content.buffer as ArrayBuffer, content.byteOffset, content.length),
  );
  return came.sha256.equals(Buffer.from(sum)) ? undefined : differs('checksum differs');
};

/** What is said of one file that is broken or not to be read, while the others may well be. */
const fileErrors = /^(EIO|EISDIR|EACCES|EPERM|ELOOP|ERR_NO_PHOTO)$/;

/**
 * Why this photo alone cannot be read.
 * @throws the error again where the whole store is unavailable: a photo not found then is not damaged
 */
export const unreadableFor = (name: string, error: unknown): string => {
  const inner = ((error as Error).cause ?? error) as Error & { code?: string };
  if (isPhotoName(name) && !fileErrors.test(inner.code ?? '')) throw error;
  return `${photoProblems.unreadable}: ${inner.message}`;
};
