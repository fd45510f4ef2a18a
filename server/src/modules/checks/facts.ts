// What the checks know of a report and of those that it is compared with. A report is compared only with earlier
// captures. When one arrives late, the later captures are evaluated again, so that flags do not depend on the order of
// arrival. Numbers are seconds since 1970; texts are in the operation's time zone.

/** The report that this one is compared with. */
export interface Compared {
  id: number;
  pin: string;
  time: string;
}

/** The surveyor's previous capture. */
export interface PlacedCapture extends Compared {
  captured: number;
  latitude: number;
  longitude: number;
  accuracy: number | null;
}

/** The previous report of the PIN. */
export interface EarlierReport extends Compared {
  land: string;
  latitude: number | null;
  longitude: number | null;
  accuracy: number | null;
}

/** What was measured on the decoded photo. */
export interface PhotoFacts {
  width: number | null;
  height: number | null;
  brightness: number | null;
  sharpness: number | null;
  /** EXIF time of the exposure; without an offset, it is read as the operation's time. */
  taken: number | null;
  takenTime: string | null;
  /** The most similar photo of an earlier report for another PIN, and the number of bits that differ. */
  similar: (Compared & { bits: number }) | null;
}

/** Quartiles of an area in a circle, and the number of reports that they come from. */
export interface Quartiles {
  reports: number;
  low: number;
  high: number;
}

export interface Facts {
  id: number;
  username: string;
  circle: string;
  circleKey: string;
  pin: string;
  land: string;
  floors: number | null;
  hasBasement: boolean;
  landArea: number | null;
  coveredArea: number | null;
  latitude: number | null;
  longitude: number | null;
  accuracy: number | null;
  captured: number;
  /** Time of the capture. */
  time: string;
  /** Minutes since midnight in the operation's time zone. */
  minuteOfDay: number;
  arrived: number;
  started: number | null;
  hasPhoto: boolean;
  photoAwaited: boolean;
  wasUnassigned: boolean;
  isCurrent: boolean;
  /** The surveyor's earlier captures, newest first, at most `capturesBefore`: ids, PINs and times of capture. */
  before: { ids: number[]; pins: string[]; captured: number[] };
  /** How many of `before`, without a gap from the newest, have the same answers. */
  equalAnswers: number;
  /** The newest of `before` with a position. */
  previous: PlacedCapture | null;
  /** The newest of `before` at exactly the same position, for another PIN. */
  samePlace: Compared | null;
  earlier: EarlierReport | null;
  /** The newest earlier report with the same photo: `copyOf` for another PIN, `resent` for this one. */
  copyOf: Compared | null;
  resent: Compared | null;
  /** Middle of the circle, from the last nightly count. */
  middle: { reports: number; latitude: number; longitude: number; spread: number } | null;
  landQuartiles: Quartiles | null;
  coveredQuartiles: Quartiles | null;
  photo: PhotoFacts | null;
}

/** How many earlier captures of the surveyor are read: the largest number that a parameter of a check may ask for. */
export const capturesBefore = 30;
