import { viewLimits } from '@survey/contract';
import { type PointerEvent as ReactPointerEvent, useCallback } from 'react';

/** The CSS variables of a column: its width, and its share of the remaining width. */
export const widthVariable = (field: string): string => `--width-${field}`;
export const growthVariable = (field: string): string => `--growth-${field}`;

/**
 * Resizes a column by drag. The CSS variable follows the pointer, so that no row is rendered during the drag;
 * `onResize` is called once at the end.
 */
export const useColumnResize = (onResize: (field: string, width: number) => void) =>
  useCallback(
    (down: ReactPointerEvent<HTMLElement>, field: string) => {
      const handle = down.currentTarget;
      const heading = handle.closest('th');
      const table = handle.closest('table');
      if (!heading || !table || down.button !== 0) return;
      down.preventDefault();
      const from = heading.getBoundingClientRect().width;
      const forwards = getComputedStyle(heading).direction === 'rtl' ? -1 : 1;
      let width = from;
      const { columnWidthMin, columnWidthMax } = viewLimits;
      const onMove = (move: PointerEvent) => {
        const wanted = from + (move.clientX - down.clientX) * forwards;
        width = Math.min(Math.max(wanted, columnWidthMin), columnWidthMax);
        table.style.setProperty(widthVariable(field), `${width}px`);
        table.style.setProperty(growthVariable(field), '0');
      };
      const ending = new AbortController();
      const end = () => {
        ending.abort();
        delete handle.dataset.active;
        delete table.dataset.resizing;
        if (Math.abs(width - from) >= 1) onResize(field, width);
      };
      const { signal } = ending;
      handle.dataset.active = '';
      table.dataset.resizing = '';
      handle.setPointerCapture(down.pointerId);
      handle.addEventListener('pointermove', onMove, { signal });
      handle.addEventListener('pointerup', end, { signal });
      handle.addEventListener('pointercancel', end, { signal });
    },
    [onResize],
  );
