import { useEffect, useEffectEvent } from 'react';

const typesText = 'input, textarea, select, [contenteditable="true"], [role="slider"]';

/**
 * Keys of the review queue, by `event.key` in small letters. The arrow keys follow the direction of the language. Not
 * while somebody types or a dialog is open.
 */
export const useQueueKeys = (acts: Readonly<Record<string, (() => void) | undefined>>): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest(typesText)) return;
    if (document.querySelector('[aria-modal="true"]')) return;
    const isMirrored = document.documentElement.dir === 'rtl';
    const [left, right] = isMirrored ? ['next', 'previous'] : ['previous', 'next'];
    const name = { ArrowLeft: left, ArrowRight: right }[event.key] ?? event.key.toLowerCase();
    const act = acts[name];
    // A held key must not decide about report after report.
    if (!act || (event.repeat && name !== 'next' && name !== 'previous')) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
};
