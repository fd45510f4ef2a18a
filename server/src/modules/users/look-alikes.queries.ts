// Finds usernames that look alike but differ: both have the same skeleton of Unicode TR 39 (table of confusables).
import unhomoglyph from 'unhomoglyph';
import type { Reader } from '../../database/connection.ts';

/** Most usernames in an answer. */
const named = 3;

/** Equal for texts that look alike. Lower case, because usernames are compared without regard to case. */
const skeleton = (name: string): string =>
  unhomoglyph(unhomoglyph(name.normalize('NFKC').toLowerCase()).toLowerCase());

/** Usernames of other accounts that look like this one. All accounts are read: there are thousands at most. */
export const usernamesLike = async (db: Reader, username: string): Promise<string[]> => {
  const wanted = skeleton(username);
  const accounts = await db.selectFrom('users').select('username').orderBy('username').execute();
  return accounts
    .map((account) => account.username)
    .filter((name) => name.toLowerCase() !== username.toLowerCase() && skeleton(name) === wanted)
    .slice(0, named);
};
