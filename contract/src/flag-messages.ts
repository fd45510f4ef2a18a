// What flags say, each with its numbers and what the report was compared with, and what calls about checks, flags and
// the review queue say: English by id, ICU messages.

export const flagMessages = {
  'flag-photo-same': 'Same photo as PIN {pin}, {time}.',
  'flag-photo-resubmitted': 'Same photo as the earlier report of this PIN, {time}.',
  'flag-photo-missing': 'The report has no photo.',
  'flag-place-missing': 'The report has no position.',
  'flag-place-truncated':
    'The position has {decimals, plural, one {1 decimal} other {# decimals}}; a sensor gives more.',
  'flag-place-repeated': 'Exactly the place of PIN {pin}, {time}.',
  'flag-place-far':
    '{metres} m from the middle of circle {circle}; half of its {reports} reports are within {spread} m.',
  'flag-place-moved': '{metres} m from the place of this PIN’s earlier report, {time}.',
  'flag-travel': '{metres} m in {seconds} s from PIN {pin}: {speed} km/h.',
  'flag-pace': '{reports} reports in {minutes} min, the first for PIN {pin}.',
  'flag-visit-short': 'The form was open for {seconds} s before the capture.',
  'flag-hours': 'Captured at {time}, outside of {from}:00 to {until}:00.',
  'flag-capture-future': 'Captured {minutes} min after it arrived.',
  'flag-capture-old': 'Captured {days, plural, one {1 day} other {# days}} before it arrived.',
  'flag-covered-too-large':
    'Covered area {covered} exceeds {most}: land area {land} × {floors} floors and basement.',
  'flag-floors-none': '0 floors, and a covered area of {covered}.',
  'flag-area-zero':
    '{field, select, land_area {The land area is 0.} other {The covered area is 0.}}',
  'flag-answers-repeated': 'Equal answers in {reports} reports in a row, since PIN {pin}.',
  'flag-land-changed': 'Land type {land}; the earlier report of this PIN, {time}, has {before}.',
  'flag-not-assigned': 'The PIN was not on the surveyor’s list when the report came.',
  'flag-photo-similar':
    'Photo much like that of PIN {pin}, {time}: {bits, plural, one {1 of 64 bits differs} other {# of 64 bits differ}}.',
  'flag-photo-dark': 'The photo is dark: brightness {level} of 255.',
  'flag-photo-blurred': 'The photo has few sharp edges: {variance}.',
  'flag-photo-small': 'The photo has {width} × {height} pixels.',
  'flag-photo-time': 'The photo’s own time is {time}, {minutes} min from the capture.',
  'flag-value-unusual':
    '{field, select, land_area {Land area} other {Covered area}} {value} is unusual for {land} in {circle}: most of {reports} are from {low} to {high}.',
  'flag-value-extreme':
    '{field, select, land_area {Land area} other {Covered area}} {value} is far out for {land} in {circle}: most of {reports} are from {low} to {high}.',
} as const;

export const checkMessages = {
  'check-saved': 'The rule is saved. Reports that arrive from now on are looked at by it.',
  'check-changed': '{user} has changed this rule meanwhile. Nothing was saved; look at it again.',
  'check-parameter': '{parameter} must be from {least} to {most}',
  'check-no-parameter': 'this check has no parameter {parameter}',
  'check-run-under-way': 'Reports are being checked again already. Wait for its end, or cancel it.',
  'no-check-run': 'There is no re-evaluation {id}.',
  'no-flag': 'This report has no such flag any more.',
  'no-sample': 'There is no sample {id}.',
  'sample-empty': 'No report was captured on these days: nothing was drawn.',
} as const;
