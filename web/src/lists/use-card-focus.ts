import { type RefObject, useEffect, useRef } from 'react';

/** A question that closes gives the focus back after its transition, in ms. */
const transitionMs = 400;

/**
 * Keeps the focus at a card whose buttons change: the one that was pressed is disabled while its action runs and may
 * be gone afterwards, which would leave the focus on the page.
 */
export const useCardFocus = (isBusy: boolean): RefObject<HTMLLIElement | null> => {
  const card = useRef<HTMLLIElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const hasEnded = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    if (!hasEnded) return;
    const catchFocus = () => {
      if (document.activeElement === document.body) card.current?.focus({ preventScroll: true });
    };
    catchFocus();
    const timer = setTimeout(catchFocus, transitionMs);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return card;
};
