// Whether a stored photo is still the file that the phone sent: disks truncate files, and copies may be partial.
import { isPhotoName } from './photo-store.ts';

/** Size and checksum of the received file; null where it was stored before they were recorded. */
export interface CameAs {
  bytes: number | null;
  sha256: Buffer | null;
}

/** The damage where there is no file. */
export const photoProblems = {
  missing: 'photo is missing',
  unreadable: 'photo cannot be read',
} as const;

const differs = (what: string): string => `photo is damaged: ${what}`;

/** The damage that the size alone shows; undefined where it shows none. */
export const wrongSize = (found: number, { bytes }: Pick<CameAs, 'bytes'>): string | undefined =>
  bytes === null || found === bytes ? undefined : differs(`${found} bytes in place of ${bytes}`);

/** The damage of a photo's bytes; undefined where they are the received ones. */
export const damageOf = async (content: Buffer, came: CameAs): Promise<string | undefined> => {
  const size = wrongSize(content.length, came);
  if (size || !came.sha256) return size;
  // In a thread: a checksum over 15 MB would delay every other request.
  const sum = await crypto.subtle.digest(
    'SHA-256',
    new Uint8Array(content.buffer as ArrayBuffer, content.byteOffset, content.length),
  );
  return came.sha256.equals(Buffer.from(sum)) ? undefined : differs('checksum differs');
};

/** The damage of a file that cannot be read, while others may be readable. */
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
