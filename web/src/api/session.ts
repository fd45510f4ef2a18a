// The session in local storage: token under 'token', user under 'user' (spec 3 and 6).
import type { SignedInUser } from '@survey/contract';
import { useSyncExternalStore } from 'react';

export interface Session {
  token: string;
  /** Backends that speak only spec 7 answer no more than role_id and name. */
  user: Partial<SignedInUser>;
}

type EndListener = (notice: string | undefined) => void;

const changeListeners = new Set<() => void>();
const endListeners = new Set<EndListener>();
let cached: { token: string | null; user: string | null; session: Session | undefined } | undefined;

const readUser = (stored: string | null): Partial<SignedInUser> => {
  try {
    const user: unknown = JSON.parse(stored ?? '{}');
    return typeof user === 'object' && user !== null ? user : {};
  } catch {
    return {};
  }
};

/** The stored session; the same object until the storage changes. */
export const readSession = (): Session | undefined => {
  const token = localStorage.getItem('token');
  const user = localStorage.getItem('user');
  if (!cached || cached.token !== token || cached.user !== user) {
    cached = { token, user, session: token ? { token, user: readUser(user) } : undefined };
  }
  return cached.session;
};

const tellChange = () => {
  for (const listener of changeListeners) listener();
};

export const startSession = ({ token, user }: Session): void => {
  localStorage.setItem('token', token);
  localStorage.setItem('user', JSON.stringify(user));
  tellChange();
};

/** Removes the session; with a notice where the user did not ask for it. */
export const endSession = (notice?: string): void => {
  localStorage.removeItem('token');
  localStorage.removeItem('user');
  tellChange();
  for (const listener of endListeners) listener(notice);
};

/** Calls `listener` when the session ends, here or in another tab. Returns the function that removes it. */
export const onSessionEnd = (listener: EndListener): (() => void) => {
  const otherTab = (event: StorageEvent) => {
    if (event.key === 'token' && event.newValue === null) listener(undefined);
  };
  endListeners.add(listener);
  window.addEventListener('storage', otherTab);
  return () => {
    endListeners.delete(listener);
    window.removeEventListener('storage', otherTab);
  };
};

const subscribe = (listener: () => void) => {
  changeListeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    changeListeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

/** The session, or undefined for a visitor; follows sign-in and sign-out, in other tabs too. */
export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, readSession);
