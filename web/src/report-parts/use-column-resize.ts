import { viewLimits } from '@survey/contract';
import { type PointerEvent as ReactPointerEvent, useCallback } from 'react';

/** Under which name the table holds the width of a column while it is dragged. */
export const widthVariable = (field: string): string => `--width-${field}`;

/**
 * Resizing a column by drag: the table's own variable follows the pointer, so that 200 rows are not drawn
 * anew at each move; the width is told once at the end.
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
      };
      const ending = new AbortController();
      const end = () => {
        ending.abort();
        delete handle.dataset.active;
        if (Math.abs(width - from) >= 1) onResize(field, width);
      };
      const { signal } = ending;
      handle.dataset.active = '';
      handle.setPointerCapture(down.pointerId);
      handle.addEventListener('pointermove', onMove, { signal });
      handle.addEventListener('pointerup', end, { signal });
      handle.addEventListener('pointercancel', end, { signal });
    },
    [onResize],
  );
