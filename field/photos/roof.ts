// Roofs and what stands on them: parapets, water tanks, stair heads, dishes.
import type { Random } from '../random.ts';
import { darker, ellipse, hatch, lighter, polygon, rect, stroke, trace } from './svg.ts';

export type RoofKind = 'parapet' | 'jali' | 'railing' | 'pitched' | 'unfinished';

export interface RoofPlan {
  x: number;
  w: number;
  top: number;
  wall: string;
  trim: string;
}

/** Draws a roof upwards from `top`; things on it stand behind the parapet. */
export const drawRoof = (plan: RoofPlan, kind: RoofKind, random: Random, s: number): string => {
  const { x, w, top, wall, trim } = plan;
  if (kind === 'pitched') return pitched(plan, random, s);
  const parts: string[] = [];
  if (random.chance(0.6)) parts.push(stairHead(plan, random, s));
  if (random.chance(0.75)) parts.push(tank(x + w * random.between(0.12, 0.85), top, random, s));
  if (random.chance(0.25)) parts.push(dish(x + w * random.between(0.2, 0.8), top - 0.9 * s, s));
  const rise = 0.95 * s;
  const wallOf = { x, y: top - rise, w, h: rise };
  if (kind === 'parapet')
    parts.push(
      rect(x, top - rise, w, rise, wall),
      rect(x - 0.15 * s, top - rise - 0.1 * s, w + 0.3 * s, 0.18 * s, trim),
    );
  if (kind === 'jali')
    parts.push(
      rect(x, top - rise, w, rise, lighter(wall, 0.2)),
      stroke(
        hatch(wallOf, 0.3 * s, 'down') + hatch(wallOf, 0.3 * s, 'across'),
        darker(wall, 0.35),
        0.07 * s,
      ),
      rect(x - 0.1 * s, top - rise - 0.1 * s, w + 0.2 * s, 0.15 * s, lighter(trim, 0.3)),
    );
  if (kind === 'railing')
    parts.push(
      stroke(hatch(wallOf, 0.22 * s, 'down'), darker(trim, 0.35), 0.05 * s),
      rect(x, top - rise, w, 0.08 * s, darker(trim, 0.4)),
      rect(x, top - 0.3 * s, w, 0.3 * s, wall),
    );
  if (kind === 'unfinished')
    for (let at = x + 0.3 * s; at < x + w; at += w / 4.2)
      parts.push(
        rect(at, top - 0.7 * s, 0.35 * s, 0.7 * s, '#a9a59c'),
        stroke(
          hatch({ x: at - 0.05 * s, y: top - 1.5 * s, w: 0.42 * s, h: 0.9 * s }, 0.14 * s, 'down'),
          '#6e4630',
          0.05 * s,
        ),
      );
  parts.push(rect(x - 0.25 * s, top - 0.08 * s, w + 0.5 * s, 0.24 * s, lighter(trim, 0.15)));
  parts.push(rect(x, top + 0.16 * s, w, 0.3 * s, '#20180f', { opacity: 0.2 }));
  return parts.join('');
};

const pitched = ({ x, w, top }: RoofPlan, random: Random, s: number) => {
  const tile = random.pick(['#a6452f', '#8d3f31', '#7a4a3a', '#5d6f67']);
  const rise = Math.min(2.6 * s, w * 0.3);
  const eaves = 0.5 * s;
  const inset = random.pick([0.5, 0.28]);
  const lines: string[] = [];
  for (let at = 1; at < 6; at += 1) {
    const share = at / 6;
    lines.push(
      trace([
        [x - eaves + (w * inset + eaves) * share, top - rise * share],
        [x + w + eaves - (w * inset + eaves) * share, top - rise * share],
      ]),
    );
  }
  return (
    polygon(
      [
        [x - eaves, top],
        [x + w * inset, top - rise],
        [x + w * (1 - inset), top - rise],
        [x + w + eaves, top],
      ],
      tile,
    ) +
    stroke(lines.join(''), darker(tile, 0.3), 0.06 * s) +
    rect(x - eaves, top - 0.06 * s, w + 2 * eaves, 0.22 * s, lighter(tile, 0.4)) +
    rect(x, top + 0.16 * s, w, 0.3 * s, '#20180f', { opacity: 0.25 })
  );
};

const stairHead = ({ x, w, top, wall, trim }: RoofPlan, random: Random, s: number) => {
  const wide = Math.min(3 * s, w * 0.45);
  const left = x + (w - wide) * random.pick([0.08, 0.5, 0.92]);
  return (
    rect(left, top - 2.7 * s, wide, 2.7 * s, darker(wall, 0.08)) +
    rect(left - 0.2 * s, top - 2.8 * s, wide + 0.4 * s, 0.2 * s, trim) +
    rect(left + wide * 0.3, top - 2.1 * s, wide * 0.35, 1 * s, '#59666c')
  );
};

const tank = (x: number, top: number, random: Random, s: number) => {
  const colour = random.pick(['#2f6fb0', '#2c2f33', '#e8e6dc', '#3d8a5f', '#d9b23c']);
  const [half, high] = [0.62 * s, 1.45 * s];
  const foot = top - 1 * s;
  return (
    rect(x - half, foot - 0.1 * s, half * 2, 1.1 * s, '#9b8f80') +
    rect(x - half, foot - high, half * 2, high, colour) +
    ellipse(x, foot - high, half, 0.2 * s, lighter(colour, 0.25)) +
    stroke(
      hatch({ x: x - half, y: foot - high, w: half * 2, h: high }, 0.36 * s, 'across'),
      darker(colour, 0.3),
      0.05 * s,
    ) +
    rect(x - half * 0.75, foot - high, half * 0.3, high, '#ffffff', { opacity: 0.25 })
  );
};

const dish = (x: number, y: number, s: number) =>
  rect(x - 0.03 * s, y, 0.07 * s, 0.9 * s, '#707070') +
  `<g transform="rotate(-30 ${x.toFixed(1)} ${y.toFixed(1)})">${ellipse(x, y, 0.55 * s, 0.42 * s, '#d6d6d2')}${ellipse(x, y, 0.42 * s, 0.3 * s, '#bcbcb6')}</g>`;
