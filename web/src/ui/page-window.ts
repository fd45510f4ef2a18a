export type PageWindowItem = number | 'gap';

const showAllUpTo = 7;
const eitherSide = 2;

/**
 * The pages a pagination bar offers (spec 9): all when 7 or fewer; otherwise first, last, two pages
 * either side of the current one, and a gap where pages are left out.
 */
export const pageWindow = (current: number, last: number): PageWindowItem[] => {
  const first = last <= showAllUpTo ? 1 : Math.max(current - eitherSide, 1);
  const end = last <= showAllUpTo ? Math.max(last, 1) : Math.min(current + eitherSide, last);
  // Only the pages around the current one: a million reports have a hundred thousand pages.
  const around = Array.from({ length: Math.max(end - first + 1, 0) }, (_, index) => first + index);
  const shown = [...new Set([1, ...around, Math.max(last, 1)])];
  return shown.flatMap((page, index) => {
    const before = shown[index - 1];
    return before !== undefined && page - before > 1 ? (['gap', page] as const) : [page];
  });
};
