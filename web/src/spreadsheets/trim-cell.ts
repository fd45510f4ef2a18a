// Blanks at the ends of a cell, and the invisible direction marks that are copied along with mixed
// Urdu text and numbers: a PIN with one of them would match no other.
const blank = /[\s\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

const isBlankAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  return code >= 160 && blank.test(text.charAt(at));
};

/** The text without blanks and direction marks at its ends; in one pass. */
export const trimCell = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isBlankAt(text, start)) start += 1;
  while (end > start && isBlankAt(text, end - 1)) end -= 1;
  return start === 0 && end === text.length ? text : text.slice(start, end);
};
