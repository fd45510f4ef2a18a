// The encodings that text files come in: Excel alone writes four of them.
import { utf16Of } from './file-kind.ts';

/**
 * Text of the bytes: UTF-16 by its byte order mark or its zero bytes, UTF-8 where the bytes are valid
 * UTF-8, else Windows-1252. Byte order marks are left out.
 */
export const decodeText = (bytes: Uint8Array): string => {
  const utf16 = utf16Of(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};
