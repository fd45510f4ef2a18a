// The one predicate: the query of the report page. Table, total, suggestions, export, photo ZIP
// and every bulk action read the same object, so that an export has the reports that were shown.
import { z } from 'zod';
import { type CheckName, checkNames } from './check-names.ts';
import { day } from './dates.ts';
import { type FieldMessageId, fieldMessages, refusal } from './field-messages.ts';
import { joinList, limits, numberOrText, readBoolean, splitList } from './fields.ts';
import { type ReviewState, reviewStates } from './review-states.ts';

/** An empty query value (`land=`) means that the filter is not set; older clients always send all names. */
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional());

const list = optional(
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => (Array.isArray(value) ? value.flatMap(splitList) : splitList(value)))
    .refine((values) => values.length <= 500, refusal('too-many-values', { most: 500 }))
    .refine((values) => !values.join().includes('\u0000'), fieldMessages.nul),
);

const listOf = <T>(read: (value: string) => T | undefined, problem: FieldMessageId) =>
  list.transform((values, context) => {
    if (!values) return undefined;
    const parsed = values.map(read);
    const wrong = values.find((_, index) => parsed[index] === undefined);
    if (wrong === undefined) return parsed as T[];
    context.addIssue({ code: 'custom', ...refusal(problem, { value: wrong }) });
    return z.NEVER;
  });

/** A range of areas, written `min-max`: above `min` up to and including `max`; a range from 0 includes 0. */
export interface AreaRange {
  min: number;
  max: number;
}

const readRange = (value: string): AreaRange | undefined => {
  const [, min, max] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  const range = { min: Number(min), max: Number(max) };
  return range.min <= range.max && range.max < Number.MAX_SAFE_INTEGER ? range : undefined;
};

/** Resubmission as shown: 'No' (ordinary), '1' (sent back), '0' (answered a sent-back report). */
export const resubmissionLabels = ['No', '0', '1'] as const;
export type ResubmissionLabel = (typeof resubmissionLabels)[number];

const readResubmission = (value: string): ResubmissionLabel | undefined =>
  resubmissionLabels.find((label) => label.toLowerCase() === value.toLowerCase());

/** Whether the pin was on the surveyor's list when the report came: 'on', or 'off' where it was not (R18). */
export const listLabels = ['on', 'off'] as const;
export type ListLabel = (typeof listLabels)[number];

const readListLabel = (value: string): ListLabel | undefined =>
  listLabels.find((label) => label === value.toLowerCase());

/** Marks that a report has or has not. */
export const markLabels = ['yes', 'no'] as const;
export type MarkLabel = (typeof markLabels)[number];

const readMarkLabel = (value: string): MarkLabel | undefined =>
  markLabels.find((label) => label === value.toLowerCase());

const marks = () => listOf(readMarkLabel, 'yes-or-no');

/** Whether a report has a photo; 'awaited' are those of 'no' that name one which has not arrived yet (ADR 58). */
export const photoLabels = [...markLabels, 'awaited'] as const;
export type PhotoLabel = (typeof photoLabels)[number];

const readPhotoLabel = (value: string): PhotoLabel | undefined =>
  photoLabels.find((label) => label === value.toLowerCase());

const readReviewState = (value: string): ReviewState | undefined =>
  reviewStates.find((state) => state === value.toLowerCase());

const readCheckName = (value: string): CheckName | undefined =>
  checkNames.find((name) => name === value.toLowerCase());

/** The severities of flags; 'none': without a flag. */
export const severityLabels = ['critical', 'warning', 'hint', 'none'] as const;
export type SeverityLabel = (typeof severityLabels)[number];

const readSeverityLabel = (value: string): SeverityLabel | undefined =>
  severityLabels.find((label) => label === value.toLowerCase());

/** A part of the map in degrees, its borders included; it does not cross the date line. */
export interface Box {
  minLng: number;
  minLat: number;
  maxLng: number;
  maxLat: number;
}

const degrees = /^-?\d{1,3}(?:\.\d{1,15})?$/;

const readBox = (value: string): Box | undefined => {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.length !== 4 || !parts.every((part) => degrees.test(part))) return undefined;
  const [minLng, minLat, maxLng, maxLat] = parts.map(Number) as [number, number, number, number];
  const isOnEarth = minLng >= -180 && maxLng <= 180 && minLat >= -90 && maxLat <= 90;
  return isOnEarth && minLng <= maxLng && minLat <= maxLat
    ? { minLng, minLat, maxLng, maxLat }
    : undefined;
};

/** A box as the query string carries it; six decimals are eleven centimetres. */
export const writeBox = ({ minLng, minLat, maxLng, maxLat }: Box): string =>
  [minLng, minLat, maxLng, maxLat].map((value) => Number(value.toFixed(6))).join(',');

const readFloors = (value: string): number | undefined =>
  /^\d{1,4}$/.test(value) ? Number(value) : undefined;

const areaRanges = listOf(readRange, 'area-range');

export const reportFilters = z.object({
  date: optional(day),
  date_from: optional(day),
  date_to: optional(day),
  username: list,
  land: list,
  name: list,
  /** Each value matches PINs that contain it, in any case; several are joined by "or". */
  pin: list.refine(
    (values) => !values || values.length <= limits.pinTexts,
    refusal('too-many-values', { most: limits.pinTexts }),
  ),
  circle: list,
  basement: listOf(readBoolean, 'not-boolean'),
  floors: listOf(readFloors, 'floors'),
  land_area: areaRanges,
  covered_area: areaRanges,
  resubmission: listOf(readResubmission, 'resubmission'),
  list: listOf(readListLabel, 'on-or-off'),
  /** Whether it came for a PIN that had a current report from somebody else (R18). */
  second: marks(),
  /** Whether it has a photo, or waits for one. */
  photo: listOf(readPhotoLabel, 'photo-state'),
  /** Whether it has a position. */
  place: marks(),
  review: listOf(readReviewState, 'review-state'),
  /** Has a flag of one of these checks that nobody dismissed. */
  flag: listOf(readCheckName, 'check-name'),
  /** Has a flag of one of these severities that nobody dismissed, or none at all. */
  severity: listOf(readSeverityLabel, 'severity'),
  /** Written `minLng,minLat,maxLng,maxLat`; reports without a position are in no box. */
  box: optional(
    z.string().transform((value, context) => {
      const box = readBox(value);
      if (box) return box;
      context.addIssue({ code: 'custom', message: fieldMessages.box });
      return z.NEVER;
    }),
  ),
});

/** Filters as parsed. Values of one filter are joined by "or", filters by "and" (R17). */
export type ReportFilters = Partial<z.output<typeof reportFilters>>;
export type ReportFilterName = keyof ReportFilters;
export const reportFilterNames = Object.keys(reportFilters.shape) as ReportFilterName[];

/** The filters by date. */
export const dateFilterNames: readonly ReportFilterName[] = ['date', 'date_from', 'date_to'];

/** Filters that are set, in the order of the schema. An empty list counts as not set. */
export const filterNamesSet = (filters: ReportFilters): ReportFilterName[] =>
  reportFilterNames.filter((name) => {
    const value = filters[name];
    return value !== undefined && (!Array.isArray(value) || value.length > 0);
  });

/** Filters and page of `/api/all-reports`. */
export const reportPageQuery = reportFilters.extend({
  page: optional(numberOrText(z.number().int().min(1).max(1_000_000_000))).transform(
    (page) => page ?? 1,
  ),
  per_page: optional(numberOrText(z.number().int().min(1).max(limits.reportPageSizeMax))).transform(
    (size) => size ?? limits.reportPageSize,
  ),
});

/**
 * The ranges offered by the area filters (spec 9): `limits.areaBuckets` equal ones from 0 to `largest`,
 * each as wide as `largest` divided by their number, rounded up. None where nothing has an area.
 */
export const areaBuckets = (largest: number): AreaRange[] => {
  if (!(largest > 0)) return [];
  const width = Math.ceil(largest / limits.areaBuckets);
  return Array.from({ length: limits.areaBuckets }, (_, index) => ({
    min: index * width,
    max: (index + 1) * width,
  }));
};

export const writeRange = ({ min, max }: AreaRange): string => `${min}-${max}`;

/** Whether an area lies in a range; the server's SQL does the same. */
export const isInRange = (area: number, { min, max }: AreaRange): boolean =>
  (area > min || (min === 0 && area === 0)) && area <= max;

/** A list filter in the form of the query string. */
export const writeListFilter = (values: readonly (string | number)[]): string =>
  joinList(values.map(String));
