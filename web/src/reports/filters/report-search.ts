// The state of a report page in the address: filters, page, open report.
import {
  type RecordId,
  type ReportFilterName,
  type ReportFilters,
  type ReportPageSize,
  type ReportSort,
  reportFilterNames,
  reportFilters,
  reportPageSizes,
  reportSorts,
  writeBox,
  writeDay,
  writeListFilter,
  writeRange,
} from '@survey/contract';

export type RawSearch = Record<string, string | undefined>;

/** The contract's filters; an absent name is not set. */
export type Filters = Partial<ReportFilters>;

export interface ReportSearch {
  filters: Filters;
  page: number;
  /** Id of the report in the drawer. */
  report: RecordId | undefined;
  /** Rows of a page, where the address has them. */
  rows: ReportPageSize | undefined;
  /** Id of the saved view that was opened. */
  view: number | undefined;
  /** The order of the rows; undefined: newest capture first. */
  sort: ReportSort | undefined;
}

/** Filters as plain text, one value a name; undefined where a filter is not set. */
export type WrittenFilters = Partial<Record<ReportFilterName, string | undefined>>;

const readNumber = (value: string | undefined): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 1 ? number : undefined;
};

/** Ids of our server are numbers, those of others any text. */
const readId = (value: string | undefined): RecordId | undefined =>
  readNumber(value) ?? (value?.trim() ? value : undefined);

const readFilter = (name: ReportFilterName, value: string | undefined): unknown => {
  if (value === undefined) return undefined;
  const parsed = reportFilters.shape[name].safeParse(value);
  const isEmpty = Array.isArray(parsed.data) && parsed.data.length === 0;
  return parsed.success && !isEmpty ? parsed.data : undefined;
};

/** Reads the filters of an address; invalid values are left out. */
export const readFilters = (raw: RawSearch): Filters => {
  const read = Object.fromEntries(
    reportFilterNames
      .map((name) => [name, readFilter(name, raw[name])])
      .filter(([, value]) => value !== undefined),
  ) as Filters;
  // A single day becomes a range, for the two date fields.
  const { date, ...others } = read;
  return date ? { ...others, date_from: date, date_to: date } : others;
};

export const readReportSearch = (raw: RawSearch): ReportSearch => ({
  filters: readFilters(raw),
  page: readNumber(raw.page) ?? 1,
  report: readId(raw.report),
  rows: reportPageSizes.find((size) => String(size) === raw.rows),
  view: readNumber(raw.view),
  sort: reportSorts.find((sort) => sort === raw.sort),
});

const writeList = (values: readonly (string | number | boolean)[] | undefined) =>
  values?.length ? writeListFilter(values.map(String)) : undefined;

/** Writes filters for the address. Every name is present, so that unset filters are removed from it. */
export const writeFilters = (filters: Filters): Record<ReportFilterName, string | undefined> => ({
  date: filters.date,
  date_from: filters.date_from,
  date_to: filters.date_to,
  username: writeList(filters.username),
  land: writeList(filters.land),
  name: writeList(filters.name),
  pin: writeList(filters.pin),
  circle: writeList(filters.circle),
  basement: writeList(filters.basement),
  floors: writeList(filters.floors),
  land_area: writeList(filters.land_area?.map(writeRange)),
  covered_area: writeList(filters.covered_area?.map(writeRange)),
  resubmission: writeList(filters.resubmission),
  list: writeList(filters.list),
  second: writeList(filters.second),
  photo: writeList(filters.photo),
  place: writeList(filters.place),
  review: writeList(filters.review),
  flag: writeList(filters.flag),
  severity: writeList(filters.severity),
  box: filters.box && writeBox(filters.box),
});

/**
 * Writes filters for the calls: the names that are set, in the contract's order. A single day goes as
 * `date`, day/month/year (spec 7).
 */
export const filterQuery = (filters: Filters): WrittenFilters => {
  const isOneDay = filters.date_from !== undefined && filters.date_from === filters.date_to;
  const { date_from, date_to, ...others } = writeFilters(filters);
  const range = isOneDay ? { date: writeDay(filters.date_from ?? '') } : { date_from, date_to };
  const written: WrittenFilters = { ...others, ...range };
  return Object.fromEntries(
    reportFilterNames
      .map((name) => [name, written[name]] as const)
      .filter(([, value]) => value !== undefined),
  );
};

/** The number of values that are set; each end of a range of days counts. */
export const countFilters = (filters: Filters): number =>
  Object.values(filters)
    .filter((value) => value !== undefined)
    .reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);
