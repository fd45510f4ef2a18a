/** Without letters and digits that look alike: it is read out, and typed on a phone. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Four groups of four: 79 bits. */
const groups = 4;
const groupLength = 4;

/** A password that nobody guesses, to be handed over. */
export const madePassword = (): string => {
  // 256 is not a multiple of 31: bytes past the last full round would favour the first letters.
  const fair = 256 - (256 % letters.length);
  let made = '';
  while (made.length < groups * groupLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      if (byte < fair && made.length < groups * groupLength) made += letters[byte % letters.length];
    }
  }
  return made.replace(/.{4}(?=.)/g, '$&-');
};
