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
