import { type RefObject, useEffect } from 'react';

/** Up to this number all groups stay pinned: an observer would cost more than their layers. */
const fewGroups = 4;
/** Margin around the viewport in which groups stay pinned, in px: more than one frame scrolls. */
const margin = 200;

/**
 * Marks the groups of rows (`tbody`) outside the viewport with `data-off-screen`, so that their cells are not pinned: a
 * pinned cell is a compositing layer, and the browser visits all layers in each frame of scrolling.
 * @param groups their number
 */
export const useOffScreenRowGroups = (
  table: RefObject<HTMLTableElement | null>,
  groups: number,
): void => {
  useEffect(() => {
    const element = table.current;
    if (!element || groups <= fewGroups) return undefined;
    const bodies = [...element.tBodies];
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          target.toggleAttribute('data-off-screen', !isIntersecting);
        }
      },
      { root: element.closest('section'), rootMargin: `${margin}px 0px` },
    );
    for (const body of bodies) observer.observe(body);
    return () => {
      observer.disconnect();
      for (const body of bodies) body.removeAttribute('data-off-screen');
    };
  }, [table, groups]);
};
