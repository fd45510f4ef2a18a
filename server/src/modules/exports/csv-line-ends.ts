// PostgreSQL ends CSV rows with LF, RFC 4180 requires CRLF. Line breaks inside cells stay unchanged.

const quote = 0x22;
const newline = 0x0a;
const lineEnd = Buffer.from('\r\n');

/** Takes chunks of CSV, cut anywhere, and returns them with CRLF at the end of each row. */
export const csvLineEnds = (): ((chunk: Buffer) => Buffer) => {
  // A doubled quote inside a cell closes and reopens it, with the same result.
  let isInCell = false;
  return (chunk) => {
    const parts: Buffer[] = [];
    let begin = 0;
    let nextQuote = chunk.indexOf(quote);
    let nextEnd = chunk.indexOf(newline);
    while (nextQuote >= 0 || nextEnd >= 0) {
      if (nextQuote >= 0 && (isInCell || nextEnd < 0 || nextQuote < nextEnd)) {
        isInCell = !isInCell;
        if (!isInCell && nextEnd >= 0 && nextEnd < nextQuote) {
          nextEnd = chunk.indexOf(newline, nextQuote);
        }
        nextQuote = chunk.indexOf(quote, nextQuote + 1);
      } else if (isInCell) {
        break;
      } else {
        parts.push(chunk.subarray(begin, nextEnd), lineEnd);
        begin = nextEnd + 1;
        nextEnd = chunk.indexOf(newline, begin);
      }
    }
    parts.push(chunk.subarray(begin));
    return Buffer.concat(parts);
  };
};
