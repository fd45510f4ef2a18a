// The surveyors of this phone. Signing out forgets the token, never the work.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { tellChange } from './changes.ts';
import { strict } from './database.ts';

export interface Account {
  username: string;
  name: string;
  /** Null after signing out, and where the server no longer accepts it. */
  token: string | null;
  /** True where the server refused the token: the password is asked for again. */
  isExpired: boolean;
}

interface AccountsSchema extends DBSchema {
  accounts: { key: string; value: Account };
  settings: { key: string; value: string };
}

let opening: Promise<IDBPDatabase<AccountsSchema>> | undefined;

const database = () => {
  opening ??= openDB<AccountsSchema>('survey-accounts', 1, {
    upgrade: (created) => {
      created.createObjectStore('accounts', { keyPath: 'username' });
      created.createObjectStore('settings');
    },
    terminated: () => {
      opening = undefined;
    },
  });
  return opening;
};

/** The id of this phone, made once: the same for all reports and surveyors. */
export const deviceId = async (): Promise<string> => {
  const write = (await database()).transaction('settings', 'readwrite', strict);
  const id = (await write.store.get('device')) ?? crypto.randomUUID();
  await write.store.put(id, 'device');
  await write.done;
  return id;
};

export const settingOf = async (name: string): Promise<string | undefined> =>
  (await database()).get('settings', name);

export const storeSetting = async (name: string, value: string): Promise<void> => {
  await (await database()).put('settings', value, name);
};

export const allAccounts = async (): Promise<Account[]> => (await database()).getAll('accounts');

/** The surveyor who uses the phone now; undefined where nobody is signed in. */
export const currentAccount = async (): Promise<Account | undefined> => {
  const opened = await database();
  const username = await opened.get('settings', 'current');
  return username === undefined ? undefined : opened.get('accounts', username);
};

/** Stores who has signed in, and makes the surveyor the one who uses the phone. */
export const signedIn = async (account: Omit<Account, 'isExpired'>): Promise<void> => {
  const write = (await database()).transaction(['accounts', 'settings'], 'readwrite', strict);
  await Promise.all([
    write.objectStore('accounts').put({ ...account, isExpired: false }),
    write.objectStore('settings').put(account.username, 'current'),
    write.done,
  ]);
  tellChange();
};

/** Forgets the token; `isExpired` where the server no longer takes it and the surveyor stays on the screen. */
export const forgetToken = async (username: string, isExpired: boolean): Promise<void> => {
  const write = (await database()).transaction(['accounts', 'settings'], 'readwrite', strict);
  const accounts = write.objectStore('accounts');
  const account = await accounts.get(username);
  if (account) await accounts.put({ ...account, token: null, isExpired });
  if (!isExpired) await write.objectStore('settings').delete('current');
  await write.done;
  tellChange();
};
