// Photos that are small to send and large, or slow, to decode: written byte by byte.
import { once } from 'node:events';
import { crc32, createDeflate, deflateSync } from 'node:zlib';

/** A chunk of a PNG with its length and checksum. */
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

const pngOf = (
  { width, height, depth = 8, colourType = 0, interlaced = false }: PngHeader,
  deflated: Buffer,
  extra: readonly Buffer[] = [],
): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflated),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** A PNG with this header and these pixels, whether they fit each other or not. */
export const png = (header: PngHeader, pixels: Buffer, extra: readonly Buffer[] = []): Buffer =>
  pngOf(header, deflateSync(pixels, { level: 9 }), extra);

/** The seven passes of an interlaced PNG: first x and y, step of x and y (PNG 8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A complete black interlaced PNG that takes 8 bytes a pixel to decode; its pixels compress a thousand to one. */
export const interlacedPng = async (width: number, height: number): Promise<Buffer> => {
  const deflate = createDeflate({ level: 9 });
  const deflated: Buffer[] = [];
  deflate.on('data', (bytes: Buffer) => deflated.push(bytes));
  const ended = once(deflate, 'end');
  for (const [x, y, stepX, stepY] of passes) {
    const row = Buffer.alloc(1 + 8 * Math.ceil((width - x) / stepX));
    const rows = Math.ceil((height - y) / stepY);
    for (let at = 0; at < rows; at += 1) {
      if (!deflate.write(row)) await once(deflate, 'drain');
    }
  }
  deflate.end();
  await ended;
  const header = { width, height, depth: 16, colourType: 6, interlaced: true } as const;
  return pngOf(header, Buffer.concat(deflated));
};

const segment = (marker: number, data: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);

const twoBytes = (value: number) => [value >> 8, value & 255];

/** A grey progressive JPEG: each scan has a hundred bytes and makes the decoder visit every block again. */
export const jpegOfScans = (edge: number, scans: number): Buffer => {
  const blocks = Math.ceil(edge / 8) ** 2;
  const ones = (count: number) => Array.from({ length: count }, () => 1);
  const lengths = [1, ...Array.from({ length: 15 }, () => 0)];
  /** Runs of blocks without a coefficient: one code and 14 bits each (ITU T.81, G.1.2.2). */
  const runOf = 16_384 + 0b10101010101010;
  const bits = `0${'10101010101010'}`.repeat(Math.ceil(blocks / runOf));
  const run = Buffer.from(
    (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) =>
      Number.parseInt(byte, 2),
    ),
  );
  const scan = (from: number, to: number) => segment(0xda, [1, 1, 0, from, to, 0]);
  const parts = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...ones(64)]),
    segment(0xc2, [8, ...twoBytes(edge), ...twoBytes(edge), 1, 1, 0x11, 0]),
    // One code each: a difference of 0; a run of blocks (category 14).
    segment(0xc4, [0x00, ...lengths, 0]),
    segment(0xc4, [0x10, ...lengths, 0xe0]),
    scan(0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ];
  for (let index = 1; index < scans; index += 1) {
    const coefficient = 1 + (index % 63);
    parts.push(scan(coefficient, coefficient), run);
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])]);
};

/** Begins as a JPEG and has no marker that identifies it. */
export const fillBytes = (bytes: number): Buffer => {
  const content = Buffer.alloc(bytes, 0xff);
  content[1] = 0xd8;
  return content;
};
