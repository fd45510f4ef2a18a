// Files of lists: CSV and XLSX from the same rows, GeoJSON of reports. Beyond spec 7.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { text } from './fields.ts';
import { reportFilters } from './report-filters.ts';
import { askedExtra } from './reports.ts';

/** Media types of the formats. */
export const fileTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  geojson: 'application/geo+json',
  geojsonseq: 'application/geo+json-seq',
} as const;

export const sheetFormats = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof sheetFormats)[number];

export const reportFormats = ['csv', 'xlsx', 'geojson', 'geojsonseq'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** The language of the sheet about the file; sheets in Urdu begin at the right. */
const language = z.enum(['en', 'ur']).default('en');

/** Format and language of a file. */
export const sheetOptions = { format: z.enum(sheetFormats).default('csv'), language };
export interface SheetOptions {
  format: SheetFormat;
  language: z.infer<typeof language>;
}

const errors = [
  'unauthenticated',
  'access-not-allowed',
  'invalid-input',
  'too-many-attempts',
] as const;
const sheetTypes = [fileTypes.csv, fileTypes.xlsx] as const;

export const exportReports = defineCall({
  name: 'exportReports',
  module: 'reports',
  method: 'GET',
  path: '/api/export/reports',
  access: 'administrator',
  circles: 'filters',
  keyScope: 'reports',
  summary:
    'All current reports that match the filters as a file: CSV, XLSX, GeoJSON, or GeoJSON text sequences.',
  input: {
    query: reportFilters.extend({
      extra: askedExtra,
      format: z.enum(reportFormats).default('csv'),
      language,
    }),
  },
  reply: { kind: 'stream', types: [...sheetTypes, fileTypes.geojson, fileTypes.geojsonseq] },
  errors,
  extension: true,
  example: { query: { circle: 'Model Town', format: 'xlsx' } },
});

export const exportUsers = defineCall({
  name: 'exportUsers',
  module: 'users',
  method: 'GET',
  path: '/api/export/users',
  access: 'administrator',
  circles: 'answer',
  summary: 'Mobile users as CSV or XLSX, with their numbers of pins.',
  input: {
    query: z.object({
      /** Part of the username, name, email, phone or CNIC. */
      search: text(200).optional(),
      ...sheetOptions,
    }),
  },
  reply: { kind: 'stream', types: sheetTypes },
  errors,
  extension: true,
  example: { query: { format: 'xlsx' } },
});

export const exportCircles = defineCall({
  name: 'exportCircles',
  module: 'circles',
  method: 'GET',
  path: '/api/export/circles',
  access: 'administrator',
  circles: 'answer',
  summary: 'Circles with their users and pins as CSV or XLSX, a row for each user of a circle.',
  input: { query: z.object(sheetOptions) },
  reply: { kind: 'stream', types: sheetTypes },
  errors,
  extension: true,
  example: { query: { format: 'xlsx' } },
});

export const reportPhotosZip = defineCall({
  name: 'reportPhotosZip',
  module: 'reports',
  method: 'GET',
  path: '/api/report-photos',
  access: 'administrator',
  circles: 'filters',
  summary:
    'The photos of all current reports that match the filters, in one ZIP (PIN.jpg, PIN-2.jpg, manifest.csv).',
  input: { query: reportFilters },
  reply: { kind: 'stream', types: ['application/zip'] },
  errors,
  extension: true,
  example: { query: { circle: 'Model Town' } },
});
