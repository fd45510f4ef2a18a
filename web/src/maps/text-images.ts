// Texts on the map are images drawn with the console's font: MapLibre would otherwise need glyph files of its own.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { formatNumber } from '../ui/format.ts';

/** Prefixes of image ids; the count or the name follows. */
export const countImage = 'count:';
export const nameImage = 'name:';

const family = "'Inter Variable', 'Noto Naskh Arabic Variable', system-ui, sans-serif";

interface Ink {
  size: number;
  weight: number;
  colour: string;
  halo: string | undefined;
}

const drawText = (text: string, { size, weight, colour, halo }: Ink, ratio: number) => {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  const font = `${weight} ${size * ratio}px ${family}`;
  context.font = font;
  const margin = 3 * ratio;
  canvas.width = Math.max(1, Math.ceil(context.measureText(text).width + 2 * margin));
  canvas.height = Math.ceil(size * 1.4 * ratio + 2 * margin);
  context.font = font;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  if (halo) {
    context.strokeStyle = halo;
    context.lineWidth = 3 * ratio;
    context.lineJoin = 'round';
    context.strokeText(text, canvas.width / 2, canvas.height / 2);
  }
  context.fillStyle = colour;
  context.fillText(text, canvas.width / 2, canvas.height / 2);
  return context.getImageData(0, 0, canvas.width, canvas.height);
};

const thousand = 1000;

/** Counts on clusters: exact below a thousand, then 1.2K, 34K. */
const shortCount = (count: number): string =>
  count < thousand
    ? formatNumber(count)
    : new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 }).format(
        count,
      );

/** Loads the shipped fonts that these names need: a canvas draws only with fonts that are loaded. */
export const loadLetters = async (names: readonly string[]): Promise<void> => {
  await document.fonts.load(`600 12px ${family}`, names.join(' ')).catch(() => undefined);
};

/** Draws the images that layers refer to. */
export const drawTexts = (map: MapLibreMap, isDark: boolean): void => {
  const ratio = Math.max(1, Math.min(3, window.devicePixelRatio));
  map.setMissingStyleImageResolver((id) => {
    const image = id.startsWith(countImage)
      ? drawText(
          shortCount(Number(id.slice(countImage.length))),
          { size: 12, weight: 600, colour: '#ffffff', halo: undefined },
          ratio,
        )
      : id.startsWith(nameImage)
        ? drawText(
            id.slice(nameImage.length),
            {
              size: 12,
              weight: 600,
              colour: isDark ? '#e6e9ec' : '#1f242b',
              halo: isDark ? '#131619' : '#ffffff',
            },
            ratio,
          )
        : undefined;
    if (image && !map.hasImage(id)) map.addImage(id, image, { pixelRatio: ratio });
  });
};
