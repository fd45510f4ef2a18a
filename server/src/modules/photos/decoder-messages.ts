// What server and decoder process say to each other.

/** A photo to be made small. */
export interface ToDecode {
  bytes: Uint8Array;
}

/** The small picture, or why there is none. */
export type Decoded = { small: Uint8Array } | { problem: string };

/** The first word of a process: what ends it from now on, a photo did. */
export const readyWord = 'ready';

/** Limits of the process, as its arguments give them. */
export interface DecoderLimits {
  /** Memory that it may have resident, in bytes. */
  residentBytes: number;
  /** Of the processor, for one photo. */
  processorMs: number;
}

/** Why the process ended itself: its exit code. */
export const decoderExits = { tooMuchMemory: 70, tooMuchTime: 71 } as const;
