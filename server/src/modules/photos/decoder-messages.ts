// Messages between the server and the decoder process.

/** A photo to decode, and what is wanted of it. */
export interface ToDecode {
  bytes: Uint8Array;
  wants: 'thumbnail' | 'measures';
}

/** What the program measures of a photo. */
export interface PhotoMeasures {
  /** 64-bit dHash as a signed decimal number. */
  hash: string;
  /** Size of the photo as it is shown, upright. */
  width: number;
  height: number;
  /** Mean brightness of the grey picture, from 0 black to 255 white. */
  brightness: number;
  /** Variance of the Laplacian of the reduced grey picture. */
  sharpness: number;
  /** EXIF time of the exposure, ISO 8601; without an offset where the camera stored none. */
  takenAt: string | null;
}

/** The thumbnail or the measures, or why there are none. */
export type Decoded = { small: Uint8Array } | { measures: PhotoMeasures } | { problem: string };

/** The first message of a process: it is ready, and a later exit is caused by a photo. */
export const readyWord = 'ready';

/** Limits of the process, passed as its arguments. */
export interface DecoderLimits {
  /** Most resident memory, in bytes. */
  residentBytes: number;
  /** CPU time for one photo. */
  processorMs: number;
}

/** Exit codes of a process that ended itself. */
export const decoderExits = { tooMuchMemory: 70, tooMuchTime: 71 } as const;
