// Draws a building seen from across the street. Sizes are metres times `s` pixels.
import type { Random } from '../random.ts';
import {
  type Box,
  drawBalcony,
  drawDoor,
  drawShop,
  drawWindow,
  type WindowKind,
} from './openings.ts';
import { drawRoof, type RoofKind } from './roof.ts';
import type { Light } from './sky.ts';
import { darker, hatch, lighter, mix, polygon, rect, shadeWall, stroke } from './svg.ts';

export const floorHeight = 3.3;

export interface BuildingPlan {
  /** Left edge and width in pixels. */
  x: number;
  w: number;
  floors: number;
  hasShops: boolean;
  light: Light;
  /** Share of haze over it; 0 for the building in front. */
  haze: number;
  /** Side on which the wall to the alley shows. */
  side?: -1 | 0 | 1;
}

const plasters = [
  '#efe4cb',
  '#f2efe6',
  '#e8c9a6',
  '#e6c4b4',
  '#cfdecf',
  '#cddce6',
  '#ecd596',
  '#d9cfc0',
  '#e3dbe6',
  '#d8b48a',
  '#f4e1d2',
  '#bfcfc0',
];
const bricks = ['#a9573d', '#b4644a', '#9a4e3a', '#b97355'];
const cements = ['#b9b3a8', '#a8a49b', '#c4beb1'];
const trims = ['#8c5a3c', '#7a3030', '#41584a', '#4a5a70', '#6d6459', '#b08d57', '#f0ece2'];
const frames = ['#f0eee8', '#5a4030', '#3d4a52', '#7c5a3a', '#2f2f33'];
const doors = ['#6b3f26', '#7a2e2a', '#2f5146', '#2e4a68', '#8a6136', '#3a3a3e'];

/** Draws the building with its lower edge on `base`. */
export const drawBuilding = (
  plan: BuildingPlan,
  base: number,
  s: number,
  random: Random,
): string => {
  const finish = random.weighted({ plaster: 6, brick: 3, cement: 1, banded: 2 });
  const seen = (colour: string) => mix(colour, plan.light.haze, plan.haze);
  const wall = seen(
    random.pick(finish === 'brick' ? bricks : finish === 'cement' ? cements : plasters),
  );
  const trim = seen(random.pick(trims));
  const frame = seen(random.pick(frames));
  const door = seen(random.pick(doors));
  const height = plan.floors * floorHeight * s;
  const top = base - height;
  const { x, w } = plan;
  const parts: string[] = [];
  if (plan.side) parts.push(sideWall(plan, plan.side, base, top, darker(wall, 0.32), s));
  parts.push(rect(x, top, w, height, wall));
  if (finish === 'brick')
    parts.push(
      stroke(hatch({ x, y: top, w, h: height }, 0.2 * s, 'across'), lighter(wall, 0.3), 0.03 * s, {
        opacity: 0.6,
      }),
    );
  if (finish === 'banded') {
    const band = w * random.between(0.2, 0.34);
    const left = random.chance(0.5) ? x : x + w - band;
    parts.push(
      rect(left, top, band, height, trim),
      stroke(
        hatch({ x: left, y: top, w: band, h: height }, 0.5 * s, 'across'),
        darker(trim, 0.3),
        0.05 * s,
      ),
    );
  }
  const bays = Math.max(2, Math.round(w / s / 3.1));
  const kind = random.pick<WindowKind>(['wide', 'wide', 'tall', 'arched', 'grille']);
  const railing = random.pick(['bars', 'bars', 'solid', 'glass'] as const);
  const balconyAt = random.chance(0.7) ? random.whole(0, bays - 1) : -1;
  const balconyBays = random.chance(0.4) ? bays : 1;
  for (let floor = 0; floor < plan.floors; floor += 1) {
    const y = base - (floor + 1) * floorHeight * s;
    const isGround = floor === 0;
    if (isGround && plan.hasShops) {
      const shop = w / bays;
      for (let bay = 0; bay < bays; bay += 1) {
        const box = { x: x + bay * shop, y, w: shop, h: floorHeight * s };
        const isStair = bays > 2 && bay === bays - 1 && plan.floors > 1 && random.chance(0.5);
        parts.push(
          isStair
            ? drawDoor(
                { x: box.x + shop * 0.3, y: base - 2.3 * s, w: shop * 0.42, h: 2.3 * s },
                door,
                s,
              )
            : drawShop(box, random, s, plan.light.isDusk),
        );
      }
      continue;
    }
    const doorAt = isGround ? random.whole(0, bays - 1) : -1;
    for (let bay = 0; bay < bays; bay += 1) {
      const cell = w / bays;
      const middle = x + (bay + 0.5) * cell;
      if (bay === doorAt) {
        const wide = Math.min(cell * 0.7, 1.5 * s);
        parts.push(
          drawDoor({ x: middle - wide / 2, y: base - 2.4 * s, w: wide, h: 2.4 * s }, door, s),
        );
        continue;
      }
      parts.push(
        drawWindow(
          windowBox(kind, middle, y, cell, s),
          kind,
          frame,
          s,
          plan.light.isDusk && random.chance(0.45),
        ),
      );
    }
    if (!isGround) {
      parts.push(rect(x - 0.12 * s, y + floorHeight * s - 0.1 * s, w + 0.24 * s, 0.2 * s, trim));
      if (balconyAt >= 0) {
        const cell = w / bays;
        const start = Math.min(balconyAt, bays - balconyBays);
        parts.push(
          drawBalcony(
            {
              x: x + start * cell + 0.1 * s,
              y: y + (floorHeight - 1) * s,
              w: cell * balconyBays - 0.2 * s,
              h: 1 * s,
            },
            railing,
            trim,
            s,
          ),
        );
      }
    }
  }
  parts.push(shadeWall(x, top, w, height, plan.light.shadowSide));
  const roof = random.weighted<RoofKind>({
    parapet: 5,
    jali: 3,
    railing: 2,
    pitched: plan.hasShops ? 0 : 1.4,
    unfinished: 1.2,
  });
  parts.push(drawRoof({ x, w, top, wall, trim }, roof, random, s));
  return parts.join('');
};

const windowBox = (
  kind: WindowKind,
  middle: number,
  floorTop: number,
  cell: number,
  s: number,
): Box => {
  const wide = Math.min(cell * 0.66, (kind === 'wide' ? 1.9 : 1.15) * s);
  const high = (kind === 'tall' || kind === 'arched' ? 1.75 : 1.35) * s;
  return { x: middle - wide / 2, y: floorTop + 0.95 * s, w: wide, h: high };
};

const sideWall = (
  { x, w }: BuildingPlan,
  side: -1 | 1,
  base: number,
  top: number,
  colour: string,
  s: number,
) => {
  const near = side === 1 ? x + w : x;
  const far = near + side * 1.5 * s;
  return polygon(
    [
      [near, top],
      [far, top + 0.7 * s],
      [far, base - 0.55 * s],
      [near, base],
    ],
    colour,
  );
};
