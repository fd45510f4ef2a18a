// Measures a photo, in the decoder process: a hash that photos which look alike share, brightness and sharpness.
import exifReader from 'exif-reader';
import type { PhotoMeasures } from './decoder-messages.ts';
import { sharp } from './sharp-settings.ts';

/** Longest side in pixels of the reduced grey picture that is measured. */
const side = 256;
/** dHash compares 8 pairs of neighbours in each of 8 rows. */
const hashSize = { width: 9, height: 8 };
/** The Laplacian. The offset keeps negative results, because pixels have no sign. */
const laplacian = { width: 3, height: 3, kernel: [0, 1, 0, 1, -4, 1, 0, 1, 0], offset: 128 };

/** Each bit says whether a pixel is brighter than its right neighbour; rows from the top. */
const hashOf = (pixels: Buffer): bigint => {
  let hash = 0n;
  for (let row = 0; row < hashSize.height; row += 1) {
    for (let column = 0; column < hashSize.width - 1; column += 1) {
      const at = row * hashSize.width + column;
      hash = (hash << 1n) | ((pixels[at] as number) > (pixels[at + 1] as number) ? 1n : 0n);
    }
  }
  return BigInt.asIntN(64, hash);
};

/** Time of the exposure; null where it is missing or cannot be read. */
const takenAt = (exif: Buffer | undefined): string | null => {
  if (!exif) return null;
  try {
    const { Photo } = exifReader(exif);
    const taken = Photo?.DateTimeOriginal;
    if (!taken || Number.isNaN(taken.getTime())) return null;
    const offset = Photo?.OffsetTimeOriginal;
    const isOffset = typeof offset === 'string' && /^[+-]\d\d:\d\d$/.test(offset);
    // The time of the camera's clock, which exif-reader returns as if it were UTC.
    return taken.toISOString().slice(0, 19) + (isOffset ? offset : '');
  } catch {
    return null;
  }
};

/** Measures a photo. @throws where it cannot be decoded */
export const measure = async (bytes: Uint8Array): Promise<PhotoMeasures> => {
  const whole = sharp(bytes, { failOn: 'none', limitInputPixels: false });
  const { width, height, exif, autoOrient } = await whole.metadata();
  const { data, info } = await whole
    .autoOrient()
    .greyscale()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: across, height: down, channels } = info;
  const small = () => sharp(data, { raw: { width: across, height: down, channels } });
  const pixels = await small()
    .resize({ ...hashSize, fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const [{ channels: grey }, edges] = await Promise.all([
    small().stats(),
    small().convolve(laplacian).raw().toBuffer(),
  ]);
  const { channels: sharpness } = await sharp(edges, {
    raw: { width: across, height: down, channels },
  }).stats();
  return {
    hash: hashOf(pixels).toString(),
    width: autoOrient?.width ?? width,
    height: autoOrient?.height ?? height,
    brightness: grey[0]?.mean ?? 0,
    sharpness: (sharpness[0]?.stdev ?? 0) ** 2,
    takenAt: takenAt(exif),
  };
};
