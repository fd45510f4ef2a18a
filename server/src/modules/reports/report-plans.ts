// The ways to read a page of the report list, and which of them is taken (ADR 24).
import {
  areaNames,
  dateFilterNames,
  filterNamesSet,
  limits,
  type ReportFilters,
} from '@survey/contract';
import { say } from '../../say.ts';

/** Up to this many rows found by an index are sorted at once; larger results are searched by days. */
export const sortedAtMost = 5_000;
/** Most rows that are skipped in the index of a month before counts by day are read instead. */
export const skippedInMonth = 1_000;
/** The same for areas: in a rare area each matching row costs hundreds of index entries. */
export const skippedInMonthOfArea = 50;
/** The same within the plan of one statement, which reads counts by day at little cost. */
export const skippedInStatement = 100;
export const skippedInStatementOfArea = 0;

/** What the rollups say: `unread` before they are read, `none` where no rollup serves the filters. */
export type PageCounts =
  | 'unread'
  | 'none'
  | {
      total: number;
      /** The months that contain the page: reports to skip in the newest, reports in all; none behind the end. */
      months: { skip: number; n: number } | undefined;
    };

type Known = Exclude<PageCounts, string>;

/** A text filter finds its PINs, and all of their reports at once, for any page. */
const hasListedPins = ({ pin = [] }: ReportFilters): boolean =>
  pin.length > 0 && pin.every((text) => [...text].length >= 3);

/** One area within some days; an area without days is read in one statement. Its index is covering. */
const isOfOneArea = (filters: ReportFilters): boolean => {
  const [name, ...others] = filterNamesSet(filters).filter(
    (name) => !dateFilterNames.includes(name),
  );
  return areaNames.some((area) => area === name) && others.length === 0;
};

/** The only filter is a PIN part of four characters whose lower case does not depend on the locale. */
export const partOf = (filters: ReportFilters): string | undefined => {
  const [text = '', ...others] = filters.pin ?? [];
  const isAlone = others.length === 0 && filterNamesSet(filters).length === 1;
  return isAlone && /^[ -~]{4}$/.test(text) ? text.toLowerCase() : undefined;
};

/**
 * No filter or one, the dates together being one: the frequent cases. The many combinations are too rare for prepared
 * plans, and planning a large statement takes longer than planning small ones.
 */
const isOfOneFilter = (filters: ReportFilters): boolean => {
  const names = filterNamesSet(filters);
  return new Set(names.map((name) => (dateFilterNames.includes(name) ? 'date' : name))).size <= 1;
};

const isSearch = ({ pin = [] }: ReportFilters): boolean => pin.length > 0;

const isFar = (filters: ReportFilters, skip: number): boolean =>
  skip > (isOfOneArea(filters) ? skippedInMonthOfArea : skippedInMonth);

const known =
  (
    fits: (
      filters: ReportFilters,
      counts: Known & { months: { skip: number; n: number } },
    ) => boolean,
  ) =>
  (filters: ReportFilters, counts: PageCounts): boolean => {
    if (typeof counts === 'string' || !counts.months) return false;
    return fits(filters, { ...counts, months: counts.months });
  };

/** Each plan with its condition; the first that fits is taken. */
const plans = {
  /** Counts and rows in one statement; the counts are read apart where no rollup serves it. */
  'one statement': (filters: ReportFilters, counts: PageCounts) =>
    counts === 'unread' && isOfOneFilter(filters) && !isSearch(filters),
  'read counts': (_: ReportFilters, counts: PageCounts) => counts === 'unread',
  /** All matching rows are found by an index, counted and sorted. */
  'sort and count': (filters: ReportFilters, counts: PageCounts) =>
    counts === 'none' && hasListedPins(filters),
  /** Rows are counted, and skipped from the nearer end. */
  'count rows': (_: ReportFilters, counts: PageCounts) => counts === 'none',
  'behind the end': (_: ReportFilters, counts: PageCounts) =>
    typeof counts !== 'string' && !counts.months,
  /** The rows of the page's months, by the index of PIN parts. */
  'PIN parts': known((filters, { months }) => Boolean(partOf(filters)) && months.n <= sortedAtMost),
  /** All matching rows are found by an index and sorted. */
  sort: known(
    (filters, { total }) =>
      (isOfOneArea(filters) || hasListedPins(filters)) && total <= sortedAtMost,
  ),
  /** The rows of the page's days are sorted; by months where no counts by day are kept. */
  'sort days': known(isSearch),
  /** The rows of the page's days in order of an index; by months where no counts by day are kept. */
  'walk days': known((filters, { months }) => isFar(filters, months.skip)),
  /** The rows of the page's months in order of an index. */
  'walk months': known(() => true),
} as const;

export type PlanName = keyof typeof plans;

/** How a page is read. */
export const choosePlan = (filters: ReportFilters, counts: PageCounts): PlanName =>
  (Object.keys(plans) as PlanName[]).find((name) => plans[name](filters, counts)) as PlanName;

/** How a page in the order of a column is read. */
export const chooseSort = (
  hasFilters: boolean,
  total: number,
): 'walk sort' | 'sort matches' | 'refuse' => {
  if (!hasFilters) return 'walk sort';
  return total <= limits.sortedReports ? 'sort matches' : 'refuse';
};

/** The message where more reports match than are sorted by a column. */
export const sortTooMany = (count: number) =>
  say('sort-too-many', {
    count: count.toLocaleString('en'),
    most: limits.sortedReports.toLocaleString('en'),
  });
