// Decides from its headers whether a photo may be decoded.
import { PhotoNotDecoded } from './decoder.ts';
import { factsOfWhole, pictureType, tooMuchIn } from './picture-type.ts';

/** Bytes of memory that decoding needs. @throws PhotoNotDecoded where the headers already rule decoding out */
export const decodingMemory = (bytes: Buffer): number => {
  const type = pictureType(bytes);
  const facts = type && type !== 'heif' ? factsOfWhole(bytes, type) : undefined;
  if (!facts) throw new PhotoNotDecoded('it is no picture, or not whole');
  const tooMuch = tooMuchIn(facts);
  if (tooMuch) throw new PhotoNotDecoded(tooMuch.text);
  return facts.held;
};
