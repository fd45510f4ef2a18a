// Horizontal scrolling of a wide table: buttons (200 px, spec 9), mouse drag, arrow keys.
import { limits } from '@survey/contract';
import { type RefObject, useCallback, useEffect, useState } from 'react';

const dragStartsAfterPx = 5;
const interactive = 'a, button, input, select, textarea, label, [role="slider"]';

interface SideScroll {
  /** False where the whole width is visible. */
  overflows: boolean;
  /** At the start of the reading direction: left, in Urdu right. */
  atStart: boolean;
  atEnd: boolean;
  scrollLeft: () => void;
  scrollRight: () => void;
}

const typesText = 'input, select, textarea, [contenteditable="true"], [role="slider"]';

/** True where the arrow keys may scroll the table: the focus is in it, or on no control. */
const isFree = (target: EventTarget | null, element: HTMLElement): boolean =>
  target instanceof Element &&
  (target.contains(element) || (element.contains(target) && !target.closest(typesText)));

const listenToKeys = (element: HTMLElement, scrollBy: (px: number) => void) => {
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -limits.scrollStepPx, ArrowRight: limits.scrollStepPx }[event.key];
    const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
    if (step === undefined || !isPlain || event.defaultPrevented) return;
    if (!isFree(event.target, element) || element.scrollWidth <= element.clientWidth) return;
    event.preventDefault();
    scrollBy(step);
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
};

const listenToDrag = (element: HTMLElement) => {
  const onDown = (down: PointerEvent) => {
    const target = down.target as HTMLElement;
    const isWide = element.scrollWidth > element.clientWidth;
    // Touch scrolls natively.
    if (down.pointerType !== 'mouse' || down.button !== 0 || !isWide) return;
    if (target.closest(interactive)) return;
    const from = element.scrollLeft;
    let isDragging = false;
    const onMove = (move: PointerEvent) => {
      const distance = move.clientX - down.clientX;
      if (!isDragging && Math.abs(distance) < dragStartsAfterPx) return;
      isDragging = true;
      element.dataset.dragging = '';
      window.getSelection()?.removeAllRanges();
      element.scrollLeft = from - distance;
    };
    const swallowClick = (click: MouseEvent) => click.stopPropagation();
    const onUp = () => {
      document.removeEventListener('pointermove', onMove);
      document.removeEventListener('pointerup', onUp);
      document.removeEventListener('pointercancel', onUp);
      delete element.dataset.dragging;
      if (!isDragging) return;
      // The click that ends a drag must not open the row under the mouse.
      document.addEventListener('click', swallowClick, { capture: true, once: true });
      setTimeout(() => document.removeEventListener('click', swallowClick, { capture: true }));
    };
    document.addEventListener('pointermove', onMove);
    document.addEventListener('pointerup', onUp);
    document.addEventListener('pointercancel', onUp);
  };
  element.addEventListener('pointerdown', onDown);
  return () => element.removeEventListener('pointerdown', onDown);
};

/** Scrolls the element horizontally by drag and arrow keys; returns the state for the scroll buttons. */
export const useSideScroll = (container: RefObject<HTMLElement | null>): SideScroll => {
  const [edges, setEdges] = useState({ overflows: false, atStart: true, atEnd: true });

  const scrollBy = useCallback(
    (left: number) => {
      const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      container.current?.scrollBy({ left, behavior: isCalm ? 'auto' : 'smooth' });
    },
    [container],
  );

  useEffect(() => {
    const element = container.current;
    if (!element) return;
    let scrolledTo = 0;
    // Vertical scrolling changes nothing here and must not force a layout.
    const onScroll = () => {
      if (element.scrollLeft === scrolledTo) return;
      scrolledTo = element.scrollLeft;
      measure();
    };
    const measure = () =>
      setEdges((known) => {
        const rest = element.scrollWidth - element.clientWidth;
        // In a right-to-left document scrollLeft is negative.
        const place = Math.abs(element.scrollLeft);
        const now = { overflows: rest > 1, atStart: place <= 1, atEnd: place >= rest - 1 };
        const isSame =
          now.overflows === known.overflows &&
          now.atStart === known.atStart &&
          now.atEnd === known.atEnd;
        return isSame ? known : now;
      });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener('scroll', onScroll, { passive: true });
    const endKeys = listenToKeys(element, scrollBy);
    const endDrag = listenToDrag(element);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
      endKeys();
      endDrag();
    };
  }, [container, scrollBy]);

  return {
    ...edges,
    scrollLeft: () => scrollBy(-limits.scrollStepPx),
    scrollRight: () => scrollBy(limits.scrollStepPx),
  };
};
