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

/** Ctrl+K, `?` and `/`, on every screen; not while typing or while a dialog is open. */
export const useGlobalKeys = ({ onPalette, onShortcuts }: GlobalKeys): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (asksForPalette(event)) {
      event.preventDefault();
      onPalette();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
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
