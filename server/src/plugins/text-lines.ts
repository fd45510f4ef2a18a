// Splits a byte stream into text, a batch of whole lines at a time.

const newline = 0x0a;

/**
 * Takes chunks and returns the whole lines so far, each with its line end. The rest is copied and waits for the next
 * chunk, so that no chunk stays referenced. A newline byte is never part of another UTF-8 character, so text is cut
 * only between characters.
 * @param encoding latin1 is one character for each byte: half the memory where only ASCII is searched
 */
export const textLines = (encoding: 'utf8' | 'latin1' = 'utf8'): ((chunk: Buffer) => string) => {
  let waiting: Buffer[] = [];
  return (chunk) => {
    const end = chunk.lastIndexOf(newline) + 1;
    if (end === 0) {
      waiting.push(Buffer.from(chunk));
      return '';
    }
    const whole = Buffer.concat([...waiting, chunk.subarray(0, end)]);
    waiting = end < chunk.length ? [Buffer.from(chunk.subarray(end))] : [];
    return whole.toString(encoding);
  };
};
