// The checks by name, in the order in which they are listed, and how severe a flag can be. No zod here: lists and filters
// read this file alone, the table itself is in check-table.ts.

/** Worst last. */
export const severities = ['hint', 'warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** What a flag of each check is called. */
export const checkLabels = {
  'photo-same': 'Same photo as another PIN',
  'photo-resubmitted': 'Old photo sent again',
  'photo-missing': 'No photo',
  'place-missing': 'No place',
  'place-truncated': 'Place with few decimals',
  'place-repeated': 'Exactly the place of another PIN',
  'place-far': 'Far from its circle',
  'place-moved': 'Away from the earlier report',
  travel: 'Too fast from the capture before',
  pace: 'Many reports in a short time',
  'visit-short': 'Short visit',
  hours: 'Outside the hours',
  'capture-future': 'Captured in the future',
  'capture-old': 'Captured long before it arrived',
  'covered-too-large': 'Covered area above what the floors hold',
  'floors-none': 'Covered area without floors',
  'area-zero': 'Area 0',
  'answers-repeated': 'Equal answers in a row',
  'land-changed': 'Another land type than before',
  'not-assigned': 'Not on the surveyor’s list',
  'photo-similar': 'Photo much like that of another PIN',
  'photo-dark': 'Dark photo',
  'photo-blurred': 'Blurred photo',
  'photo-small': 'Small photo',
  'photo-time': 'Photo taken at another time',
  'value-unusual': 'Unusual area',
  'value-extreme': 'Extreme area',
} as const;

export type CheckName = keyof typeof checkLabels;
export const checkNames = Object.keys(checkLabels) as [CheckName, ...CheckName[]];
