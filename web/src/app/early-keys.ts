// Ctrl+K may be pressed before the palette is loaded. It is recorded until then.
import { readSession } from '../api/session.ts';

let isAsked = false;
let stop = () => {};

/** Ctrl+K, or Cmd+K. */
export const asksForPalette = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;

/** Listens from the start until `takeEarlyKey`. A visitor without a session has no palette. */
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

/** True where Ctrl+K was pressed since `listenEarly`, which ends here: the caller listens from now on. */
export const takeEarlyKey = (): boolean => {
  stop();
  const wasAsked = isAsked;
  isAsked = false;
  return wasAsked;
};
