// Usernames that look the same on a screen and are not: the skeleton of Unicode TR 39, by its table of confusables.
import unhomoglyph from 'unhomoglyph';
import type { Reader } from '../../database/connection.ts';

/** Most names that an answer gives. */
const named = 3;

/** The same for all texts that look alike. Case counts for nothing in usernames. */
const skeleton = (name: string): string =>
  unhomoglyph(unhomoglyph(name.normalize('NFKC').toLowerCase()).toLowerCase());

/** Usernames of accounts that look like this one without being it. There are thousands at most. */
export const usernamesLike = async (db: Reader, username: string): Promise<string[]> => {
  const wanted = skeleton(username);
  const accounts = await db.selectFrom('users').select('username').orderBy('username').execute();
  return accounts
    .map((account) => account.username)
    .filter((name) => name.toLowerCase() !== username.toLowerCase() && skeleton(name) === wanted)
    .slice(0, named);
};
