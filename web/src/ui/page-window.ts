export type PageWindowItem = number | 'gap';

const showAllUpTo = 7;
const eitherSide = 2;

/**
 * The pages a pagination bar offers (section 9): all when 7 or fewer; otherwise first, last, two pages
 * either side of the current one, and a gap where pages are left out.
 */
export const pageWindow = (current: number, last: number): PageWindowItem[] => {
  const all = Array.from({ length: Math.max(last, 1) }, (_, index) => index + 1);
  if (all.length <= showAllUpTo) return all;
  const shown = all.filter(
    (page) => page === 1 || page === last || Math.abs(page - current) <= eitherSide,
  );
  return shown.flatMap((page, index) => {
    const before = shown[index - 1];
    return before !== undefined && page - before > 1 ? (['gap', page] as const) : [page];
  });
};
