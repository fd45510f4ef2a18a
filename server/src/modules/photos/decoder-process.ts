// A process that only decodes photos (ADR 41). A malicious photo can harm only this process: it has no secrets, ends
// itself where a photo takes too many resources, and is replaced for the next photo.
import { argv } from 'node:process';
import type { Decoded, DecoderLimits, ToDecode } from './decoder-messages.ts';
import { decoderExits, readyWord } from './decoder-messages.ts';
import { measure } from './measure.ts';
import { sharp } from './sharp-settings.ts';

const { residentBytes, processorMs } = JSON.parse(argv[2] ?? '{}') as DecoderLimits;

/** In pixels. A phone's upright photo is 320 × 427; the greater height is for panoramas. */
const size = { width: 320, height: 640 };
const quality = 75;
/** Interval of the process's check of its own resources, in milliseconds. */
const lookMs = 10;

const shrink = (bytes: Uint8Array): Promise<Buffer> =>
  // The server has checked the pixel count. A photo with some damaged bits is better shown with a grey stripe than not
  // at all.
  sharp(bytes, { failOn: 'none', limitInputPixels: false })
    .autoOrient()
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();

/** Decoding runs in a thread, so that this one can watch it. */
const watched = async (work: () => Promise<Decoded>): Promise<Decoded> => {
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > residentBytes) process.exit(decoderExits.tooMuchMemory);
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > processorMs) process.exit(decoderExits.tooMuchTime);
  }, lookMs);
  return work().finally(() => clearInterval(timer));
};

const decode = async ({ bytes, wants }: ToDecode): Promise<Decoded> =>
  wants === 'thumbnail' ? { small: await shrink(bytes) } : { measures: await measure(bytes) };

process.on('message', async (asked: ToDecode) => {
  const answer = await watched(() =>
    decode(asked).catch((error: Error) => ({ problem: error.message })),
  );
  process.send?.(answer);
});
// The server has ended.
process.on('disconnect', () => process.exit(0));
process.send?.(readyWord);
