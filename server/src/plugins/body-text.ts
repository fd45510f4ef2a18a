// The text of a body, or of a part of one, without guessing: bytes that are no text of its charset are refused, since
// replacement characters would be stored in place of what was meant.
import { isUtf8 } from 'node:buffer';
import { AppError } from '../app-error.ts';
import { say } from '../say.ts';

const utf8 = /^utf-?8$/i;
const charsetParameter = /;\s*charset\s*=\s*"?([^\s;"]+)"?/i;

/** The charset that a content type names; UTF-8 where it names none. */
export const charsetOf = (contentType: string | undefined): string =>
  charsetParameter.exec(contentType ?? '')?.[1] ?? 'utf-8';

/**
 * Decodes text.
 * @throws AppError malformed-request where the charset is not known or the bytes are not written in it
 */
export const decodeText = (bytes: Buffer, charset = 'utf-8'): string => {
  if (utf8.test(charset)) {
    if (isUtf8(bytes)) return bytes.toString('utf8');
  } else if (isKnown(charset)) {
    return new TextDecoder(charset).decode(bytes);
  }
  throw new AppError('malformed-request', say('not-in-charset', { charset }));
};

const isKnown = (charset: string): boolean => {
  try {
    return Boolean(new TextDecoder(charset));
  } catch {
    return false;
  }
};
