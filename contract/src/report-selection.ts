// Bulk work on reports: those with these ids, or all that match the filters. Every call states the expected
// number, so that nobody changes or exports more than they saw.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { fileTypes, sheetOptions } from './exports.ts';
import { recordId } from './fields.ts';
import { reportFilters } from './report-filters.ts';

import { askedExtra } from './reports.ts';
import { noteText } from './review.ts';
import { said } from './said.ts';

export const selectionLimits = {
  /** Most ids; larger selections are made by filters. */
  ids: 1000,
  /** Reports sent back, or set aside, in one transaction, which limits how long phones wait for a list. */
  part: 500,
  /** Most skipped reports that the answer names. */
  named: 20,
} as const;

/** Current reports that match the filters and, where given, have one of the ids. */
export const reportSelection = z.object({
  filters: reportFilters.prefault({}),
  ids: z.array(recordId).min(1).max(selectionLimits.ids).optional(),
});

const counted = reportSelection.extend({
  /** The number that the person confirmed; the call is refused where it has changed. */
  expected_count: z.number().int().min(1),
});

const selectionErrors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;

export const countSelection = defineCall({
  name: 'countSelection',
  module: 'reports',
  method: 'POST',
  path: '/api/report-selection',
  access: 'administrator',
  circles: 'filters',
  forReaders: true,
  summary:
    'What a selection of reports holds, exactly: to be told before anything is done with it.',
  input: { body: reportSelection },
  reply: {
    kind: 'json',
    schema: z.object({
      total: z.number(),
      photos: z.number(),
      /** Sent back already. */
      sent_back: z.number(),
      surveyors: z.number(),
      /** New or in question, with a critical flag that nobody dismissed: `reviewSelection` does not accept them unless told. */
      critical: z.number(),
    }),
  },
  errors: selectionErrors,
  extension: true,
  example: { body: { filters: { circle: 'Model Town' } } },
});

/** A report whose pin is no longer on its surveyor's list. */
const leftOut = z.object({ username: z.string(), circle: z.string(), pin: z.string() });

/** One line of the answer: the progress, and on the last line the outcome. */
export const sendBackProgress = z.object({
  total: z.number(),
  done: z.number(),
  sent_back: z.number(),
  /** Were sent back before. */
  already: z.number(),
  /** Not sent back: the pin has left its surveyor's list, so nobody would survey it. */
  left_out: z.object({ count: z.number(), first: z.array(leftOut).max(selectionLimits.named) }),
  /** Replaced by a newer report meanwhile. */
  replaced: z.number(),
  /** Audit entries so far, one for each batch, that `undoActivity` undoes. */
  undo_entries: z.array(z.number()),
  /** Set on the last line only. */
  ended: z.enum(['complete', 'failed']).optional(),
  message: z.string().optional(),
  said: said.optional(),
});
export type SendBackProgress = z.infer<typeof sendBackProgress>;

export const sendBackSelection = defineCall({
  name: 'sendBackSelection',
  module: 'reports',
  method: 'POST',
  path: '/api/report-selection/send-back',
  access: 'administrator',
  circles: 'filters',
  summary:
    'Sends the selected reports back, part by part, a line of JSON after each. Ends where the client leaves.',
  input: {
    body: counted.extend({
      /** One note for the surveyors of all of them. */
      note: noteText.nullable().optional(),
    }),
  },
  reply: { kind: 'stream', types: ['application/x-ndjson'], schema: sendBackProgress },
  errors: [...selectionErrors, 'conflict'],
  extension: true,
  example: { body: { filters: { circle: 'Model Town' }, expected_count: 1 } },
});

/** One line of the answer: the progress, and on the last line the outcome. */
export const reviewProgress = z.object({
  total: z.number(),
  done: z.number(),
  reviewed: z.number(),
  /** Had the state before; accepted ones stay accepted. */
  already: z.number(),
  /** Wait for their surveyors, or were replaced or set aside meanwhile. */
  left_out: z.number(),
  /** Not accepted, because they have a critical flag that nobody dismissed. */
  critical: z.number(),
  /** Audit entries so far, one for each batch, that `undoActivity` undoes. */
  undo_entries: z.array(z.number()),
  /** Set on the last line only. */
  ended: z.enum(['complete', 'failed']).optional(),
  message: z.string().optional(),
  said: said.optional(),
});
export type ReviewProgress = z.infer<typeof reviewProgress>;

export const reviewSelection = defineCall({
  name: 'reviewSelection',
  module: 'reports',
  method: 'POST',
  path: '/api/report-selection/review',
  access: 'administrator',
  circles: 'filters',
  summary:
    'Gives the selected reports a state of review, part by part, a line of JSON after each. Accepted this way means accepted_unseen. Ends where the client leaves.',
  input: {
    body: counted.extend({
      state: z.enum(['new', 'in_question', 'accepted_unseen']),
      /** Accept reports with critical flags too. */
      accept_critical: z.boolean().default(false),
    }),
  },
  reply: { kind: 'stream', types: ['application/x-ndjson'], schema: reviewProgress },
  errors: [...selectionErrors, 'conflict'],
  extension: true,
  example: {
    body: { filters: { circle: 'Model Town' }, expected_count: 1, state: 'in_question' },
  },
});

/** One line of the answer: the progress, and on the last line the outcome. */
export const setAsideProgress = z.object({
  total: z.number(),
  done: z.number(),
  set_aside: z.number(),
  /** Replaced by a newer report, or set aside by another administrator, meanwhile. */
  gone: z.number(),
  /** Audit entries so far, one for each batch, that `undoActivity` undoes. */
  undo_entries: z.array(z.number()),
  /** Set on the last line only. */
  ended: z.enum(['complete', 'failed']).optional(),
  message: z.string().optional(),
  said: said.optional(),
});
export type SetAsideProgress = z.infer<typeof setAsideProgress>;

export const setAsideSelection = defineCall({
  name: 'setAsideSelection',
  module: 'reports',
  method: 'POST',
  path: '/api/report-selection/set-aside',
  access: 'administrator',
  circles: 'filters',
  summary:
    'Sets the selected reports aside: out of lists, counts and exports, kept in the history, and undone by undoActivity. Part by part, a line of JSON after each. Ends where the client leaves.',
  input: { body: counted },
  reply: { kind: 'stream', types: ['application/x-ndjson'], schema: setAsideProgress },
  errors: [...selectionErrors, 'conflict'],
  extension: true,
  example: { body: { filters: { circle: 'Model Town' }, expected_count: 1 } },
});

export const exportSelection = defineCall({
  name: 'exportSelection',
  module: 'reports',
  method: 'POST',
  path: '/api/report-selection/csv',
  access: 'administrator',
  circles: 'filters',
  forReaders: true,
  summary: 'The selected reports as property_report.csv, or as XLSX.',
  input: { body: counted.extend({ extra: askedExtra, ...sheetOptions }) },
  reply: { kind: 'stream', types: [fileTypes.csv, fileTypes.xlsx] },
  errors: [...selectionErrors, 'conflict'],
  extension: true,
  example: { body: { filters: { circle: 'Model Town' }, expected_count: 1 } },
});

export const zipSelection = defineCall({
  name: 'zipSelection',
  module: 'reports',
  method: 'POST',
  path: '/api/report-selection/photos',
  access: 'administrator',
  circles: 'filters',
  forReaders: true,
  summary: 'The photos of the selected reports in one ZIP.',
  input: { body: counted },
  reply: { kind: 'stream', types: ['application/zip'] },
  errors: [...selectionErrors, 'conflict'],
  extension: true,
  example: { body: { filters: { circle: 'Model Town' }, expected_count: 1 } },
});

/** The position of a report in the list of the filters. */
export const reportPlace = defineCall({
  name: 'reportPlace',
  module: 'reports',
  method: 'GET',
  path: '/api/report-place',
  access: 'administrator',
  circles: 'filters',
  summary:
    'The place of a report, from 1, among the current reports that match; null where it does not.',
  input: { query: reportFilters.extend({ id: recordId }) },
  reply: { kind: 'json', schema: z.object({ place: z.number().nullable() }) },
  errors: selectionErrors,
  extension: true,
  example: { query: { id: 1 } },
});
