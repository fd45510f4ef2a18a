import { type RefObject, useEffect } from 'react';

/** Up to here all groups stay pinned: their layers cost less than watching them. */
const fewGroups = 4;
/** How far out of sight a group may be and still be pinned, in px: further than a page scrolls in a frame. */
const margin = 200;

/**
 * Marks the groups of rows (`tbody`) that are far out of sight with `data-off-screen`, for styles that are dear: a pinned
 * cell is a layer of its own, and a browser goes through all layers in each frame of scrolling.
 * @param groups how many there are
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
