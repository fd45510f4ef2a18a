// How large a picture says it is, from its headers alone. A header that no decoder of ours would take gives
// nothing.

export interface PictureSize {
  width: number;
  height: number;
}

/** A size that a picture can have. */
export const sizeOf = (width: number, height: number): PictureSize | undefined =>
  width > 0 && height > 0 ? { width, height } : undefined;

/** Bits a sample that a PNG may have, by its kind of colour. */
const pngDepths: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** The size in a PNG's first chunk, behind the signature (PNG, 11.2.1). */
export const pngSize = (bytes: Buffer): PictureSize | undefined => {
  if (bytes.length < 33 || bytes.readUInt32BE(8) !== 13) return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = bytes.subarray(24, 29);
  const isSound =
    pngDepths[colour]?.includes(depth) && compression === 0 && filter === 0 && interlace <= 1;
  return isSound ? sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20)) : undefined;
};

/** The size in a WebP's first chunk: of one lossy or lossless picture, or the canvas of several parts (RFC 9649). */
export const webpSize = (bytes: Buffer): PictureSize | undefined => {
  if (bytes.length < 30) return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ': {
      const isKeyFrame = ((bytes[20] as number) & 1) === 0 && bytes.readUIntBE(23, 3) === 0x9d012a;
      const most = 0x3fff;
      return isKeyFrame
        ? sizeOf(bytes.readUInt16LE(26) & most, bytes.readUInt16LE(28) & most)
        : undefined;
    }
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return undefined;
      const bits = bytes.readUInt32LE(21);
      return sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return sizeOf(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    default:
      return undefined;
  }
};
