// Places without a house in front: vacant plots, fields, and factory sheds.
import type { Random } from '../random.ts';
import type { Light } from './sky.ts';
import { drawTree } from './street.ts';
import { darker, ellipse, hatch, lighter, mix, polygon, rect, shadeWall, stroke } from './svg.ts';

export interface Place {
  svg: string;
  plate: { x: number; y: number };
}

interface Stage {
  width: number;
  height: number;
  base: number;
  s: number;
  light: Light;
}

const tuft = (x: number, y: number, size: number, colour: string) =>
  stroke(
    [-0.6, -0.3, 0, 0.3, 0.6]
      .map(
        (lean) =>
          `M${x.toFixed(1)} ${y.toFixed(1)}q${(lean * size * 0.3).toFixed(1)} ${(-size * 0.6).toFixed(1)} ${(lean * size).toFixed(1)} ${(-size).toFixed(1)}`,
      )
      .join(''),
    colour,
    1.6,
  );

interface PlotWall {
  x: number;
  w: number;
  foot: number;
  light: Light;
  s: number;
}

/** The back of a plot: bricks, plaster, a wire fence, or the neighbour's blank wall. */
const plotWall = ({ x, w, foot, light, s }: PlotWall, random: Random): string => {
  const kind = random.weighted({ brick: 4, plaster: 2, fence: 2, neighbour: 2 });
  const h = kind === 'neighbour' ? random.between(3.3, 6.4) * s : random.between(1.1, 2) * s;
  const box = { x, y: foot - h, w, h };
  if (kind === 'fence')
    return (
      stroke(hatch({ ...box, w: w + 1 }, w / 7, 'down'), '#6a5a48', 0.12 * s) +
      stroke(hatch(box, h / 4, 'across'), '#8c8a86', 0.04 * s)
    );
  const colour = {
    brick: random.pick(['#a8604a', '#b8735a', '#94503c']),
    plaster: random.pick(['#d8cbb2', '#c3c4bd', '#d3b694']),
    neighbour: random.pick(['#b0604a', '#c9bfae', '#b7b2a8']),
  }[kind];
  const wall = mix(colour, light.haze, 0.2);
  const courses =
    kind === 'plaster'
      ? rect(x, foot - 0.4 * s, w, 0.4 * s, darker(wall, 0.15))
      : stroke(hatch(box, 0.2 * s, 'across'), lighter(wall, 0.35), 1, { opacity: 0.6 });
  return (
    rect(x, foot - h, w, h, wall) +
    courses +
    rect(x - 0.05 * s, foot - h - 0.1 * s, w + 0.1 * s, 0.14 * s, lighter(wall, 0.2)) +
    shadeWall(x, foot - h, w, h, light.shadowSide)
  );
};

/** A vacant plot: bare ground behind a low wall, weeds, bricks, a board. */
export const drawVacantPlot = ({ width, base, s, light }: Stage, random: Random): Place => {
  const left = width * random.between(0.1, 0.2);
  const w = width * random.between(0.6, 0.7);
  const back = base - 0.9 * s;
  const soil = random.pick(['#c2a67c', '#b8a083', '#a99a72']);
  const parts = [
    polygon(
      [
        [left - 0.4 * s, base + 0.3 * s],
        [left + 0.8 * s, back],
        [left + w - 0.8 * s, back],
        [left + w + 0.4 * s, base + 0.3 * s],
      ],
      soil,
    ),
    plotWall({ x: left + 0.8 * s, w: w - 1.6 * s, foot: back, light, s }, random),
  ];
  if (random.chance(0.6))
    parts.push(drawTree(left + w * random.between(0.1, 0.9), back, random, s));
  for (let at = 0; at < 60; at += 1)
    parts.push(
      tuft(
        left + random.between(0.2, w - 0.2),
        random.between(back + 6, base + 0.25 * s),
        random.between(0.2, 0.7) * s,
        random.pick(['#7d8f4c', '#93984f', '#64803f', '#a89a5a']),
      ),
    );
  if (random.chance(0.7)) {
    const x = left + w * random.between(0.15, 0.75);
    for (let row = 0; row < 4; row += 1)
      for (let brick = 0; brick < 8 - row; brick += 1)
        parts.push(
          rect(
            x + (brick + row * 0.5) * 0.27 * s,
            base - (row + 1) * 0.14 * s,
            0.25 * s,
            0.12 * s,
            random.pick(['#a8503a', '#b5614a', '#934431']),
          ),
        );
  }
  if (random.chance(0.4)) {
    const x = left + w * random.between(0.2, 0.8);
    const heap = random.pick(['#cfc3a4', '#a39a8c', '#9b8a6a']);
    const [half, high] = [random.between(1, 1.7) * s, random.between(0.6, 1.1) * s];
    parts.push(
      polygon(
        [
          [x - half, base],
          [x - half * 0.2, base - high],
          [x + half * 0.25, base - high * 0.92],
          [x + half, base],
        ],
        heap,
      ),
      polygon(
        [
          [x + half * 0.25, base - high * 0.92],
          [x + half, base],
          [x + half * 0.2, base],
        ],
        darker(heap, 0.15),
      ),
    );
  }
  const post = left + w * random.between(0.3, 0.6);
  parts.push(
    rect(post, base - 1.9 * s, 0.12 * s, 2 * s, '#6a5038'),
    rect(post + 1.7 * s, base - 1.9 * s, 0.12 * s, 2 * s, '#6a5038'),
    rect(post - 0.2 * s, base - 2.3 * s, 2.2 * s, 1.1 * s, '#f2eee2'),
    rect(post - 0.2 * s, base - 2.3 * s, 2.2 * s, 0.12 * s, '#b3272d'),
  );
  return { svg: parts.join(''), plate: { x: post, y: base - 1.98 * s } };
};

/** Farm land: rows running to the horizon, a tube-well hut, a line of trees. */
export const drawFarm = ({ width, height, base, s, light }: Stage, random: Random): Place => {
  const crop = random.pick([
    ['#7f9b45', '#6a883b'],
    ['#b9a44e', '#a59042'],
    ['#5f8b3e', '#4f7a36'],
    ['#9a7f55', '#87704a'],
  ] as const);
  const horizon = base - 1.6 * s;
  const parts = [rect(-40, horizon, width + 80, height - horizon + 40, crop[0])];
  for (let x = -20; x < width + 20; x += random.between(24, 60))
    parts.push(drawTree(x, horizon + 3, random, s * 0.45, light.haze));
  const meet = width * random.between(0.3, 0.7);
  for (let row = -16; row <= 16; row += 1) {
    const foot = meet + row * width * 0.085;
    parts.push(
      polygon(
        [
          [meet + row * width * 0.016, horizon],
          [foot + width * 0.022, height + 40],
          [foot - width * 0.022, height + 40],
        ],
        crop[1],
      ),
    );
  }
  const path = height * 0.9;
  parts.push(
    rect(-40, path, width + 80, height - path + 40, '#b89b70'),
    rect(-40, path, width + 80, 5, '#8f9a55'),
  );
  const x = width * random.between(0.15, 0.6);
  const [w, h] = [4.2 * s, 2.9 * s];
  const wall = random.pick(['#b0674d', '#cdb48c', '#d9cdb5']);
  parts.push(
    ellipse(x + w / 2, base + 0.1 * s, w * 0.7, 0.3 * s, '#1c1610', { opacity: 0.25 }),
    rect(x, base - h, w, h, wall),
    shadeWall(x, base - h, w, h, light.shadowSide),
    rect(x - 0.25 * s, base - h - 0.2 * s, w + 0.5 * s, 0.26 * s, darker(wall, 0.3)),
    rect(x + w * 0.12, base - 2 * s, 1 * s, 2 * s, '#4e3c2b'),
    rect(x + w * 0.55, base - 2 * s, 0.9 * s, 0.8 * s, '#3d3a36'),
    rect(x + w, base - 0.7 * s, 2.6 * s, 0.7 * s, '#b5aea2'),
    rect(x + w + 0.1 * s, base - 0.62 * s, 2.4 * s, 0.25 * s, '#7fa6b3'),
    rect(x + w - 0.1 * s, base - 1 * s, 0.7 * s, 0.18 * s, '#5c6f80'),
  );
  return { svg: parts.join(''), plate: { x: x + w * 0.42, y: base - 0.95 * s } };
};

/** A factory: corrugated shed, chimney, wide gate. */
export const drawFactory = ({ width, base, s, light }: Stage, random: Random): Place => {
  const left = width * random.between(0.08, 0.18);
  const w = width * random.between(0.62, 0.74);
  const [wallHigh, rise] = [5.2 * s, 1.9 * s];
  const top = base - wallHigh;
  const wall = random.pick(['#b5bcc0', '#a9b7a8', '#b0674d', '#c9c0ae', '#8fa3b3']);
  const roof = random.pick(['#7c8a92', '#6d5f56', '#8a4a3c', '#5d7480']);
  const parts: string[] = [];
  if (random.chance(0.6)) {
    const x = left + w * random.between(0.1, 0.9);
    const high = top - random.between(4, 6) * s;
    parts.push(
      polygon(
        [
          [x, base],
          [x + 0.2 * s, high],
          [x + 1 * s, high],
          [x + 1.2 * s, base],
        ],
        mix('#a65a44', light.haze, 0.2),
      ),
      rect(x + 0.1 * s, high, 1 * s, 0.3 * s, '#e8e2d4'),
      ellipse(x + 1.4 * s, high - 0.7 * s, 1.2 * s, 0.5 * s, '#7f7f7f', { opacity: 0.28 }),
      ellipse(x + 2.9 * s, high - 1.3 * s, 1.9 * s, 0.7 * s, '#8b8b8b', { opacity: 0.2 }),
    );
  }
  const teeth = random.pick([1, 1, 3]);
  for (let tooth = 0; tooth < teeth; tooth += 1) {
    const x = left + (w / teeth) * tooth;
    const peak = teeth === 1 ? x + w / 2 : x + (w / teeth) * 0.15;
    parts.push(
      polygon(
        [
          [x - 0.3 * s, top],
          [peak, top - rise],
          [x + w / teeth + 0.3 * s, top],
        ],
        roof,
      ),
    );
  }
  const box = { x: left, y: top, w, h: wallHigh };
  parts.push(
    rect(left, top, w, wallHigh, wall),
    stroke(hatch(box, 0.32 * s, 'down'), darker(wall, 0.18), 0.05 * s),
    rect(left - 0.3 * s, top - 0.1 * s, w + 0.6 * s, 0.25 * s, lighter(roof, 0.25)),
    rect(left, base - 1.1 * s, w, 1.1 * s, darker(wall, 0.3)),
  );
  const lights = Math.floor(w / (2.6 * s));
  for (let at = 0; at < lights; at += 1)
    parts.push(
      rect(left + (at + 0.25) * (w / lights), top + 0.7 * s, w / lights / 2, 0.8 * s, '#54666f'),
    );
  const gateLeft = left + w * random.between(0.12, 0.5);
  const gate = { x: gateLeft, y: base - 3.6 * s, w: 4 * s, h: 3.6 * s };
  const leaf = random.pick(['#2d5a7c', '#7a3028', '#3f5d49', '#5a5f63']);
  parts.push(
    rect(gate.x - 0.25 * s, gate.y - 0.25 * s, gate.w + 0.5 * s, gate.h + 0.25 * s, '#e5dfd0'),
    rect(gate.x, gate.y, gate.w, gate.h, leaf),
    stroke(hatch(gate, 0.4 * s, 'down'), darker(leaf, 0.4), 0.06 * s),
    rect(gate.x + gate.w * 0.49, gate.y, 0.1 * s, gate.h, darker(leaf, 0.6)),
    shadeWall(left, top, w, wallHigh, light.shadowSide),
  );
  return { svg: parts.join(''), plate: { x: gate.x + gate.w + 0.5 * s, y: base - 2.4 * s } };
};
