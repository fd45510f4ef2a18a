// Pictures that are small to send and large, or slow, to decode: made byte by byte.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A chunk of a PNG with its sum. */
export const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

interface PngHeader {
  width: number;
  height: number;
  /** Bits of a sample; 8 if not given. */
  depth?: number;
  /** 0 grey, 2 colours, 6 colours and transparency. */
  colourType?: 0 | 2 | 6;
  interlaced?: boolean;
}

/** A PNG that says this of itself, with these pixels whether they fit or not. */
export const png = (
  { width, height, depth = 8, colourType = 0, interlaced = false }: PngHeader,
  pixels: Buffer,
  extra: Buffer[] = [],
): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Starting points and steps of the seven passes of an interlaced PNG: x, y, step of x, step of y. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** An interlaced PNG of 16 bits and four channels, whole and black: 8 bytes of memory for each pixel. */
export const interlacedPng = (width: number, height: number): Buffer => {
  const bytes = passes.reduce((sum, [x, y, stepX, stepY]) => {
    const rows = Math.ceil((height - y) / stepY);
    return sum + rows * (1 + 8 * Math.ceil((width - x) / stepX));
  }, 0);
  const header = { width, height, depth: 16, colourType: 6, interlaced: true } as const;
  return png(header, Buffer.alloc(bytes));
};

/** Where the scans of a JPEG begin, and where the last one ends. */
const scansOf = (jpeg: Buffer): { starts: number[]; end: number } => {
  const starts: number[] = [];
  for (let at = 2; ; ) {
    const code = jpeg[at + 1] as number;
    if (code === 0xd9 || at >= jpeg.length) return { starts, end: at };
    if (code === 0xda) starts.push(at);
    at += 2 + jpeg.readUInt16BE(at + 2);
    const isData = () =>
      jpeg[at] !== 0xff || jpeg[at + 1] === 0 || (jpeg[at + 1] as number) >> 3 === 26;
    while (code === 0xda && isData()) at += 1;
  }
};

/** A progressive JPEG of one colour whose last scan comes so many times more. */
export const jpegOfScans = async (width: number, height: number, more: number): Promise<Buffer> => {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#345' } })
    .jpeg({ progressive: true, quality: 50 })
    .toBuffer();
  const { starts, end } = scansOf(jpeg);
  const last = jpeg.subarray(starts.at(-1), end);
  return Buffer.concat([
    jpeg.subarray(0, end),
    ...Array.from({ length: more }, () => last),
    jpeg.subarray(end),
  ]);
};
