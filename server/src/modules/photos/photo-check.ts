// Checks whether an uploaded file is a photo that is accepted (R26): by its content, never by its name
// or declared type.
import pLimit from 'p-limit';
import { AppError, fieldError } from '../../app-error.ts';
import { contentOf, type PhotoExtension, type StagedUpload } from '../../plugins/photo-store.ts';
import { say } from '../../say.ts';
import { factsOfWhole, pictureType, tooMuchIn } from './picture-type.ts';

/** Photos read back into memory at once to be checked: at most this many times 15 MB. */
const readBack = pLimit(6);

const broken = () => fieldError({ photo: [say('photo-broken')] });

const check = (bytes: Buffer): PhotoExtension => {
  const type = pictureType(bytes);
  if (type === 'heif') {
    throw new AppError('unsupported-type', say('photo-heic'));
  }
  if (!type) throw new AppError('unsupported-type', say('photo-no-picture'));
  // Only headers are read, however many pixels they announce.
  const facts = factsOfWhole(bytes, type);
  if (!facts || facts.width < 1 || facts.height < 1) throw broken();
  const tooMuch = tooMuchIn(facts);
  if (tooMuch) throw fieldError({ photo: [tooMuch] });
  return type;
};

/**
 * Checks type, completeness and the cost of decoding; nothing is decoded.
 * @returns the extension that fits the content
 * @throws AppError unsupported-type; invalid-input where the photo is empty, broken, truncated or would
 *   take too many resources to decode
 */
export const checkPhoto = async (staged: StagedUpload): Promise<PhotoExtension> => {
  if (staged.bytes === 0) throw fieldError({ photo: [say('photo-empty')] });
  if ('content' in staged) return check(staged.content);
  return readBack(async () => check(await contentOf(staged)));
};
