// What the checks know of a report and of those it is compared with. Comparison goes backwards in the order of
// captures: a report that arrives late has the later ones looked at again, so that flags do not depend on the order of
// arrival. Times are seconds since 1970, and as texts on the operation's clocks.

/** A report that another is compared with. */
export interface Compared {
  id: number;
  pin: string;
  time: string;
}

/** A capture of the surveyor before. */
export interface PlacedCapture extends Compared {
  captured: number;
  latitude: number;
  longitude: number;
  accuracy: number | null;
}

/** The PIN's report captured before. */
export interface EarlierReport extends Compared {
  land: string;
  latitude: number | null;
  longitude: number | null;
  accuracy: number | null;
}

/** What was read from the decoded photo. */
export interface PhotoFacts {
  width: number | null;
  height: number | null;
  brightness: number | null;
  sharpness: number | null;
  /** EXIF time of the exposure. */
  taken: number | null;
  takenTime: string | null;
  /** The report for another PIN, captured before, whose photo is nearest, and how many bits differ. */
  similar: (Compared & { bits: number }) | null;
}

/** Quartiles of an area in a circle. */
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
  /** Of the capture. */
  time: string;
  /** Minutes since midnight on the operation's clocks. */
  minuteOfDay: number;
  arrived: number;
  started: number | null;
  hasPhoto: boolean;
  photoAwaited: boolean;
  wasUnassigned: boolean;
  isCurrent: boolean;
  /** The surveyor's captures before, newest first, at most `capturesBefore`: ids, PINs, and times of capture. */
  before: { ids: number[]; pins: string[]; captured: number[] };
  /** How many of them in a row, from the newest, have the same answers. */
  equalAnswers: number;
  /** The newest of them with a position. */
  previous: PlacedCapture | null;
  /** The newest of them with exactly the same position, for another PIN. */
  samePlace: Compared | null;
  earlier: EarlierReport | null;
  /** The newest earlier report with the same photo: for another PIN, and for this one. */
  copyOf: Compared | null;
  resent: Compared | null;
  /** Middle of the circle, as counted last. */
  middle: { reports: number; latitude: number; longitude: number; spread: number } | null;
  landQuartiles: Quartiles | null;
  coveredQuartiles: Quartiles | null;
  photo: PhotoFacts | null;
}

/** How many captures of the surveyor are looked back at: the most that a parameter of the table asks for. */
export const capturesBefore = 30;
