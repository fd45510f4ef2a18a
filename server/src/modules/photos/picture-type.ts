// What a file's bytes say it is, and whether it is all there. Only headers and lengths are looked at:
// nothing is decoded, so that a phone's photo costs next to nothing when it arrives.
import { crc32 } from 'node:zlib';
import { imageDimensionsFromData } from 'image-dimensions';
import type { PhotoExtension } from '../../plugins/photo-store.ts';

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Brands of ISO base media files that are pictures: HEIC and AVIF. */
const heifBrands = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)$/;

/** The picture type by content; `heif` is known and not taken; undefined for everything else. */
export const pictureType = (bytes: Buffer): PhotoExtension | 'heif' | undefined => {
  const letters = (from: number) => bytes.toString('latin1', from, from + 4);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg';
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return 'png';
  if (letters(0) === 'RIFF' && letters(8) === 'WEBP') return 'webp';
  if (letters(4) === 'ftyp' && heifBrands.test(letters(8))) return 'heif';
  return undefined;
};

/** In pixels, before they are turned as the picture's metadata may say. */
export interface PictureSize {
  width: number;
  height: number;
}

const marker = 0xff;
const startOfScan = 0xda;
const endOfImage = 0xd9;
const endBytes = Buffer.from([marker, endOfImage]);
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;
/** C0 to CF, without the tables among them (ITU T.81, table B.1). */
const isFrame = (code: number) =>
  code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
/** Frames that come pixel by pixel: no component has more than one scan. */
const isSequential = (code: number) => code === 0xc0 || code === 0xc1;

/**
 * Walks the segments to the end-of-image marker; a preview among them has an end of its own. What follows the end is let
 * be: some phones append a short film or a depth map there.
 */
const sizeOfWholeJpeg = (bytes: Buffer): PictureSize | undefined => {
  let size: PictureSize | undefined;
  let components: number | undefined;
  let hasScan = false;
  let at = bytes.indexOf(marker, 2);
  while (at >= 0 && at + 1 < bytes.length) {
    const code = bytes[at + 1] as number;
    if (code === endOfImage) return hasScan ? size : undefined;
    // 00 is a stuffed byte and FF a filler; neither they nor restarts have a length.
    const hasNoLength = code === 0x00 || code === 0x01 || code === marker || isRestart(code);
    if (hasNoLength) {
      at = bytes.indexOf(marker, code === marker ? at + 1 : at + 2);
      continue;
    }
    if (isFrame(code) && !size) {
      if (at + 10 > bytes.length) return undefined;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      if (isSequential(code)) components = bytes[at + 9];
    }
    if (at + 5 > bytes.length) return undefined;
    if (code === startOfScan) {
      if (!size) return undefined;
      hasScan = true;
      // All components in the only scan, as phones write it: one search instead of a stop at each FF, which among
      // pixels is never followed by D9.
      if (bytes[at + 4] === components) return bytes.lastIndexOf(endBytes) > at ? size : undefined;
    }
    at = bytes.indexOf(marker, at + 2 + bytes.readUInt16BE(at + 2));
  }
  return undefined;
};

/** Walks the chunks to IEND; each must be there with its check sum. */
const isWholePng = (bytes: Buffer): boolean => {
  let hasPixels = false;
  let at = pngSignature.length;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return false;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return false;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') hasPixels = true;
    if (type === 'IEND') return hasPixels;
    at = end;
  }
  return false;
};

/** Walks the chunks of the RIFF container, which must be as long as it says. */
const isWholeWebp = (bytes: Buffer): boolean => {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return false;
  let hasPixels = false;
  let at = 12;
  while (at + 8 <= end) {
    const length = bytes.readUInt32LE(at + 4);
    if (/^(VP8[ L]|ANMF)$/.test(bytes.toString('latin1', at, at + 4))) hasPixels = true;
    at += 8 + length + (length % 2);
  }
  return hasPixels && at === end;
};

/** Of a PNG or WebP, whose size stands in its first bytes: the library copies whatever it is given. */
const sizeOf = (bytes: Buffer): PictureSize | undefined =>
  imageDimensionsFromData(bytes.subarray(0, 64));

/**
 * The size of a picture that goes to its own end; undefined where an upload or a phone's memory cut it off, and where it
 * has none.
 */
export const sizeOfWhole = (bytes: Buffer, type: PhotoExtension): PictureSize | undefined => {
  if (type === 'jpg') return sizeOfWholeJpeg(bytes);
  return (type === 'png' ? isWholePng(bytes) : isWholeWebp(bytes)) ? sizeOf(bytes) : undefined;
};
