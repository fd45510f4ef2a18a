// Photos for phones that have no camera: a drawn house for every report, each one different.
import sharp from 'sharp';
import { drawBuilding, floorHeight } from './photos/building.ts';
import { padJpeg } from './photos/jpeg-padding.ts';
import { drawFactory, drawFarm, drawVacantPlot, type Place } from './photos/open-land.ts';
import { numberPlate } from './photos/plate.ts';
import { drawSky, type Light, lightAt } from './photos/sky.ts';
import { drawBoundary, drawGround, drawPole, drawTree, drawVehicle } from './photos/street.ts';
import { polygon, rect } from './photos/svg.ts';
import { type Random, seeded } from './random.ts';

/** What the surveyor stands in front of. */
export interface PhotoScene {
  /** The same seed and scene give the same picture. */
  seed: string;
  pin: string;
  land: string;
  floors: number;
  hasStoreFront: boolean;
  /** Local hour, 0 to 24 with fractions: it sets the sky. */
  hour: number;
  isPortrait: boolean;
}

export interface PhotoSize {
  /** Longer edge in pixels; 900 if not given. */
  longEdge?: number;
  /** Least size of the file in kB (1000 bytes), reached by a comment inside the JPEG. */
  paddedKb?: number;
}

/** Draws the scene and answers it as a JPEG. A portrait is stored as phones store it: upright by EXIF. */
export const drawHouse = async (scene: PhotoScene, size: PhotoSize = {}): Promise<Buffer> => {
  const longEdge = size.longEdge ?? 900;
  const density = (72 * longEdge) / 900;
  let image = sharp(Buffer.from(drawScene(scene)), { density }).removeAlpha();
  // Half of the phones write portraits lying down and say so in EXIF; servers must cope with both.
  if (scene.isPortrait && seeded(scene.seed, 'phone').chance(0.5))
    image = image.rotate(-90).withMetadata({ orientation: 6 });
  const jpeg = await image.jpeg({ quality: 78, optimiseCoding: false }).toBuffer();
  return size.paddedKb ? padJpeg(jpeg, size.paddedKb * 1000, scene.seed) : jpeg;
};

/** The scene as SVG, 900 pixels along its longer edge. */
export const drawScene = (scene: PhotoScene): string => {
  const random = seeded('photo', scene.seed);
  const [width, height] = scene.isPortrait ? [675, 900] : [900, 675];
  const base = height * random.between(0.72, 0.79);
  const light = lightAt(scene.hour, random);
  const picture = drawPlace(scene, { width, height, base }, light, random);
  const turn = random.around(0, 0.7).toFixed(2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<g transform="rotate(${turn} ${width / 2} ${height / 2}) translate(${width / 2} ${height / 2}) scale(1.03) translate(${-width / 2} ${-height / 2})">`,
    picture,
    '</g>',
    rect(0, 0, width, height, light.tint, { opacity: light.tintShare }),
    '</svg>',
  ].join('');
};

interface Canvas {
  width: number;
  height: number;
  base: number;
}

const drawPlace = (scene: PhotoScene, canvas: Canvas, light: Light, random: Random): string => {
  const { width, height, base } = canvas;
  const sky = drawSky(width, base, light, random);
  if (scene.land === 'Agricultural') {
    const s = width / 20;
    const farm = drawFarm({ ...canvas, s, light }, random);
    return sky + farm.svg + plateAt(farm, scene.pin, s, canvas);
  }
  if (scene.land === 'Industrial') {
    const s = width / 24;
    const factory = drawFactory({ ...canvas, s, light }, random);
    const ground = drawGround(width, height, base, random, s);
    return (
      sky +
      ground +
      factory.svg +
      plateAt(factory, scene.pin, s, canvas) +
      streetLife(canvas, s, random)
    );
  }
  if (scene.floors === 0) {
    const s = width / 15;
    const rows = neighbours(canvas, width * 0.12, width * 0.85, s, light, random);
    const ground = drawGround(width, height, base, random, s);
    const plot = drawVacantPlot({ ...canvas, s, light }, random);
    const life = streetLife(canvas, s, random);
    return sky + rows + ground + plot.svg + plateAt(plot, scene.pin, s, canvas) + life;
  }
  return sky + drawStreetWithHouse(scene, canvas, light, random);
};

const plateAt = ({ plate }: Place, pin: string, s: number, { width }: Canvas) => {
  const wide = Math.max(1.3 * s, 62);
  return numberPlate(pin, Math.min(plate.x, width - wide - 14), plate.y, wide);
};

const drawStreetWithHouse = (
  scene: PhotoScene,
  canvas: Canvas,
  light: Light,
  random: Random,
): string => {
  const { width, height, base } = canvas;
  const hasShops = scene.hasStoreFront || scene.land === 'Commercial';
  const widthMetres = random.between(6.5, hasShops ? 15 : 12);
  const heightMetres = scene.floors * floorHeight + 3.2;
  // As the surveyor steps back until the whole house is in the picture.
  const s = Math.min(
    (base * 0.94) / heightMetres,
    (width * (scene.isPortrait ? 0.84 : 0.62)) / widthMetres,
  );
  const w = widthMetres * s;
  const x = (width - w) * random.between(0.32, 0.68);
  const side = random.pick([-1, 0, 1] as const);
  const house = drawBuilding(
    { x, w, floors: scene.floors, hasShops, side, light, haze: 0 },
    base,
    s,
    random,
  );
  const alley = 1.5 * s;
  const rows = neighbours(
    canvas,
    side === -1 ? x - alley : x,
    side === 1 ? x + w + alley : x + w,
    s,
    light,
    random,
  );
  const ground = drawGround(width, height, base, random, s);
  const lean = light.shadowSide * 0.9 * s;
  const shadow = polygon(
    [
      [x, base],
      [x + w, base],
      [x + w + lean, base + 0.5 * s],
      [x + lean, base + 0.5 * s],
    ],
    '#1c1610',
    { opacity: 0.26 },
  );
  const parts = [rows, house, ground, shadow];
  if (!hasShops && random.chance(0.62)) {
    const wall = drawBoundary(x - 0.2 * s, w + 0.4 * s, base, random, s);
    parts.push(wall.svg, plateAt(wall, scene.pin, s, canvas));
  } else {
    // Above the windows of the ground floor, or above the signboards.
    const high = (hasShops ? floorHeight + 0.4 : floorHeight - 0.12) * s;
    const place = { svg: '', plate: { x: x + 0.15 * s, y: base - high } };
    parts.push(plateAt(place, scene.pin, s, canvas));
  }
  parts.push(streetLife(canvas, s, random));
  return parts.join('');
};

/** Houses to the left of `from` and to the right of `to`, paler than the one in the middle. */
const neighbours = (
  { width, base }: Canvas,
  from: number,
  to: number,
  s: number,
  light: Light,
  random: Random,
): string => {
  const parts: string[] = [];
  const row = (start: number, step: -1 | 1) => {
    for (let at = start; step === 1 ? at < width + 20 : at > -20; ) {
      const w = random.between(5, 10) * s;
      const x = step === 1 ? at : at - w;
      if (random.chance(0.14)) parts.push(drawTree(x + w / 2, base, random, s, light.haze));
      else
        parts.push(
          drawBuilding(
            {
              x,
              w,
              floors: random.whole(1, 3),
              hasShops: random.chance(0.3),
              light,
              haze: 0.28,
            },
            base,
            s,
            random,
          ),
        );
      at += step * w;
    }
  };
  row(from, -1);
  row(to, 1);
  return parts.join('');
};

const streetLife = ({ width, height, base }: Canvas, s: number, random: Random): string => {
  const parts: string[] = [];
  const edge = () => (random.chance(0.5) ? random.between(0.02, 0.16) : random.between(0.84, 0.98));
  if (random.chance(0.45)) parts.push(drawTree(width * edge(), base + 0.3 * s, random, s));
  if (random.chance(0.65)) parts.push(drawPole(width * edge(), base + 0.3 * s, width, random, s));
  if (random.chance(0.5)) {
    const depth = random.between(0.3, 0.62);
    // What stands nearer is larger.
    const near = s * (1 + depth * 0.55);
    const y = base + (height - base) * depth;
    parts.push(drawVehicle(width * random.between(0.04, 0.74), y, random, near));
  }
  return parts.join('');
};
