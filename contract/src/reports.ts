// Property reports: sent by phones and reviewed by administrators (spec 2 /report, 3, 7, 9).
import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  answeredId,
  circleName,
  done,
  limits,
  pinNumber,
  pinStatus,
  recordId,
  requiredText,
} from './fields.ts';
import { listedFlag } from './flags.ts';
import { reportFilters, reportPageQuery } from './report-filters.ts';
import { askedSort } from './report-sort.ts';
import { reviewStates } from './review-states.ts';

/** spec 3. Times are `DD/MM/YYYY HH:mm:ss` in the operation's time zone; areas as surveyed, no unit. */
export const propertyReport = z.object({
  id: answeredId,
  username: z.string(),
  user_name: z.string(),
  user_phone: z.string(),
  circle: z.string(),
  pin: z.string(),
  info: z.string(),
  floors_num: z.number().nullable(),
  basement: z.boolean(),
  Store_front: z.boolean(),
  land_area: z.number().nullable(),
  covered_area: z.number().nullable(),
  land: z.string(),
  other: z.string(),
  comments: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  capture_time: z.string(),
  submission_time: z.string(),
  /** null: ordinary, shown as 'No'. 1: sent back. 0: answered a sent-back report (R18). */
  resubmission: z.literal([0, 1]).nullable(),
  /** Path below the storage path with its signature; null where there is no photo. */
  picture_path: z.string().nullable(),
});
export type PropertyReport = z.infer<typeof propertyReport>;

/** Optional fields beside the 21 of a report; sent only on request. */
export const reportExtras = [
  'was_assigned',
  'is_second',
  'photo_awaited',
  'review',
  'reviewed_by',
  'reviewed_at',
  'flags',
] as const;
export type ReportExtra = (typeof reportExtras)[number];

/** Extension of the calls that answer reports: `extra=was_assigned,is_second`. Other backends ignore it. */
export const askedExtra = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(z.enum(reportExtras)).max(reportExtras.length).optional(),
  )
  .transform((names) => (names?.length ? [...new Set(names)] : undefined));

/** A report in lists, with the optional fields that were requested. */
export const listedReport = propertyReport.extend({
  /** Whether the pin was on the surveyor's list when the report came (R18). */
  was_assigned: z.boolean().optional(),
  /** Whether it came for a PIN that had a current report from somebody else (R18). */
  is_second: z.boolean().optional(),
  /** Whether it names a photo that has not arrived yet (ADR 58). */
  photo_awaited: z.boolean().optional(),
  review: z.enum(reviewStates).optional(),
  reviewed_by: z.string().nullable().optional(),
  reviewed_at: z.string().nullable().optional(),
  /** Flags that nobody dismissed, worst first. */
  flags: z.array(listedFlag).optional(),
});
export type ListedReport = z.infer<typeof listedReport>;

/** The 21 columns of table and CSV, in the order of spec 3 (spec 9, R21). */
export const reportColumns = Object.keys(propertyReport.shape) as (keyof PropertyReport)[];

/** Columns of free text: formulas are escaped in them (R21). */
export const reportTextColumns = [
  'username',
  'user_name',
  'user_phone',
  'circle',
  'pin',
  'info',
  'land',
  'other',
  'comments',
] as const satisfies readonly (keyof PropertyReport)[];

/** Spreadsheets run a text cell that begins with one of these; East Asian ones also the full-width forms. */
export const formulaStarts = [
  ...['=', '+', '-', '@', '\t', '\r', '\n'],
  ...['＝', '＋', '－', '＠'],
] as const;

/** Characters that some programs strip from the beginning of a cell: spaces and quotes. */
export const tidiedAway = [' ', '\u00a0', '"'] as const;

/** The same rules as patterns that are valid in JavaScript and in PostgreSQL. */
export const formulaPatterns = {
  /** A formula at the beginning. */
  start: `^[ \\u00a0"]*[=+@＝＋－＠\\t\\r\\n-]`,
  /** A formula at a place where another locale or setting begins a new cell. */
  inside: `([;\\t\\r\\n]"*)([=+@＝＋－＠-])`,
} as const;

const harmfulStart = new RegExp(formulaPatterns.start);
const harmfulInside = new RegExp(formulaPatterns.inside, 'g');

/** A text as a CSV cell: prefixed with an apostrophe where it would be run as a formula. */
export const escapeFormula = (text: string): string => {
  const inside = text.replace(harmfulInside, "$1'$2");
  return harmfulStart.test(text) ? `'${inside}` : inside;
};

/** Number of reports, or photos, of a stream: headers of the answer, so that a client can show progress. */
export const totalRowsHeader = 'x-total-rows';
/** Seconds until the replica had what the primary had at the request; no header where the primary answered. */
export const replicaLagHeader = 'x-replica-lag';
export const totalPhotosHeader = 'x-total-photos';

/** Where photos are fetched: this path plus `picture_path` (spec 7). */
export const storagePath = '/storage/';

/** The name of a photo without the day and signature of its link, which must not stay in files (R22). */
export const unsignedPhoto = (picturePath: string): string =>
  picturePath.replace(/\?day=\d+&signature=[\w-]+$/, '');

/** Suffix for thumbnails: `picture_path` plus this. */
export const thumbnailSuffix = '&size=thumbnail';

const reportErrors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;

export const allReports = defineCall({
  name: 'allReports',
  module: 'reports',
  method: 'GET',
  path: '/api/all-reports',
  access: 'administrator',
  circles: 'filters',
  keyScope: 'reports',
  summary:
    'One page of the current reports that match the filters, newest capture first or in the order of a column.',
  input: { query: reportPageQuery.extend({ extra: askedExtra, sort: askedSort }) },
  reply: {
    kind: 'json',
    schema: z.object({
      data: z.array(listedReport),
      total: z.number(),
      last_page: z.number(),
      current_page: z.number(),
    }),
  },
  errors: reportErrors,
  example: {
    query: { page: 1, per_page: 10, land: 'Residential,Commercial', date_from: '01/01/2026' },
  },
});

const optionCount = z.object({ value: z.string(), count: z.number() });

/** Filter options (R20): distinct values with counts, and the largest areas. */
export const reportOptions = z.object({
  land: z.array(optionCount),
  name: z.array(optionCount),
  circle: z.array(optionCount),
  resubmission: z.array(optionCount),
  floors: z.array(optionCount),
  /** Beyond spec 7, as other backends do not count it. */
  review: z.array(optionCount).optional(),
  users: z.array(z.object({ username: z.string(), name: z.string(), count: z.number() })),
  largest_land_area: z.number(),
  largest_covered_area: z.number(),
});
export type ReportOptions = z.infer<typeof reportOptions>;

export const allReportsNoPagination = defineCall({
  name: 'allReportsNoPagination',
  module: 'reports',
  method: 'GET',
  path: '/api/all-reports-no-pagination',
  access: 'administrator',
  circles: 'answer',
  summary:
    'All current reports as {data}; with view=options only what the filters offer, as {options}.',
  input: { query: z.object({ view: z.enum(['options']).optional() }) },
  reply: {
    kind: 'stream',
    types: ['application/json'],
    schema: z.union([
      z.object({ data: z.array(propertyReport) }),
      z.object({ options: reportOptions }),
    ]),
  },
  errors: reportErrors,
  example: { query: { view: 'options' } },
});

export const allReportsExport = defineCall({
  name: 'allReportsExport',
  module: 'reports',
  method: 'GET',
  path: '/api/all-reports-export',
  access: 'administrator',
  circles: 'filters',
  keyScope: 'reports',
  summary:
    'All current reports that match the filters: JSON {data}, or the CSV file where text/csv is asked.',
  input: { query: reportFilters.extend({ extra: askedExtra }) },
  reply: {
    kind: 'stream',
    types: ['application/json', 'text/csv'],
    schema: z.object({ data: z.array(listedReport) }),
  },
  errors: reportErrors,
  example: { query: { circle: 'Model Town' } },
});

export const csvFileName = 'property_report.csv';
export const photosZipFileName = 'property_photos.zip';

export const reportMultiple = defineCall({
  name: 'reportMultiple',
  module: 'reports',
  method: 'POST',
  path: '/api/property-details/report-multiple',
  access: 'administrator',
  circles: 'answer',
  forReaders: true,
  summary: 'All current reports of the users named.',
  input: {
    body: z.object({ usernames: z.array(requiredText(200)).min(1).max(500), extra: askedExtra }),
  },
  reply: {
    kind: 'stream',
    types: ['application/json'],
    schema: z.object({ data: z.array(listedReport) }),
  },
  errors: reportErrors,
  example: { body: { usernames: ['ali.raza', 'sana.khan'] } },
});

/** A pin on a user's list, as the calls name it. */
export const userPin = { username: requiredText(200), circle: circleName, pin: pinNumber };

export const changePinStatus = defineCall({
  name: 'changePinStatus',
  module: 'reports',
  method: 'POST',
  path: '/api/change-pin-status',
  access: 'administrator',
  circles: 'circle',
  summary:
    "Sets the status of a pin on a user's list; 0 sends its report back (R18), and with `report` only where that one is current.",
  input: {
    body: z.object({
      ...userPin,
      status: pinStatus,
      /** Beyond spec 7: the report that the client saw. A newer one may have come since. */
      report: recordId.optional(),
    }),
  },
  reply: { kind: 'json', schema: done },
  errors: [...reportErrors, 'not-found', 'conflict'],
  example: { body: { username: 'ali.raza', circle: 'Model Town', pin: '0001234', status: 0 } },
});

export const pinSuggestions = defineCall({
  name: 'pinSuggestions',
  module: 'reports',
  method: 'GET',
  path: '/api/report-pins',
  access: 'administrator',
  circles: 'answer',
  summary: 'At most ten different PINs of current reports that contain the text.',
  input: { query: z.object({ text: requiredText(100) }) },
  reply: {
    kind: 'json',
    schema: z.object({ pins: z.array(z.string()).max(limits.pinSuggestions) }),
  },
  errors: reportErrors,
  extension: true,
  example: { query: { text: '123' } },
});
