// Zoom and pan of one picture: wheel, keys, double click, drag, pinch.
import { useCallback, useEffect, useState } from 'react';

const least = 1;
const most = 8;
const step = 1.5;
const wheelFactor = 1.15;
const doubleClickFactor = 3;

interface View {
  scale: number;
  /** Offset from the centre in px. */
  x: number;
  y: number;
}

interface Point {
  x: number;
  y: number;
}

const whole: View = { scale: 1, x: 0, y: 0 };

/** Zooms by `factor` so that `at` (px from the middle of the frame) does not move. */
export const zoomAround = (view: View, factor: number, at: Point): View => {
  const scale = Math.min(most, Math.max(least, view.scale * factor));
  if (scale === least) return whole;
  const grown = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown };
};

const distance = ([one, other]: Point[]): number =>
  one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;

type Change = (change: (known: View) => View) => void;

/** Handles wheel, drag, pinch and double click on the frame of a picture. */
const listen = (frame: HTMLElement, change: Change) => {
  const pointers = new Map<number, Point>();
  const fromMiddle = ({ clientX, clientY }: MouseEvent): Point => {
    const box = frame.getBoundingClientRect();
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  const onWheel = (event: WheelEvent) => {
    event.preventDefault();
    const factor = event.deltaY < 0 ? wheelFactor : 1 / wheelFactor;
    const at = fromMiddle(event);
    change((known) => zoomAround(known, factor, at));
  };
  const onDown = (event: PointerEvent) => {
    frame.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onMove = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const apart = distance([...pointers.values()]);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size > 1 && apart > 0) {
      const factor = distance([...pointers.values()]) / apart;
      const at = fromMiddle(event);
      change((known) => zoomAround(known, factor, at));
      return;
    }
    const [x, y] = [event.clientX - before.x, event.clientY - before.y];
    change((known) => (known.scale > 1 ? { ...known, x: known.x + x, y: known.y + y } : known));
  };
  const onEnd = (event: PointerEvent) => pointers.delete(event.pointerId);
  const onDoubleClick = (event: MouseEvent) => {
    const at = fromMiddle(event);
    change((known) => (known.scale > 1 ? whole : zoomAround(known, doubleClickFactor, at)));
  };
  const ending = new AbortController();
  const { signal } = ending;
  // React's wheel listener is passive and could not stop the page from scrolling.
  frame.addEventListener('wheel', onWheel, { passive: false, signal });
  frame.addEventListener('pointerdown', onDown, { signal });
  frame.addEventListener('pointermove', onMove, { signal });
  frame.addEventListener('pointerup', onEnd, { signal });
  frame.addEventListener('pointercancel', onEnd, { signal });
  frame.addEventListener('dblclick', onDoubleClick, { signal });
  return () => ending.abort();
};

/** Zoom of one picture; a new `key` resets it. `attach` is the ref of its frame. */
export const useZoom = (key: string | undefined) => {
  const [view, setView] = useState<View>(whole);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is shown whole
  useEffect(() => setView(whole), [key]);

  const attach = useCallback(
    (frame: HTMLElement | null) => (frame ? listen(frame, setView) : undefined),
    [],
  );

  const middle = { x: 0, y: 0 };
  return {
    attach,
    scale: view.scale,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    canZoomIn: view.scale < most,
    canZoomOut: view.scale > least,
    zoomIn: () => setView((known) => zoomAround(known, step, middle)),
    zoomOut: () => setView((known) => zoomAround(known, 1 / step, middle)),
    reset: () => setView(whole),
  };
};
