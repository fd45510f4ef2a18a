// Thumbnails of photos, made at the first request and kept in the store beside the photos.
import pLimit from 'p-limit';
import { AppError } from '../../app-error.ts';
import { damageOf } from '../../plugins/photo-damage.ts';
import { type PhotoStore, type StoredPhoto, thumbnailName } from '../../plugins/photo-store.ts';
import { say } from '../../say.ts';
import { openDecoder, PhotoNotDecoded } from './decoder.ts';
import { decodingMemory } from './decoding-memory.ts';
import { fairQueue } from './fair-queue.ts';
import type { PhotosReport } from './photos.queries.ts';

/** Photos decoded at once, each of another surveyor. */
const atOnce = 2;
/** Waiting thumbnails of one surveyor: several pages of several administrators. */
const mostWaiting = 1000;
/** Two pictures that each hold more than this are not decoded at the same time, in bytes. */
const muchHeld = 32 * 1024 * 1024;

interface Making {
  name: string;
  /** The photo columns of its report; undefined where none has it. */
  report(): Promise<PhotosReport | undefined>;
  /** Whether the client is still connected. */
  isWanted(): boolean;
}

export interface Thumbnails {
  /**
   * The thumbnail of a photo.
   * @throws AppError not-found where there is no such photo or it cannot be decoded; photo-damaged; unavailable
   */
  open(making: Making): Promise<StoredPhoto>;
  close(): void;
}

const noPhoto = () => new AppError('not-found', say('no-photo'));
const notDecoded = (cause?: unknown) =>
  new AppError('not-found', say('photo-not-decoded'), {
    cause,
  });
async function* singly(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}

/** The thumbnails of a store. `close` ends the decoder processes. */
export const openThumbnails = (photos: PhotoStore): Thumbnails => {
  const decoders = Array.from({ length: atOnce }, openDecoder);
  const inTurn = fairQueue({ atOnce, mostWaiting });
  const largeInTurn = pLimit(1);
  /** Under way, by name: concurrent requests for a thumbnail share one. */
  const underWay = new Map<string, { made: Promise<void>; isWanted: (() => boolean)[] }>();

  const decode = async (bytes: Buffer): Promise<Buffer> => {
    const shrink = async () => {
      const decoder = decoders.pop();
      if (!decoder) throw new Error('more photos are decoded than there are decoders');
      return decoder.shrink(bytes).finally(() => decoders.push(decoder));
    };
    return decodingMemory(bytes) > muchHeld ? largeInTurn(shrink) : shrink();
  };

  /** An empty file means "cannot be decoded", so that nobody tries again. */
  const keep = async (name: string, small: Buffer): Promise<void> => {
    const staged = await photos.stage(singly(small));
    await photos.keep(staged, thumbnailName(name));
  };

  const make = async (name: string, report: PhotosReport | undefined): Promise<void> => {
    const bytes = await photos.read(name, report?.bytes);
    if (!bytes) throw noPhoto();
    const damage = report && (await damageOf(bytes, report));
    if (damage) {
      const cause = new Error(`${name}: ${damage}`);
      throw new AppError('photo-damaged', say('photo-damaged'), { cause });
    }
    const small = await decode(bytes).catch(async (error: Error) => {
      if (!(error instanceof PhotoNotDecoded)) throw error;
      await keep(name, Buffer.alloc(0));
      throw notDecoded(error);
    });
    await keep(name, small);
  };

  const makeOnce = ({ name, report, isWanted }: Making): Promise<void> => {
    const earlier = underWay.get(name);
    if (earlier) {
      earlier.isWanted.push(isWanted);
      return earlier.made;
    }
    const waiting = [isWanted];
    const forget = () => {
      if (underWay.get(name)?.isWanted === waiting) underWay.delete(name);
    };
    const made = report()
      .then((found) =>
        inTurn(found?.username ?? '', async () => {
          if (!waiting.some((isHere) => isHere())) {
            // At once: the next client to ask queues anew instead of sharing this failure.
            forget();
            throw new AppError('unavailable', say('unavailable'));
          }
          await make(name, found);
        }),
      )
      .finally(forget);
    underWay.set(name, { made, isWanted: waiting });
    return made;
  };

  const openStored = async (name: string): Promise<StoredPhoto | undefined> => {
    const kept = await photos.open(thumbnailName(name));
    if (kept?.bytes !== 0) return kept;
    kept.body.destroy();
    throw notDecoded();
  };

  return {
    open: async (making) => {
      const kept = await openStored(making.name);
      if (kept) return kept;
      await makeOnce(making);
      const made = await openStored(making.name);
      if (!made) throw noPhoto();
      return made;
    },
    close: () => {
      for (const decoder of decoders) decoder.close();
    },
  };
};
