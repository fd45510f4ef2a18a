// Recognises a picture by its bytes and checks that it is complete. Only headers and lengths are read: nothing is
// decoded, so ingestion of a photo costs little.
import { crc32 } from 'node:zlib';
import { limits } from '@survey/contract';
import { imageDimensionsFromData } from 'image-dimensions';
import type { PhotoExtension } from '../../plugins/photo-store.ts';
import { type Message, say } from '../../say.ts';
import {
  endOfImage,
  factsInScans,
  hasEndAfter,
  isFrame,
  type JpegFrame,
  mostFiller,
  nextMarker,
  readFrame,
  startOfScan,
} from './jpeg-segments.ts';

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Brands of ISO base media files that are pictures: HEIC and AVIF. */
const heifBrands = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)$/;

/** The picture type by content; `heif` is recognised and refused; undefined for everything else. */
export const pictureType = (bytes: Buffer): PhotoExtension | 'heif' | undefined => {
  const letters = (from: number) => bytes.toString('latin1', from, from + 4);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpg';
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return 'png';
  if (letters(0) === 'RIFF' && letters(8) === 'WEBP') return 'webp';
  if (letters(4) === 'ftyp' && heifBrands.test(letters(8))) return 'heif';
  return undefined;
};

/** Properties of a picture, read from its headers. */
export interface PictureFacts {
  /** In pixels, before any rotation by metadata. */
  width: number;
  height: number;
  /**
   * Bytes that a decoder must hold at once: width × height × channels × depth where rows are not decoded one after the
   * other (interlaced, progressive, lossless WebP), else close to 0.
   */
  held: number;
  /** Passes of a decoder over the whole picture. */
  scans: number;
}

/** Most segments or chunks; a file with more was made to waste time. */
const mostParts = 20_000;

/**
 * Walks the segments to the end-of-image marker; an embedded preview has its own. Bytes after the end are allowed: some
 * phones append a short film or a depth map.
 */
const factsOfWholeJpeg = (bytes: Buffer): PictureFacts | undefined => {
  let frame: JpegFrame | undefined;
  let scans = 0;
  let at = nextMarker(bytes, 2, 2 + mostFiller);
  for (let parts = 0; at >= 0 && parts < mostParts; parts += 1) {
    const code = bytes[at + 1] as number;
    if (code === endOfImage) return scans > 0 && frame ? factsInScans(frame, scans) : undefined;
    if (at + 5 > bytes.length) return undefined;
    if (isFrame(code) && !frame) frame = readFrame(bytes, at);
    if (code === startOfScan) {
      if (!frame) return undefined;
      scans += 1;
      // All components in a single scan, as phones write it: only its end is searched for.
      if (scans === 1 && frame.isSequential && bytes[at + 4] === frame.components.length) {
        return hasEndAfter(bytes, at)
          ? { width: frame.width, height: frame.height, held: 0, scans }
          : undefined;
      }
      // Over the limit: the exact number does not matter.
      if (scans > limits.photoScans) return factsInScans(frame, scans);
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    at = nextMarker(bytes, end, scans > 0 ? bytes.length : end + mostFiller);
  }
  return undefined;
};

/** Walks the chunks to IEND; each must be complete, with its checksum. */
const isWholePng = (bytes: Buffer): boolean => {
  let hasPixels = false;
  let at = pngSignature.length;
  for (let parts = 0; at + 12 <= bytes.length && parts < mostParts; parts += 1) {
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

/** Samples of a decoded pixel, by PNG's colour type; transparency is added to those without. */
const pngSamples: Record<number, number> = { 0: 2, 2: 4, 3: 4, 4: 2, 6: 4 };

const factsOfWholePng = (bytes: Buffer): PictureFacts | undefined => {
  const size = isWholePng(bytes) ? sizeOf(bytes) : undefined;
  if (!size) return undefined;
  const [depth = 8, colourType = 6, , , interlace] = bytes.subarray(24, 29);
  const pixel = (pngSamples[colourType] ?? 4) * (depth === 16 ? 2 : 1);
  return { ...size, held: interlace ? size.width * size.height * pixel : 0, scans: 1 };
};

/** Bytes held for each pixel, by the kind of WebP: the canvas and two frames of it, all colours, transparency. */
const webpPixel = { moving: 12, lossless: 4, transparent: 2, lossy: 0 };

/** Walks the chunks of the RIFF container, whose length must be as stated. */
const factsOfWholeWebp = (bytes: Buffer): PictureFacts | undefined => {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return undefined;
  const kinds = new Set<string>();
  let at = 12;
  for (let parts = 0; at + 8 <= end && parts < mostParts; parts += 1) {
    const length = bytes.readUInt32LE(at + 4);
    kinds.add(bytes.toString('latin1', at, at + 4));
    at += 8 + length + (length % 2);
  }
  const hasPixels = kinds.has('VP8 ') || kinds.has('VP8L') || kinds.has('ANMF');
  const size = hasPixels && at === end ? sizeOf(bytes) : undefined;
  if (!size) return undefined;
  const still = kinds.has('VP8L') ? 'lossless' : kinds.has('ALPH') ? 'transparent' : 'lossy';
  const pixel = webpPixel[kinds.has('ANMF') ? 'moving' : still];
  return { ...size, held: size.width * size.height * pixel, scans: 1 };
};

/** Dimensions of a PNG or WebP are in its first bytes; only these are passed, because the library copies its input. */
const sizeOf = (bytes: Buffer): { width: number; height: number } | undefined => {
  const found = imageDimensionsFromData(bytes.subarray(0, 64));
  return found && { width: found.width, height: found.height };
};

/**
 * Properties of a complete picture; undefined where it is truncated or has no dimensions. Takes time in proportion to
 * the bytes, whatever they are.
 */
export const factsOfWhole = (bytes: Buffer, type: PhotoExtension): PictureFacts | undefined => {
  if (type === 'jpg') return factsOfWholeJpeg(bytes);
  return type === 'png' ? factsOfWholePng(bytes) : factsOfWholeWebp(bytes);
};

/** The reason why a picture is not decoded here, in words for the sender; undefined where it is. */
export const tooMuchIn = ({ width, height, held, scans }: PictureFacts): Message | undefined => {
  if (width * height > limits.photoPixels) {
    return say('photo-pixels', { most: limits.photoPixels / 1e6 });
  }
  if (width > limits.photoSide || height > limits.photoSide) {
    return say('photo-side', { most: limits.photoSide });
  }
  if (held > limits.photoHeldBytes) {
    return say('photo-held', { most: limits.photoHeldBytes / 1024 ** 2 });
  }
  return scans > limits.photoScans ? say('photo-scans', { most: limits.photoScans }) : undefined;
};
