// The keys of photo links. Every server of a database notices an exchange by itself (ADR 76).
import type { Kysely } from 'kysely';
import { type ServerKeys, serverKeys } from '../database/server-secrets.ts';
import type { Tables } from '../database/tables.ts';
import { isSignedPhoto, linkDay } from './photo-links.ts';

export const linkKeyName = 'photo links';

const readEveryMs = 30_000;
/**
 * An invalid link may be signed with a key that this server does not know yet, so the keys are read again; not more
 * often than this, in milliseconds.
 */
const readAgainAfterMs = 2_000;

interface LinkQuery {
  day?: string | undefined;
  signature?: string | undefined;
}

export interface LinkKeys {
  /** Signs new links. */
  readonly current: Buffer;
  /** Whether a link is valid. A link of the earlier key is valid only if it was made before the exchange. */
  isSigned(photoName: string, query: LinkQuery): Promise<boolean>;
  close(): void;
}

const isValid = ({ current, earlier }: ServerKeys, photoName: string, query: LinkQuery): boolean =>
  isSignedPhoto(current, photoName, query) ||
  (earlier !== undefined &&
    (query.day ?? '') <= linkDay(earlier.exchangedAt) &&
    isSignedPhoto(earlier.key, photoName, query));

/** Reads the keys now, and again at intervals. */
export const openLinkKeys = async (db: Kysely<Tables>): Promise<LinkKeys> => {
  let keys = await serverKeys(db, linkKeyName);
  let readAt = performance.now();
  const read = async () => {
    readAt = performance.now();
    // Where the database does not answer, the known keys stay valid.
    keys = await serverKeys(db, linkKeyName).catch(() => keys);
  };
  const timer = setInterval(() => void read(), readEveryMs).unref();
  return {
    get current() {
      return keys.current;
    },
    isSigned: async (photoName, query) => {
      if (isValid(keys, photoName, query)) return true;
      if (!query.signature || performance.now() - readAt < readAgainAfterMs) return false;
      await read();
      return isValid(keys, photoName, query);
    },
    close: () => clearInterval(timer),
  };
};
