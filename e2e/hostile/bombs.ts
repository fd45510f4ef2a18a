// Bodies that are small to send and expensive to process.
import { crc32, createDeflate } from 'node:zlib';

const chunkOf = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
};

/** An interlaced PNG of 16 bits a channel, all black: its pixels compress a thousand to one. */
export const pngBomb = async (edge: number): Promise<Buffer> => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  // 16 bits, RGB, deflate, no filter, Adam7.
  header.set([16, 2, 0, 0, 1], 8);
  const deflate = createDeflate({ level: 9 });
  const packed: Buffer[] = [];
  deflate.on('data', (bytes: Buffer) => packed.push(bytes));
  const ended = new Promise((resolve) => deflate.once('end', resolve));
  // [start and step in x, start and step in y] of the seven passes (PNG 8.2).
  for (const [x, stepX, y, stepY] of [
    [0, 8, 0, 8],
    [4, 8, 0, 8],
    [0, 4, 4, 8],
    [2, 4, 0, 4],
    [0, 2, 2, 4],
    [1, 2, 0, 2],
    [0, 1, 1, 2],
  ] as const) {
    const [wide, high] = [Math.ceil((edge - x) / stepX), Math.ceil((edge - y) / stepY)];
    const line = Buffer.alloc(1 + wide * 6);
    for (let row = 0; row < high; row += 1) {
      if (!deflate.write(line)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
  }
  deflate.end();
  await ended;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunkOf('IHDR', header),
    chunkOf('IDAT', Buffer.concat(packed)),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
};

const segment = (marker: number, data: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);

const high = (value: number) => value >> 8;
const low = (value: number) => value & 255;

/** A grey progressive JPEG: each of its scans has a hundred bytes and makes the decoder visit every block again. */
export const jpegBomb = (edge: number, scans: number): Buffer => {
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
    segment(0xc2, [8, high(edge), low(edge), high(edge), low(edge), 1, 1, 0x11, 0]),
    // One code each: a difference of nothing; a run of blocks (category 14).
    segment(0xc4, [0x00, ...lengths, 0]),
    segment(0xc4, [0x10, ...lengths, 0xe0]),
    scan(0, 0),
    Buffer.alloc(Math.ceil(blocks / 8)),
  ];
  for (let index = 0; index < scans; index += 1) {
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
