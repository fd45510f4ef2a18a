import { useEffect, useEffectEvent } from 'react';
import { asksForPalette, takeEarlyKey } from './early-keys.ts';

interface GlobalKeys {
  onPalette: () => void;
  onShortcuts: () => void;
}

const typesText = 'input, textarea, select, [contenteditable="true"]';
const searches = '[data-search], input[type="search"]';

const isVisible = (element: HTMLElement): boolean => element.checkVisibility();

/** Focuses the search field of the screen; false where it has none. */
const focusSearch = (): boolean => {
  const found = [...document.querySelectorAll<HTMLElement>(`#content :is(${searches})`)];
  const search = found.find(isVisible);
  search?.focus();
  return search !== undefined;
};

const reachable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/**
 * Takes the focus into the dialog on top where it fell to the page, because the button that had it is gone: Tab would
 * lead through the screen behind the dialog. False where no dialog is open or the focus is somewhere.
 */
const focusDialog = (): boolean => {
  if (document.activeElement !== document.body) return false;
  const top = [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].at(-1);
  const first = [...(top?.querySelectorAll<HTMLElement>(reachable) ?? [])].find(isVisible);
  first?.focus();
  return first !== undefined;
};

/** Ctrl+K, `?`, `/` and Tab, on every screen; the first three not while typing or while a dialog is open. */
export const useGlobalKeys = ({ onPalette, onShortcuts }: GlobalKeys): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (asksForPalette(event)) {
      event.preventDefault();
      onPalette();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Tab' && focusDialog()) {
      event.preventDefault();
      return;
    }
    if (event.target instanceof Element && event.target.closest(typesText)) return;
    if (event.key === '?') {
      event.preventDefault();
      onShortcuts();
    }
    if (event.key === '/' && !document.querySelector('[aria-modal="true"]')) {
      event.preventDefault();
      if (!focusSearch()) onPalette();
    }
  });
  const onEarly = useEffectEvent(onPalette);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    if (takeEarlyKey()) onEarly();
    return () => document.removeEventListener('keydown', listener);
  }, []);
};
