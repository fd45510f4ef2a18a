import { useEffect, useEffectEvent } from 'react';

interface Neighbours {
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

const typesText = 'input, textarea, select, [contenteditable="true"]';

/** `j` and `k` open the next and the previous report; the arrow keys belong to the drawer. */
export const useListKeys = (isOn: boolean, { onPrevious, onNext }: Neighbours): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest(typesText)) return;
    const step = { j: onNext, k: onPrevious }[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isOn]);
};
