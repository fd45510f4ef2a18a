// Messages of changes that are taken back (ADR 14): a part of the catalogue in messages.ts.
export const undoMessages = {
  'no-entry': 'There is no entry {id}.',
  'undone-pins': 'Undone: {count, plural, one {# pin} other {# pins}}.',
  'undone-pins-and-reports':
    'Undone: {count, plural, one {# pin or report} other {# pins and reports}}.',
  'undone-reports': 'Undone: {count, plural, one {# report} other {# reports}}.',
  'undone-units': 'Undone: {count, plural, one {# unit} other {# units}}.',
  'as-before-pins': '{count, plural, one {# pin} other {# pins}} will be as before.',
  'as-before-pins-and-reports':
    '{count, plural, one {# pin or report} other {# pins and reports}} will be as before.',
  'as-before-reports': '{count, plural, one {# report} other {# reports}} will be as before.',
  'as-before-units': '{count, plural, one {# unit} other {# units}} will be as before.',
  'undo-already': 'This cannot be undone: {user} has undone it already (entry {entry}).',
  'undo-permanent': 'This cannot be undone: changes of this kind are permanent.',
  'undo-too-old': 'This cannot be undone: it is older than {days} days.',
  'undo-changed': 'This cannot be undone: what it needs has been changed since.',
  'undo-circle-assigned-again':
    'This cannot be undone: circle {circle} has been assigned to {username} again since.',
  'undo-circle-taken':
    'This cannot be undone: circle {circle} has been taken from {username} since.',
  'undo-circle-gone': 'This cannot be undone: circle {circle} is gone since.',
  'undo-user-deleted':
    'This cannot be undone: a user whose pins it changed has been deleted since.',
  'undo-pins-left': 'This cannot be undone: {count} of its pins left the list of {username} since.',
  'undo-own-pins-changed': 'This cannot be undone: {count} of its pins have been changed since.',
  'undo-more-pins': 'This cannot be undone: {username} got more pins of circle {circle} since.',
  'undo-report-set-aside': 'This cannot be undone: its report has been set aside since.',
  'undo-newer-report':
    'This cannot be undone: a newer report of PIN {pin} has come since. Set that one aside first, or leave it.',
  'undo-report-changed':
    'This cannot be undone: a report that came back in its place has been changed since.',
  'undo-reviewed-again':
    'This cannot be undone: {count, plural, one {# report has} other {# reports have}} been reviewed again or replaced since.',
  'undo-surveyed-again': 'This cannot be undone: the PIN has been surveyed again since.',
  'undo-pins-not-listed':
    'This cannot be undone: {count, plural, one {# pin has} other {# pins have}} left the parcel list since.',
  'undo-pins-listed-again':
    'This cannot be undone: {count, plural, one {# pin has} other {# pins have}} been put on the list again since.',
  'undo-pins-off-list':
    'This cannot be undone: {count, plural, one {# pin has} other {# pins have}} been taken off the list or transferred since.',
  'undo-pins-surveyed':
    'This cannot be undone: {count, plural, one {# pin has} other {# pins have}} been surveyed or changed since.',
  'undo-pins-changed':
    'This cannot be undone: {count, plural, one {# pin has} other {# pins have}} been changed since.',
  'undo-units-changed':
    'This cannot be undone: {count, plural, one {# unit has} other {# units have}} been changed since.',
  'undo-units-reported':
    'This cannot be undone: {count, plural, one {# unit has} other {# units have}} reports already.',
  'undo-units-listed':
    'This cannot be undone: {count, plural, one {# unit is} other {# units are}} on lists of users. Remove the circles from them.',
} as const;
