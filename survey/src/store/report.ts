// A report on the phone, from the first key stroke until the server has confirmed it.
import type { DevicePin, Outcome, Said } from '@survey/contract';
import type { placeReasons } from '@survey/contract/submission-fields';

export type PlaceReason = (typeof placeReasons)[number];

/** What the surveyor writes, as it was written. */
export interface Answers {
  outcome: Outcome | '';
  land: string;
  land_area: string;
  covered_area: string;
  floors_num: string;
  basement: boolean;
  Store_front: boolean;
  info: string;
  other: string;
  comments: string;
  /** To the note with which the pin was sent back. */
  answer: string;
}

export const noAnswers: Answers = {
  outcome: '',
  land: '',
  land_area: '',
  covered_area: '',
  floors_num: '',
  basement: false,
  Store_front: false,
  info: '',
  other: '',
  comments: '',
  answer: '',
};

export interface Place {
  latitude: number;
  longitude: number;
  /** Radius in metres within which the position lies with 68 % probability. */
  accuracy: number;
  /** When it was measured, in milliseconds. */
  at: number;
}

/** What the server says of a report that it does not take. */
export interface Refusal {
  /** HTTP status. */
  status: number;
  message: string;
  said: Said | null;
  fields: Record<string, { message: string; said: Said | null }[]>;
}

/**
 * draft: being written. ready: waits for its turn to be sent. confirmed: the server has report and photo on disk.
 * refused: the server did not take it, the surveyor has to mend it.
 */
export type ReportState = 'draft' | 'ready' | 'confirmed' | 'refused';

export interface Report {
  /** The `submission_id`, made once. */
  id: string;
  circle: string;
  pin: string;
  /** The pin as it was on the list when the report was begun. */
  unit: DevicePin;
  state: ReportState;
  answers: Answers;
  place: Place | null;
  /** Why it was taken before it was accurate, or why there is none; not there in reports of older versions. */
  placeReason?: PlaceReason | null;
  hasPhoto: boolean;
  /** Milliseconds. */
  begunAt: number;
  changedAt: number;
  /** When the surveyor stood there: of the photo, or else of saving. ISO 8601 with offset. */
  capturedAt: string | null;
  /** Milliseconds by which the phone's clock was ahead when the report was saved; its times are sent without them. */
  clockAhead?: number;
  /** Of the page that wrote the report, and of the phone. Part of the content, so they stay as they were. */
  appVersion: string;
  deviceId: string;
  /** True while its form is on the screen: after a crash the page opens here. */
  isOpen: boolean;
  /** Failed attempts to send, and the time before which none is made. */
  attempts: number;
  nextAttemptAt: number;
  refusal: Refusal | null;
  confirmedAt: number | null;
}
