// What a surveyor writes, in the order of a walk around a house: for the schema of a submission, and for every form
// that asks for it. No zod here: a phone's page reads this file and nothing else of the contract.

/** What a visit came to (docs/glossary.md). */
export const outcomes = [
  'surveyed',
  'locked',
  'refused',
  'not_found',
  'under_construction',
  'demolished',
  'merged',
  'other',
] as const;
export type Outcome = (typeof outcomes)[number];

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  surveyed: 'Surveyed',
  locked: 'Locked',
  refused: 'Refused',
  not_found: 'Not found',
  under_construction: 'Under construction',
  demolished: 'Demolished',
  merged: 'Merged',
  other: 'Other',
};

/** Kinds of land that forms offer. The field is free text: an operation may have others. */
export const landTypes = [
  'Residential',
  'Commercial',
  'Mixed Use',
  'Industrial',
  'Agricultural',
  'Vacant Plot',
] as const;

/** Bounds, both inclusive; of texts the number of characters. */
export const submissionFields = {
  land: { kind: 'text', most: 200, label: 'Land Type' },
  land_area: { kind: 'number', least: 0, most: 1e9, label: 'Land Area' },
  covered_area: { kind: 'number', least: 0, most: 1e9, label: 'Covered Area' },
  floors_num: { kind: 'whole-number', least: 0, most: 200, label: 'Floors' },
  basement: { kind: 'yes-no', label: 'Basement' },
  Store_front: { kind: 'yes-no', label: 'Store Front' },
  info: { kind: 'text', most: 2000, label: 'Info' },
  other: { kind: 'text', most: 2000, label: 'Other' },
  comments: { kind: 'text', most: 5000, label: 'Comments' },
  answer: { kind: 'text', most: 1000, label: 'Answer to your office' },
} as const;
export type SubmissionField = keyof typeof submissionFields;

/**
 * The phone's clock at the moment of sending, ISO 8601 with offset. A header, because it changes with each try: the
 * form of a repeated submission must not.
 */
export const deviceTimeHeader = 'x-device-time';

/** What a phone says about itself with each request, for the office; each may be left out (docs/phones.md). */
export const phoneHeaders = {
  /** The id of the phone, as in `device_id` of its reports; without it the others are not read. */
  device: 'x-device-id',
  app: 'x-app',
  version: 'x-app-version',
  /** Reports that the phone has and the server has not confirmed, and when the oldest was begun (ISO 8601). */
  unsent: 'x-unsent-reports',
  unsentSince: 'x-unsent-since',
  /** Bytes that the app may still store. */
  freeBytes: 'x-free-bytes',
} as const;

/** What the headers of a phone hold, for the description of the API. */
export const phoneHeaderTexts = {
  [deviceTimeHeader]: "The phone's clock at the moment of sending, ISO 8601 with offset.",
  [phoneHeaders.device]:
    'The id of the phone, as in `device_id`; without it the others are not read.',
  [phoneHeaders.app]: 'The app.',
  [phoneHeaders.version]: 'The version of the app.',
  [phoneHeaders.unsent]: 'Reports that the phone has and the server has not confirmed.',
  [phoneHeaders.unsentSince]: 'When the oldest of them was begun, ISO 8601 with offset.',
  [phoneHeaders.freeBytes]: 'Bytes that the app may still store.',
} as const;

/** A code for signing in on the surveyor's page: its number of words, its hours of validity; used once. */
export const signInCodeWords = 6;
export const signInCodeHours = 24;

/** Why a place was taken before it was accurate, or not at all. */
export const placeReasons = [
  'The signal is blocked here',
  'I could not stand at the house',
  'The phone gives no place',
] as const;
