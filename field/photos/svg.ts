// The shapes of the drawn photos. Coordinates are pixels; y grows downwards.

type Point = readonly [x: number, y: number];

const short = (value: number) => String(Math.round(value * 10) / 10);

export interface Look {
  /** Opacity of the fill, 0 to 1. The attribute `opacity` is slower: it costs a layer for each shape. */
  opacity?: number;
  /** Radius of the corners. */
  round?: number;
}

const filled = (fill: string, { opacity, round }: Look) =>
  `fill="${fill}"${opacity === undefined ? '' : ` fill-opacity="${opacity.toFixed(2)}"`}${round ? ` rx="${short(round)}"` : ''}/>`;

export const rect = (x: number, y: number, w: number, h: number, fill: string, look: Look = {}) =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(Math.max(w, 0))}" height="${short(Math.max(h, 0))}" ${filled(fill, look)}`;

export const polygon = (points: readonly Point[], fill: string, look: Look = {}) =>
  `<polygon points="${points.map(([x, y]) => `${short(x)},${short(y)}`).join(' ')}" ${filled(fill, look)}`;

export const ellipse = (
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  look: Look = {},
) =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" ${filled(fill, look)}`;

/** A stroked path; `d` comes from `trace`, `hatch` or the caller. */
export const stroke = (
  d: string,
  colour: string,
  width: number,
  { opacity, isRound }: { opacity?: number; isRound?: boolean } = {},
) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${short(width)}"${opacity === undefined ? '' : ` stroke-opacity="${opacity}"`}${isRound ? ' stroke-linecap="round" stroke-linejoin="round"' : ''}/>`;

/** Shadow growing towards one side of a wall (-1 left, 1 right), in two steps: gradients are slow. */
export const shadeWall = (x: number, y: number, w: number, h: number, side: -1 | 1): string =>
  [0.55, 0.2]
    .map((share) =>
      rect(side === 1 ? x + w * (1 - share) : x, y, w * share, h, '#1b130a', { opacity: 0.07 }),
    )
    .join('');

/** Straight lines from point to point as path data. */
export const trace = (points: readonly Point[]): string =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('');

/** Many parallel lines in one path: cheap corrugation, brick courses and bars. */
export const hatch = (
  box: { x: number; y: number; w: number; h: number },
  step: number,
  direction: 'across' | 'down',
): string => {
  let d = '';
  if (direction === 'across') {
    for (let y = box.y + step; y < box.y + box.h; y += step)
      d += `M${short(box.x)} ${short(y)}h${short(box.w)}`;
  } else {
    for (let x = box.x + step; x < box.x + box.w; x += step)
      d += `M${short(x)} ${short(box.y)}v${short(box.h)}`;
  }
  return d;
};

/** A colour mixed with another: 0 is `from`, 1 is `to`. Both are `#rrggbb`. */
export const mix = (from: string, to: string, share: number): string => {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) * (1 - share) + channel(to, at) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
};

export const darker = (colour: string, share: number): string => mix(colour, '#1a1410', share);
export const lighter = (colour: string, share: number): string => mix(colour, '#ffffff', share);
