import { calls } from '@survey/contract';
import { send } from '../api/client.ts';
import { endSession, readSession } from '../api/session.ts';

/** Removes the token and goes to '/' whether the server call succeeds or fails (spec 4). */
export const signOut = (): void => {
  const token = readSession()?.token;
  endSession();
  if (!token) return;
  send(calls.logout, {}, { token, keepalive: true }).catch((error: unknown) => {
    console.warn('The server did not get the logout:', error);
  });
};
