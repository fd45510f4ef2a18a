// Small versions of photos, made when first asked for and kept in the store beside the photos.
import { limits } from '@survey/contract';
import pLimit from 'p-limit';
import type { PhotoStore, StoredPhoto } from '../../plugins/photo-store.ts';
import { thumbnailName } from '../../plugins/photo-store.ts';
import { sharp } from './sharp-settings.ts';

/** In pixels. A phone's upright photo is 320 × 427; the height is for those who stitch panoramas. */
const size = { width: 320, height: 640 };
const quality = 75;

/** Photos decoded at once. */
const decoding = pLimit(2);

/** Thumbnails under way, by their names: whoever asks for the same one waits for it. */
const underWay = new Map<string, Promise<void>>();

const shrink = async (photo: StoredPhoto): Promise<Buffer> => {
  const bytes = Buffer.concat(await photo.body.toArray());
  // A photo with some wrong bits is better shown with a grey stripe than not at all.
  return sharp(bytes, { failOn: 'none', limitInputPixels: limits.photoPixels })
    .autoOrient()
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();
};

const make = async (photos: PhotoStore, name: string): Promise<void> => {
  const photo = await photos.open(name);
  if (!photo) return;
  const small = await shrink(photo);
  const draft = await photos.draft(singly(small));
  await photos.keep(draft, thumbnailName(name));
};

async function* singly(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}

const makeOnce = (photos: PhotoStore, name: string): Promise<void> => {
  const earlier = underWay.get(name);
  if (earlier) return earlier;
  const made = decoding(() => make(photos, name)).finally(() => underWay.delete(name));
  underWay.set(name, made);
  return made;
};

/**
 * The thumbnail of a photo; undefined where there is no such photo.
 * @throws the picture library's error where the photo cannot be decoded
 */
export const openThumbnail = async (
  photos: PhotoStore,
  name: string,
): Promise<StoredPhoto | undefined> => {
  const kept = await photos.open(thumbnailName(name));
  if (kept) return kept;
  await makeOnce(photos, name);
  return photos.open(thumbnailName(name));
};
