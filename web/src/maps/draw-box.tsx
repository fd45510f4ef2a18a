import { type PointerEvent, useState } from 'react';
import { t } from '../text/text.ts';
import classes from './map.module.css';

interface Corner {
  x: number;
  y: number;
}

interface DrawBoxProps {
  /** The two corners, in pixels from the map's corner. */
  onDrawn: (from: Corner, to: Corner) => void;
  onCancel: () => void;
}

const leastPixels = 4;

/** An overlay for drawing a box: press, drag, release. Escape cancels. */
export const DrawBox = ({ onDrawn, onCancel }: DrawBoxProps) => {
  const [corners, setCorners] = useState<{ from: Corner; to: Corner }>();
  const at = ({ currentTarget, clientX, clientY }: PointerEvent): Corner => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const style = corners && {
    insetInlineStart: 0,
    insetBlockStart: 0,
    transform: `translate(${Math.min(corners.from.x, corners.to.x)}px, ${Math.min(corners.from.y, corners.to.y)}px)`,
    width: Math.abs(corners.to.x - corners.from.x),
    height: Math.abs(corners.to.y - corners.from.y),
  };
  return (
    <div
      className={classes.draw}
      dir="ltr"
      role="application"
      aria-label={t('Drag to draw a box')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setCorners({ from: at(event), to: at(event) });
      }}
      onPointerMove={(event) => corners && setCorners({ ...corners, to: at(event) })}
      onPointerUp={(event) => {
        if (!corners) return;
        const to = at(event);
        const { from } = corners;
        setCorners(undefined);
        const isBox = Math.min(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) >= leastPixels;
        if (isBox) onDrawn(from, to);
        else onCancel();
      }}
      onPointerCancel={() => setCorners(undefined)}
    >
      {style ? <div className={classes.rectangle} style={style} /> : null}
    </div>
  );
};
