// Enlarges a JPEG to the size of a phone's photo by comment segments, which decoders skip.
import { createCipheriv, createHash } from 'node:crypto';

/** Bytes a segment may carry besides its marker; its length field counts itself (ITU T.81, B.1.1.4). */
const segmentBytes = 65_533;

/**
 * Adds comment segments behind the start marker until the file has at least `bytes` bytes (at most four
 * more). Their content does not compress and differs for each `seed`.
 */
export const padJpeg = (jpeg: Buffer, bytes: number, seed: string): Buffer => {
  let missing = bytes - jpeg.length;
  if (missing <= 0) return jpeg;
  const key = createHash('sha256').update(seed).digest();
  const noise = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const segments: Buffer[] = [];
  while (missing > 0) {
    const content = Math.min(segmentBytes, Math.max(missing - 4, 0));
    const head = Buffer.from([0xff, 0xfe, 0, 0]);
    head.writeUInt16BE(content + 2, 2);
    segments.push(head, noise.update(Buffer.alloc(content)));
    missing -= content + 4;
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
};
