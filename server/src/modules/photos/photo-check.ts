// Whether a file that a phone sent is a photo we keep (decision 26): by its content, never by what the
// phone calls it.
import { limits } from '@survey/contract';
import pLimit from 'p-limit';
import { AppError, fieldError } from '../../app-error.ts';
import { contentOf, type Draft, type PhotoExtension } from '../../plugins/photo-store.ts';
import { isWholePicture, pictureType } from './picture-type.ts';
import { sharp } from './sharp-settings.ts';

/** Photos in memory at once while they are checked: at most this many times 15 MB. */
const inMemory = pLimit(6);

const accepted = 'Please send JPEG, PNG or WebP.';
const broken = () =>
  fieldError({ photo: ['The photo is cut off or broken. Please send it once more.'] });

const formats: Record<string, PhotoExtension> = { jpeg: 'jpg', png: 'png', webp: 'webp' };

const check = async (draft: Draft): Promise<PhotoExtension> => {
  const bytes = await contentOf(draft);
  const type = pictureType(bytes);
  if (type === 'heif') {
    throw new AppError('unsupported-type', `HEIC photos cannot be read here. ${accepted}`);
  }
  if (!type) throw new AppError('unsupported-type', `The photo is not a picture. ${accepted}`);
  if (!isWholePicture(bytes, type)) throw broken();
  // The header alone is read, however many pixels it promises; they are counted below.
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw broken();
    });
  if (formats[format] !== type || width < 1 || height < 1) throw broken();
  if (width * height > limits.photoPixels) {
    const most = limits.photoPixels / 1e6;
    throw fieldError({ photo: [`The photo has more than ${most} million pixels.`] });
  }
  return type;
};

/**
 * Checks type, wholeness and number of pixels; nothing is decoded.
 * @returns the extension that fits the content
 * @throws AppError unsupported-type; invalid-input where the photo is empty, broken, cut off or has too
 *   many pixels
 */
export const checkPhoto = async (draft: Draft): Promise<PhotoExtension> => {
  if (draft.bytes === 0) throw fieldError({ photo: ['The photo is empty.'] });
  return inMemory(() => check(draft));
};
