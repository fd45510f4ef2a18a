// Ctrl+K is pressed by people who know it, often before the page has all its parts. It is remembered until then.
import { readSession } from '../api/session.ts';

let isAsked = false;
let stop = () => {};

/** Ctrl+K, or Cmd+K. */
export const asksForPalette = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;

/** Listens from the first moment on, until `takeEarlyKey`. A visitor without a session has no palette. */
export const listenEarly = (): void => {
  if (!readSession()) return;
  const onKey = (event: KeyboardEvent) => {
    if (!asksForPalette(event)) return;
    event.preventDefault();
    isAsked = true;
  };
  document.addEventListener('keydown', onKey);
  stop = () => document.removeEventListener('keydown', onKey);
};

/** Whether the palette was asked for meanwhile; whoever takes it listens from now on. */
export const takeEarlyKey = (): boolean => {
  stop();
  const wasAsked = isAsked;
  isAsked = false;
  return wasAsked;
};
