// Fetches the first screen in parallel with the settings and the language.
import { readSession } from '../api/session.ts';

export const loadLogin = () => import('../sign-in/login-page.tsx');
export const loadShell = () => import('./shell.tsx');

/**
 * Starts to fetch the screen for the stored session, or sign-in without one.
 * @param loadScreen fetches the screen of the address
 */
export const fetchFirstScreen = (loadScreen: () => Promise<unknown>): void => {
  // The router repeats a failed import and shows the error.
  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);
  if (!readSession()) quietly(loadLogin());
  else {
    quietly(loadShell());
    quietly(loadScreen());
  }
};
