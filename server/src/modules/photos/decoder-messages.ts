// Messages between the server and the decoder process.

/** A photo to decode. */
export interface ToDecode {
  bytes: Uint8Array;
}

/** The thumbnail, or the reason why there is none. */
export type Decoded = { small: Uint8Array } | { problem: string };

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
