// Sky, haze and light at an hour of the day.
import type { Random } from '../random.ts';
import { ellipse, mix, polygon, rect } from './svg.ts';

export interface Light {
  /** Colour of the haze over distant objects. */
  haze: string;
  skyTop: string;
  skyLow: string;
  /** Colour laid over the whole picture, and how strongly. */
  tint: string;
  tintShare: number;
  isDusk: boolean;
  /** Side the shadows fall to: -1 left, 1 right. */
  shadowSide: -1 | 1;
}

const moods = [
  { until: 7.2, top: '#8fa9c4', low: '#f0d3b4', tint: '#f2b27a', share: 0.1 },
  { until: 9.5, top: '#8db9dc', low: '#e9e6d8', tint: '#fff0cf', share: 0.08 },
  { until: 15.2, top: '#6faad8', low: '#dbe7ea', tint: '#fffbe8', share: 0.04 },
  { until: 16.6, top: '#86afd0', low: '#f1dfbf', tint: '#f8c987', share: 0.12 },
  { until: 17.6, top: '#7f8fb5', low: '#f2b98a', tint: '#e98e54', share: 0.16 },
  { until: 24, top: '#3f4d78', low: '#b98793', tint: '#1d2a55', share: 0.3 },
] as const;

/** Light at an hour from 0 to 24; some days are overcast or hazy, as the Punjab's winter is. */
export const lightAt = (hour: number, random: Random): Light => {
  const mood = moods.find(({ until }) => hour < until) ?? moods[2];
  const air = random.weighted({ clear: 5, hazy: 3, overcast: 2 });
  const grey = { clear: 0, hazy: 0.35, overcast: 0.7 }[air];
  const skyTop = mix(mood.top, '#c3c9cc', grey);
  const skyLow = mix(mood.low, '#dcdcd6', grey);
  return {
    haze: mix(skyLow, '#c9cdc8', 0.3),
    skyTop,
    skyLow,
    tint: mood.tint,
    tintShare: mood.share * (1 - grey * 0.5),
    isDusk: hour >= 17.6 || hour < 6,
    shadowSide: hour < 12 ? -1 : 1,
  };
};

const cloud = (x: number, y: number, size: number, colour: string) =>
  ellipse(x, y, size, size * 0.2, colour) +
  ellipse(x - size * 0.3, y - size * 0.1, size * 0.42, size * 0.2, colour) +
  ellipse(x + size * 0.25, y - size * 0.13, size * 0.5, size * 0.26, colour);

/** Sky down to `base`, with clouds, kites of the old city and a far line of roofs and trees. */
export const drawSky = (width: number, base: number, light: Light, random: Random): string => {
  const parts = [
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light.skyTop}"/><stop offset="1" stop-color="${light.skyLow}"/></linearGradient>`,
    rect(-40, -40, width + 80, base + 80, 'url(#sky)'),
  ];
  const white = mix('#ffffff', mix(light.skyTop, light.skyLow, 0.4), 0.5);
  for (let left = random.whole(0, 4); left > 0; left -= 1)
    parts.push(
      cloud(
        random.between(0, width),
        random.between(20, base * 0.4),
        random.between(50, 130),
        white,
      ),
    );
  const far = mix('#7d8a86', light.haze, 0.62);
  for (let x = -20; x < width + 20; ) {
    const w = random.between(30, 110);
    const h = random.between(base * 0.1, base * 0.3);
    parts.push(
      random.chance(0.3)
        ? ellipse(x + w / 2, base - h * 0.5, w * 0.7, h * 0.62, mix('#5d7a5c', light.haze, 0.55))
        : rect(x, base - h, w + 1, h, mix(far, light.haze, random.between(0, 0.35))),
    );
    x += w;
  }
  if (random.chance(0.15)) parts.push(minaret(random.between(width * 0.1, width * 0.9), base, far));
  return parts.join('');
};

const minaret = (x: number, base: number, colour: string) =>
  rect(x - 7, base * 0.38, 14, base * 0.62, colour) +
  rect(x - 11, base * 0.46, 22, 7, colour) +
  ellipse(x, base * 0.38, 9, 12, colour) +
  polygon(
    [
      [x - 2, base * 0.37],
      [x + 2, base * 0.37],
      [x, base * 0.31],
    ],
    colour,
  );
