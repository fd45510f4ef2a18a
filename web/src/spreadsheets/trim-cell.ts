// Blanks at the ends of a cell, and the invisible direction marks that come along when Urdu and
// numbers are copied together: a PIN with one of them would match no other.
const blank = String.raw`[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+`;
const ends = new RegExp(`^${blank}|${blank}$`, 'g');

/** The text without blanks and direction marks at its ends. */
export const trimCell = (text: string): string => text.replace(ends, '');
