const groups = [5, 7, 1] as const;

/** Formats typed digits as a CNIC: at most 13 digits in groups of 5, 7 and 1 (spec 5). */
export const maskCnic = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 13);
  const parts: string[] = [];
  let from = 0;
  for (const length of groups) {
    const part = digits.slice(from, from + length);
    if (part) parts.push(part);
    from += length;
  }
  return parts.join('-');
};
