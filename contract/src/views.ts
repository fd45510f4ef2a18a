// Saved settings of the report page: named sets of filters, and the table's columns.
// Both are stored with the account, so that they follow it to other machines.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { fieldMessages } from './field-messages.ts';
import { done, recordId, requiredText } from './fields.ts';
import { reportFilterNames, reportFilters } from './report-filters.ts';
import { reportColumns } from './reports.ts';

export const viewLimits = {
  nameLength: 80,
  /** Views of one administrator. */
  perOwner: 200,
  /** One filter as written in the URL: 500 long values. */
  filterLength: 20_000,
  columnWidthMin: 60,
  columnWidthMax: 800,
} as const;

/** Rows of a page that can be chosen; 10 is spec 9's. */
export const reportPageSizes = [10, 50, 200] as const;
export type ReportPageSize = (typeof reportPageSizes)[number];

const column = z.enum(reportColumns as [string, ...string[]]);

/** Settings of the table of reports. Columns that `order` does not name follow in their usual order. */
export const reportTableView = z.object({
  order: z.array(column).max(reportColumns.length),
  hidden: z.array(column).max(reportColumns.length),
  /** Widths in px of columns that were resized. */
  widths: z.partialRecord(
    column,
    z.number().int().min(viewLimits.columnWidthMin).max(viewLimits.columnWidthMax),
  ),
  density: z.enum(['compact', 'normal']),
  rows: z.literal(reportPageSizes),
});
export type ReportTableView = z.infer<typeof reportTableView>;

/** Filters as the URL of the report page writes them: name to text. */
const writtenFilters = z
  .partialRecord(
    z.enum(reportFilterNames as [string, ...string[]]),
    z.string().max(viewLimits.filterLength),
  )
  .refine((filters) => reportFilters.safeParse(filters).success, fieldMessages['not-filters']);

const viewName = requiredText(viewLimits.nameLength);

/** How names of one owner's views are compared. */
export const viewNameKey = (name: string): string => name.trim().toLowerCase();

export const reportView = z.object({
  id: z.number(),
  name: z.string(),
  /** May contain filters of an older version; readers ignore unknown ones. */
  filters: z.record(z.string(), z.string()),
  /** Null where the view does not change the table. */
  table: reportTableView.nullable(),
  /** Other administrators see it in their list and can open its link. */
  is_shared: z.boolean(),
  is_mine: z.boolean(),
  /** Name of its owner. */
  owner: z.string(),
});
export type ReportView = z.infer<typeof reportView>;

const viewErrors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;

export const reportViews = defineCall({
  name: 'reportViews',
  module: 'views',
  method: 'GET',
  path: '/api/report-views',
  access: 'administrator',
  circles: 'answer',
  summary: "The administrator's saved views and those that others share, by name.",
  input: {},
  reply: { kind: 'json', schema: z.object({ views: z.array(reportView) }) },
  errors: viewErrors,
  extension: true,
  example: { reply: { views: [] } },
});

export const saveReportView = defineCall({
  name: 'saveReportView',
  module: 'views',
  method: 'POST',
  path: '/api/save-report-view',
  access: 'administrator',
  circles: 'whole',
  forReaders: true,
  summary: 'Saves filters, and the look of the table where given, under a name new to its owner.',
  input: {
    body: z.object({
      name: viewName,
      filters: writtenFilters,
      table: reportTableView.nullable().default(null),
      is_shared: z.boolean().default(false),
    }),
  },
  reply: { kind: 'json', schema: done.extend({ view: reportView }) },
  errors: [...viewErrors, 'conflict'],
  extension: true,
  example: {
    body: { name: 'Commercial, Model Town', filters: { circle: 'Model Town', land: 'Commercial' } },
  },
});

export const changeReportView = defineCall({
  name: 'changeReportView',
  module: 'views',
  method: 'POST',
  path: '/api/change-report-view',
  access: 'administrator',
  circles: 'whole',
  forReaders: true,
  summary: "Changes what is given of one of the administrator's own views.",
  input: {
    body: z.object({
      id: recordId,
      name: viewName.optional(),
      filters: writtenFilters.optional(),
      table: reportTableView.nullable().optional(),
      is_shared: z.boolean().optional(),
    }),
  },
  reply: { kind: 'json', schema: done.extend({ view: reportView }) },
  errors: [...viewErrors, 'not-found', 'conflict'],
  extension: true,
  example: { body: { id: 1, is_shared: true } },
});

export const deleteReportView = defineCall({
  name: 'deleteReportView',
  module: 'views',
  method: 'POST',
  path: '/api/delete-report-view',
  access: 'administrator',
  circles: 'whole',
  forReaders: true,
  summary: "Deletes one of the administrator's own views.",
  input: { body: z.object({ id: recordId }) },
  reply: { kind: 'json', schema: done },
  errors: [...viewErrors, 'not-found'],
  extension: true,
  example: { body: { id: 1 } },
});

/** The console's preferences of a person, each as last saved; absent where never saved. */
export const preferences = z.object({ report_table: reportTableView.optional() });
export type Preferences = z.infer<typeof preferences>;

export const myPreferences = defineCall({
  name: 'myPreferences',
  module: 'views',
  method: 'GET',
  path: '/api/preferences',
  access: 'administrator',
  circles: 'whole',
  summary: 'What the console remembers of the administrator.',
  input: {},
  reply: { kind: 'json', schema: preferences },
  errors: viewErrors,
  extension: true,
  example: { reply: {} },
});

export const savePreferences = defineCall({
  name: 'savePreferences',
  module: 'views',
  method: 'POST',
  path: '/api/save-preferences',
  access: 'administrator',
  circles: 'whole',
  forReaders: true,
  summary: 'Remembers the parts that are given; the others stay.',
  input: { body: preferences },
  reply: { kind: 'json', schema: done },
  errors: viewErrors,
  extension: true,
  example: {
    body: {
      report_table: { order: [], hidden: ['info'], widths: {}, density: 'compact', rows: 50 },
    },
  },
});
