// The foreground of a house: road, boundary wall, gate, pole, vehicles.
import type { Random } from '../random.ts';
import { darker, ellipse, hatch, lighter, mix, polygon, rect, stroke } from './svg.ts';

const grounds = [
  { verge: '#c4ab85', road: '#8e8a84', line: '#7b7771' },
  { verge: '#b9a17c', road: '#a8957a', line: '#97846a' },
  { verge: '#a89f92', road: '#9d6a55', line: '#855643' },
  { verge: '#b3ab9d', road: '#6f7073', line: '#626366' },
] as const;

/** The ground from `base` to the lower edge: verge, drain, road. */
export const drawGround = (
  width: number,
  height: number,
  base: number,
  random: Random,
  s: number,
) => {
  const ground = random.pick(grounds);
  const kerb = base + (height - base) * 0.42;
  const parts = [
    rect(-40, base, width + 80, height - base + 40, ground.verge),
    rect(-40, kerb - 0.16 * s, width + 80, 0.22 * s, '#4d453b', { opacity: 0.7 }),
    rect(-40, kerb, width + 80, 0.14 * s, lighter(ground.verge, 0.3)),
    rect(-40, kerb + 0.14 * s, width + 80, height - kerb + 40, ground.road),
  ];
  let gap = 0.16 * s;
  for (let y = kerb + gap; y < height + 40; y += gap) {
    parts.push(rect(-40, y, width + 80, gap * 0.12, ground.line));
    gap *= 1.35;
  }
  for (let left = 26; left > 0; left -= 1) {
    const y = random.between(base + 4, height);
    parts.push(
      ellipse(
        random.between(0, width),
        y,
        random.between(2, 9),
        random.between(0.8, 2),
        random.pick([lighter(ground.verge, 0.25), darker(ground.verge, 0.3), '#7f8a5a']),
        { opacity: 0.55 },
      ),
    );
  }
  if (random.chance(0.2)) {
    const x = random.between(0, width);
    const y = random.between(kerb + 20, height - 10);
    parts.push(ellipse(x, y, random.between(50, 120), 9, '#b9c6cf', { opacity: 0.5 }));
  }
  return parts.join('');
};

const gates = ['#26282c', '#6d2326', '#1f4d3a', '#254a78', '#77522f', '#8b9298', '#3c3f57'];

export interface Frontage {
  svg: string;
  /** Where a number plate fits: left upper corner. */
  plate: { x: number; y: number };
}

/** A boundary wall from `x` over `w` with a gate; its foot stands a little before the house. */
export const drawBoundary = (
  x: number,
  w: number,
  base: number,
  random: Random,
  s: number,
): Frontage => {
  const foot = base + 0.35 * s;
  const high = random.between(1.7, 2.2) * s;
  const wall = random.pick(['#e3d6bd', '#cfc5b5', '#b0674d', '#d9c09c', '#dcdcd4', '#c9a98c']);
  const gateWide = Math.min(random.between(3, 3.8) * s, w * 0.55);
  const gateLeft = x + (w - gateWide) * random.pick([0.15, 0.5, 0.85]);
  const gate = random.pick(gates);
  const pillar = 0.5 * s;
  const panel = { x: gateLeft, y: foot - high * 1.05, w: gateWide, h: high * 1.05 };
  const isBrick = wall === '#b0674d';
  const wallParts = [
    rect(x, foot - high, w, high, wall),
    isBrick
      ? stroke(
          hatch({ x, y: foot - high, w, h: high }, 0.2 * s, 'across'),
          lighter(wall, 0.3),
          0.03 * s,
          { opacity: 0.7 },
        )
      : rect(x, foot - high * 0.32, w, high * 0.32, darker(wall, 0.22)),
    rect(x - 0.1 * s, foot - high - 0.12 * s, w + 0.2 * s, 0.18 * s, lighter(wall, 0.3)),
    rect(x, foot - high + 0.06 * s, w, 0.12 * s, '#20180f', { opacity: 0.2 }),
  ];
  if (random.chance(0.3))
    for (let at = x; at < x + w; at += 0.5 * s)
      wallParts.push(
        ellipse(
          at,
          foot - high - 0.25 * s,
          0.42 * s,
          random.between(0.3, 0.55) * s,
          random.pick(['#5c7f45', '#6b8d4e', '#4f7340']),
        ),
      );
  const leaf = [
    rect(panel.x, panel.y, panel.w, panel.h, gate),
    rect(panel.x + panel.w * 0.49, panel.y, panel.w * 0.02, panel.h, darker(gate, 0.6)),
    rect(panel.x, panel.y + panel.h * 0.42, panel.w, 0.1 * s, lighter(gate, 0.25)),
    stroke(hatch({ ...panel, h: panel.h * 0.4 }, 0.24 * s, 'down'), lighter(gate, 0.35), 0.05 * s, {
      opacity: 0.8,
    }),
    random.chance(0.5)
      ? ellipse(
          panel.x + panel.w * 0.25,
          panel.y + panel.h * 0.7,
          0.3 * s,
          0.3 * s,
          lighter(gate, 0.3),
        ) +
        ellipse(
          panel.x + panel.w * 0.75,
          panel.y + panel.h * 0.7,
          0.3 * s,
          0.3 * s,
          lighter(gate, 0.3),
        )
      : '',
  ];
  const pillars = [gateLeft - pillar, gateLeft + gateWide].map(
    (left) =>
      rect(left, foot - high * 1.22, pillar, high * 1.22, lighter(wall, 0.18)) +
      rect(
        left - 0.1 * s,
        foot - high * 1.22 - 0.12 * s,
        pillar + 0.2 * s,
        0.18 * s,
        darker(wall, 0.2),
      ) +
      ellipse(left + pillar / 2, foot - high * 1.22 - 0.32 * s, 0.2 * s, 0.22 * s, '#f3efe0'),
  );
  const ramp = polygon(
    [
      [gateLeft, foot],
      [gateLeft + gateWide, foot],
      [gateLeft + gateWide + 0.5 * s, foot + 0.6 * s],
      [gateLeft - 0.5 * s, foot + 0.6 * s],
    ],
    '#a9a297',
  );
  return {
    svg: [ramp, ...wallParts, ...leaf, ...pillars].join(''),
    plate: { x: gateLeft + gateWide + pillar + 0.2 * s, y: foot - high * 0.8 },
  };
};

/** An electricity pole with its wires, as every street has one. */
export const drawPole = (x: number, base: number, width: number, random: Random, s: number) => {
  const top = base - random.between(8, 9.5) * s;
  const lines: string[] = [];
  for (const [drop, sag] of [
    [0.3, 40],
    [0.3, 55],
    [1.1, 48],
    [1.1, 70],
  ] as const) {
    const y = top + drop * s;
    const end = y + random.between(-30, 40);
    lines.push(
      `M-40 ${(y + random.between(-20, 30)).toFixed(1)}Q${(x / 2).toFixed(1)} ${(y + sag).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}Q${((x + width) / 2).toFixed(1)} ${(y + sag).toFixed(1)} ${width + 40} ${end.toFixed(1)}`,
    );
  }
  const pole = random.pick(['#8d8a83', '#6d5a48', '#9a9b98']);
  const transformer = random.chance(0.25)
    ? rect(x - 0.55 * s, top + 2 * s, 1.1 * s, 1.2 * s, '#7c8782') +
      stroke(
        hatch({ x: x - 0.55 * s, y: top + 2 * s, w: 1.1 * s, h: 1.2 * s }, 0.2 * s, 'down'),
        '#5d6763',
        2,
      )
    : '';
  return (
    stroke(lines.join(''), '#33302d', 1.3, { opacity: 0.75 }) +
    rect(x - 0.12 * s, top, 0.26 * s, base - top + 0.4 * s, pole) +
    rect(x - 0.9 * s, top + 0.3 * s, 1.8 * s, 0.14 * s, darker(pole, 0.25)) +
    rect(x - 0.7 * s, top + 1.1 * s, 1.4 * s, 0.12 * s, darker(pole, 0.25)) +
    transformer
  );
};

/** A tree: shisham, neem or a tall eucalyptus, by chance. */
export const drawTree = (x: number, base: number, random: Random, s: number, haze?: string) => {
  const seen = (colour: string) => (haze ? mix(colour, haze, 0.35) : colour);
  const high = random.between(4, 7.5) * s;
  const leaf = seen(random.pick(['#4c7340', '#5e8347', '#3f6a45', '#6f8b4c']));
  const slim = random.chance(0.3);
  const parts = [
    polygon(
      [
        [x - 0.2 * s, base],
        [x + 0.2 * s, base],
        [x + 0.09 * s, base - high * 0.75],
        [x - 0.09 * s, base - high * 0.75],
      ],
      seen('#6a5038'),
    ),
  ];
  for (let at = 0; at < 9; at += 1) {
    const size = random.between(0.65, 1.2) * s * (slim ? 0.75 : 1.2);
    parts.push(
      ellipse(
        x + random.between(-1, 1) * s * (slim ? 0.6 : 1.5),
        base - high * random.between(slim ? 0.45 : 0.58, 1),
        size,
        size * 0.8,
        mix(leaf, at % 3 === 0 ? '#20301a' : '#c9d68a', random.between(0, 0.28)),
      ),
    );
  }
  return parts.join('');
};

const wheel = (x: number, y: number, r: number) =>
  ellipse(x, y, r, r, '#24211f') + ellipse(x, y, r * 0.5, r * 0.5, '#9a9a98');

/** A parked motorcycle or car with its shadow. */
export const drawVehicle = (x: number, y: number, random: Random, s: number): string => {
  const paint = random.pick(['#a3222a', '#20232a', '#e9e9e6', '#2c5d92', '#8f9499', '#c9b77e']);
  if (random.chance(0.6)) {
    const r = 0.3 * s;
    return (
      ellipse(x + 0.7 * s, y + r, 1.2 * s, 0.12 * s, '#1c1610', { opacity: 0.3 }) +
      wheel(x, y, r) +
      wheel(x + 1.3 * s, y, r) +
      stroke(
        `M${x} ${y}L${x + 0.4 * s} ${y - 0.45 * s}H${x + 1.05 * s}L${x + 1.3 * s} ${y}M${x + 1.05 * s} ${y - 0.4 * s}L${x + 0.95 * s} ${y - 0.85 * s}H${x + 1.15 * s}`,
        '#2d2d2f',
        0.09 * s,
      ) +
      rect(x + 0.45 * s, y - 0.68 * s, 0.5 * s, 0.26 * s, paint, { round: 5 }) +
      rect(x - 0.1 * s, y - 0.62 * s, 0.62 * s, 0.15 * s, '#1f1d1c', { round: 3 }) +
      rect(x + 0.4 * s, y - 0.4 * s, 0.45 * s, 0.35 * s, '#55585c', { round: 3 })
    );
  }
  const w = 3.7 * s;
  return (
    ellipse(x + w / 2, y + 0.3 * s, w * 0.55, 0.16 * s, '#1c1610', { opacity: 0.35 }) +
    polygon(
      [
        [x + w * 0.16, y - 0.62 * s],
        [x + w * 0.3, y - 1.15 * s],
        [x + w * 0.68, y - 1.15 * s],
        [x + w * 0.84, y - 0.62 * s],
      ],
      darker(paint, 0.15),
    ) +
    polygon(
      [
        [x + w * 0.22, y - 0.64 * s],
        [x + w * 0.33, y - 1.06 * s],
        [x + w * 0.65, y - 1.06 * s],
        [x + w * 0.77, y - 0.64 * s],
      ],
      '#3a4a55',
    ) +
    rect(x, y - 0.66 * s, w, 0.66 * s, paint, { round: 0.2 * s }) +
    rect(x + w * 0.49, y - 1.06 * s, 0.08 * s, 0.44 * s, darker(paint, 0.15)) +
    rect(x, y - 0.3 * s, w, 0.05 * s, darker(paint, 0.3)) +
    wheel(x + w * 0.2, y, 0.3 * s) +
    wheel(x + w * 0.8, y, 0.3 * s)
  );
};
