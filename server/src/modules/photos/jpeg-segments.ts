// Reads the segments of a JPEG (ITU T.81, annex B) that determine the cost of decoding. Every byte is looked at once:
// repeated searches took half a second for a file of nothing but FF bytes.

const marker = 0xff;
export const startOfScan = 0xda;
export const endOfImage = 0xd9;
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;
/** 00 is a stuffed byte and FF a fill byte; neither they nor restart markers have a length. */
const hasNoLength = (code: number) =>
  code === 0x00 || code === 0x01 || code === marker || isRestart(code);
/** C0 to CF, without the tables among them (table B.1). */
export const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
/** Sequential frames: no component has more than one scan. */
const isSequential = (code: number) => code === 0xc0 || code === 0xc1;

/** Most bytes outside of segments before a marker, where no entropy-coded data is expected. */
export const mostFiller = 64 * 1024;

/** Position of the next marker with a segment, or of the end of the image; -1 where there is none before `limit`. */
export const nextMarker = (bytes: Buffer, from: number, limit: number): number => {
  const last = Math.min(limit, bytes.length - 1);
  for (let at = from; at < last; at += 1) {
    if (bytes[at] === marker && !hasNoLength(bytes[at + 1] as number)) return at;
  }
  return -1;
};

/** Whether the image ends after this position; usually at the end of the file, so the search starts there. */
export const hasEndAfter = (bytes: Buffer, from: number): boolean => {
  for (let at = bytes.length - 2; at > from; at -= 1) {
    if (bytes[at] === marker && bytes[at + 1] === endOfImage) return true;
  }
  return false;
};

export interface JpegFrame {
  width: number;
  height: number;
  isSequential: boolean;
  /** Sampling factors of each component. */
  components: number[];
}

/** The frame header at this position; undefined where it is truncated. */
export const readFrame = (bytes: Buffer, at: number): JpegFrame | undefined => {
  if (at + 10 > bytes.length) return undefined;
  const count = bytes[at + 9] as number;
  if (at + 10 + 3 * count > bytes.length) return undefined;
  const samplings = Array.from({ length: count }, (_, place) => {
    const sampling = bytes[at + 11 + 3 * place] as number;
    return { across: sampling >> 4, down: sampling & 15 };
  });
  const unit =
    Math.max(...samplings.map(({ across }) => across)) *
    Math.max(...samplings.map(({ down }) => down));
  return {
    height: bytes.readUInt16BE(at + 5),
    width: bytes.readUInt16BE(at + 7),
    isSequential: isSequential(bytes[at + 1] as number),
    components: samplings.map(({ across, down }) => (across * down) / Math.max(unit, 1)),
  };
};

/** A coefficient takes two bytes, and all are held until the last scan. */
const coefficientBytes = 2;

/** Bytes that decoding takes where some scan does not have all components to their last bit. */
export const factsInScans = ({ width, height, components }: JpegFrame, scans: number) => {
  const samples = width * height * components.reduce((sum, share) => sum + share, 0);
  return { width, height, scans, held: samples * coefficientBytes };
};
