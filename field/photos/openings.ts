// Windows, doors, balconies and shop fronts of a facade. Sizes are metres times `s` pixels.
import type { Random } from '../random.ts';
import { darker, ellipse, hatch, lighter, polygon, rect, stroke, trace } from './svg.ts';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export type WindowKind = 'wide' | 'tall' | 'arched' | 'grille';

const glass = (isLit: boolean) => (isLit ? '#f4cf7a' : '#4a5c68');

/** A window standing in the middle of its box, with chajja (sun shade) and sill. */
export const drawWindow = (
  { x, y, w, h }: Box,
  kind: WindowKind,
  frame: string,
  s: number,
  isLit: boolean,
): string => {
  const sill = rect(x - 0.12 * s, y + h, w + 0.24 * s, 0.1 * s, lighter(frame, 0.45));
  const shade =
    rect(x - 0.25 * s, y - 0.28 * s, w + 0.5 * s, 0.14 * s, '#efeae0') +
    rect(x - 0.2 * s, y - 0.14 * s, w + 0.4 * s, 0.16 * s, '#2a2018', { opacity: 0.28 });
  const mirror = polygon(
    [
      [x + w * 0.1, y + h * 0.06],
      [x + w * 0.42, y + h * 0.06],
      [x + w * 0.16, y + h * 0.9],
      [x + w * 0.1, y + h * 0.9],
    ],
    '#dfeaf0',
    { opacity: isLit ? 0.15 : 0.28 },
  );
  const pane = rect(x, y, w, h, glass(isLit)) + mirror;
  const edge = `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}" fill="none" stroke="${frame}" stroke-width="${(0.09 * s).toFixed(1)}"/>`;
  if (kind === 'arched') {
    const arch = ellipse(x + w / 2, y, w / 2, w * 0.38, darker(glass(isLit), 0.15));
    const rim = stroke(
      `M${x.toFixed(1)} ${y.toFixed(1)}A${(w / 2).toFixed(1)} ${(w * 0.38).toFixed(1)} 0 0 1 ${(x + w).toFixed(1)} ${y.toFixed(1)}`,
      frame,
      0.12 * s,
    );
    return arch + rim + pane + edge + bars({ x, y, w, h }, 2, frame, s) + sill;
  }
  const count = kind === 'wide' ? 3 : 2;
  const grille =
    kind === 'grille'
      ? stroke(hatch({ x, y, w, h }, 0.16 * s, 'down'), '#efefe8', 0.03 * s, { opacity: 0.8 })
      : '';
  return shade + pane + bars({ x, y, w, h }, count, frame, s) + grille + edge + sill;
};

const bars = ({ x, y, w, h }: Box, panes: number, colour: string, s: number) =>
  stroke(hatch({ x, y, w: w - 1, h }, w / panes, 'down'), colour, 0.07 * s);

/** A door with frame and one step, standing on the lower edge of its box. */
export const drawDoor = ({ x, y, w, h }: Box, colour: string, s: number): string =>
  rect(x - 0.1 * s, y - 0.1 * s, w + 0.2 * s, h + 0.1 * s, darker(colour, 0.45)) +
  rect(x, y, w, h, colour) +
  [0.1, 0.56]
    .map((left) =>
      [0.08, 0.54]
        .map((top) =>
          rect(x + w * left, y + h * top, w * 0.34, h * 0.38, darker(colour, 0.22), { round: 2 }),
        )
        .join(''),
    )
    .join('') +
  rect(x + w * 0.485, y, w * 0.03, h, darker(colour, 0.5)) +
  ellipse(x + w * 0.44, y + h * 0.52, 0.06 * s, 0.06 * s, '#d9c27a') +
  rect(x - 0.3 * s, y + h - 0.06 * s, w + 0.6 * s, 0.2 * s, '#b8b0a2');

/** A balcony's slab and railing across the box; its lower edge is the floor. */
export const drawBalcony = (
  { x, y, w, h }: Box,
  kind: 'bars' | 'solid' | 'glass',
  trim: string,
  s: number,
) => {
  const slab =
    rect(x - 0.1 * s, y + h, w + 0.2 * s, 0.22 * s, lighter(trim, 0.3)) +
    rect(x, y + h + 0.22 * s, w, 0.35 * s, '#20180f', { opacity: 0.25 });
  if (kind === 'solid') return slab + rect(x, y, w, h, trim) + rect(x, y, w, 0.1 * s, '#f3efe6');
  if (kind === 'glass')
    return (
      slab + rect(x, y, w, h, '#9cc0c6', { opacity: 0.55 }) + rect(x, y, w, 0.08 * s, '#e9ecec')
    );
  return (
    slab +
    stroke(hatch({ x, y, w, h }, 0.2 * s, 'down'), darker(trim, 0.45), 0.05 * s) +
    rect(x, y - 0.05 * s, w, 0.1 * s, darker(trim, 0.5))
  );
};

const signColours = ['#b3272d', '#14623c', '#1d4a8f', '#c98a12', '#6b2c6f', '#0f6f78', '#222831'];
const goods = ['#c8503c', '#e2b44a', '#5f8f5a', '#4e7fae', '#d9d2c0', '#a8642f'];

/** A line that looks like handwriting from afar, for signboards without a font. */
const script = ({ x, y, w, h }: Box, random: Random, colour: string) => {
  let d = '';
  for (let at = x + w; at > x + w * 0.06; ) {
    const size = random.between(0.5, 1.3) * h * 0.5;
    const top = y + h * random.between(0.25, 0.6);
    d += `M${at.toFixed(1)} ${top.toFixed(1)}q${(-size * 0.2).toFixed(1)} ${(h * 0.5).toFixed(1)} ${(-size).toFixed(1)} ${(h * random.between(0, 0.3)).toFixed(1)}`;
    if (random.chance(0.4))
      d += `M${(at - size / 2).toFixed(1)} ${(y + h * 0.95).toFixed(1)}h${(h * 0.1).toFixed(1)}`;
    at -= size * random.between(0.9, 1.35);
  }
  return stroke(d, colour, Math.max(1.4, h * 0.13), { isRound: true });
};

/** One shop: signboard, and its shutter down, half up, or open on shelves. */
export const drawShop = ({ x, y, w, h }: Box, random: Random, s: number, isLit: boolean) => {
  const sign = random.pick(signColours);
  const top = y + 0.75 * s;
  const inside: Box = { x: x + 0.15 * s, y: top, w: w - 0.3 * s, h: y + h - top };
  const parts = [rect(x, y, w, h, '#8f867a')];
  const open = random.weighted({ shut: 4, half: 2, open: 4 });
  parts.push(rect(inside.x, inside.y, inside.w, inside.h, isLit ? '#6d4f27' : '#2f2922'));
  for (let shelf = 0; shelf < 3; shelf += 1) {
    const line = inside.y + inside.h * (0.38 + shelf * 0.2);
    for (let at = inside.x + 4; at < inside.x + inside.w - 6; at += 0.28 * s)
      parts.push(rect(at, line - 0.3 * s, 0.22 * s, 0.3 * s, random.pick(goods), { opacity: 0.8 }));
    parts.push(rect(inside.x, line, inside.w, 0.05 * s, '#c9b48d'));
  }
  const down = { shut: 1, half: 0.5, open: 0.1 }[open];
  const shutter = random.pick(['#7f929c', '#8c9a86', '#6f8294', '#9c9184', '#5d7a78']);
  const curtain = { ...inside, h: inside.h * down };
  parts.push(
    rect(curtain.x, curtain.y, curtain.w, curtain.h, shutter),
    stroke(hatch(curtain, 0.13 * s, 'across'), darker(shutter, 0.35), 0.03 * s),
    rect(curtain.x, curtain.y + curtain.h - 0.1 * s, curtain.w, 0.1 * s, darker(shutter, 0.4)),
  );
  if (random.chance(0.35)) {
    const awning = random.pick(signColours);
    parts.push(
      polygon(
        [
          [x, top],
          [x + w, top],
          [x + w + 0.2 * s, top + 0.6 * s],
          [x - 0.2 * s, top + 0.6 * s],
        ],
        awning,
      ),
      stroke(
        trace([
          [x - 0.2 * s, top + 0.6 * s],
          [x + w + 0.2 * s, top + 0.6 * s],
        ]),
        '#f5f0e4',
        0.08 * s,
      ),
    );
  }
  parts.push(
    rect(x + 0.05 * s, y, w - 0.1 * s, 0.72 * s, sign),
    rect(x + 0.05 * s, y + 0.62 * s, w - 0.1 * s, 0.1 * s, lighter(sign, 0.35)),
    script(
      { x: x + w * 0.12, y: y + 0.1 * s, w: w * 0.76, h: 0.46 * s },
      random,
      random.chance(0.7) ? '#fff8e6' : '#ffe066',
    ),
  );
  return parts.join('');
};
