// The segments of a JPEG (ITU T.81, annex B), as far as they say what decoding will cost. Bytes are looked at one by one:
// a search begun anew at each FF took half a second where a file holds nothing else.

const marker = 0xff;
export const startOfScan = 0xda;
export const endOfImage = 0xd9;
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;
/** 00 is a stuffed byte and FF a filler; neither they nor restarts have a length. */
const hasNoLength = (code: number) =>
  code === 0x00 || code === 0x01 || code === marker || isRestart(code);
/** C0 to CF, without the tables among them (table B.1). */
export const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
/** Frames that come pixel by pixel: no component has more than one scan. */
const isSequential = (code: number) => code === 0xc0 || code === 0xc1;

/** Bytes of no segment that may stand before one, where there are no pixels yet. */
export const mostFiller = 64 * 1024;

/** Where the next marker with a segment stands, or the end of the image; -1 where there is none before `limit`. */
export const nextMarker = (bytes: Buffer, from: number, limit: number): number => {
  const last = Math.min(limit, bytes.length - 1);
  for (let at = from; at < last; at += 1) {
    if (bytes[at] === marker && !hasNoLength(bytes[at + 1] as number)) return at;
  }
  return -1;
};

/** Whether the image ends after this place; mostly with the file, so that it is looked for from there. */
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
  /** Of each: how many samples it has in a unit of the picture. */
  components: number[];
}

/** The frame whose header stands here; undefined where it is cut off. */
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

/** A coefficient takes two bytes, and all are held until the last scan has come. */
const coefficientBytes = 2;

/** What decoding takes where a scan has not all components to their last bit. */
export const factsInScans = ({ width, height, components }: JpegFrame, scans: number) => {
  const samples = width * height * components.reduce((sum, share) => sum + share, 0);
  return { width, height, scans, held: samples * coefficientBytes };
};
