// What a visitor sees first, fetched beside the settings and the language instead of after them.
import { readSession } from '../api/session.ts';

export const loadLogin = () => import('../sign-in/login-page.tsx');
export const loadShell = () => import('./shell.tsx');

/**
 * Begins to fetch the screen that the stored session, or its absence, leads to.
 * @param loadScreen fetches what the address names
 */
export const fetchFirstScreen = (loadScreen: () => Promise<unknown>): void => {
  // The router asks again, and says so where it fails.
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);
  if (!readSession()) quietly(loadLogin());
  else {
    quietly(loadShell());
    quietly(loadScreen());
  }
};
