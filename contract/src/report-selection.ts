// Work on many reports at once: those with these ids, or all that match the filters. Every call says how
// many it is about, so that nobody changes or takes home more than they saw.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { recordId } from './fields.ts';
import { reportFilters } from './report-filters.ts';
import { askedExtra } from './reports.ts';

export const selectionLimits = {
  /** Reports chosen one by one; more are chosen by their filters. */
  ids: 1000,
  /** Reports sent back, or set aside, in one transaction: phones wait for a list no longer than that takes. */
  part: 500,
  /** Reports left out that are named in the answer. */
  named: 20,
} as const;

/** Current reports that match the filters and, where given, have one of the ids. */
export const reportSelection = z.object({
  filters: reportFilters.prefault({}),
  ids: z.array(recordId).min(1).max(selectionLimits.ids).optional(),
});

const counted = reportSelection.extend({
  /** How many the person was told; the call is refused where it is another number by now. */
  expected_count: z.number().int().min(1),
});

const selectionErrors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;

export const countSelection = defineCall({
  name: 'countSelection',
  module: 'reports',
  method: 'POST',
  path: '/api/report-selection',
  access: 'administrator',
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
    }),
  },
  errors: selectionErrors,
  extension: true,
  example: { body: { filters: { circle: 'Model Town' } } },
});

/** A report whose pin is no longer on its surveyor's list. */
const leftOut = z.object({ username: z.string(), circle: z.string(), pin: z.string() });

/** One line of the answer: where the work stands, and on the last line how it ended. */
export const sendBackProgress = z.object({
  total: z.number(),
  done: z.number(),
  sent_back: z.number(),
  /** Were sent back before. */
  already: z.number(),
  /** Not sent back: nobody waits for a pin that has left its surveyor's list. */
  left_out: z.object({ count: z.number(), first: z.array(leftOut).max(selectionLimits.named) }),
  /** Replaced by a newer report while the work went on. */
  replaced: z.number(),
  /** Set on the last line only. */
  ended: z.enum(['complete', 'failed']).optional(),
  message: z.string().optional(),
});
export type SendBackProgress = z.infer<typeof sendBackProgress>;

export const sendBackSelection = defineCall({
  name: 'sendBackSelection',
  module: 'reports',
  method: 'POST',
  path: '/api/report-selection/send-back',
  access: 'administrator',
  summary:
    'Sends the selected reports back, part by part, a line of JSON after each. Ends where the client leaves.',
  input: { body: counted },
  reply: { kind: 'stream', types: ['application/x-ndjson'], schema: sendBackProgress },
  errors: [...selectionErrors, 'conflict'],
  extension: true,
  example: { body: { filters: { circle: 'Model Town' }, expected_count: 1 } },
});

/** One line of the answer: where the work stands, and on the last line how it ended. */
export const setAsideProgress = z.object({
  total: z.number(),
  done: z.number(),
  set_aside: z.number(),
  /** Replaced by a newer report, or set aside by somebody else, while the work went on. */
  gone: z.number(),
  /** Entries of the audit trail so far, a part each, that `undoActivity` takes back. */
  undo_entries: z.array(z.number()),
  /** Set on the last line only. */
  ended: z.enum(['complete', 'failed']).optional(),
  message: z.string().optional(),
});
export type SetAsideProgress = z.infer<typeof setAsideProgress>;

export const setAsideSelection = defineCall({
  name: 'setAsideSelection',
  module: 'reports',
  method: 'POST',
  path: '/api/report-selection/set-aside',
  access: 'administrator',
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
  summary: 'The selected reports as property_report.csv.',
  input: { body: counted.extend({ extra: askedExtra }) },
  reply: { kind: 'stream', types: ['text/csv'] },
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
  summary: 'The photos of the selected reports in one ZIP.',
  input: { body: counted },
  reply: { kind: 'stream', types: ['application/zip'] },
  errors: [...selectionErrors, 'conflict'],
  extension: true,
  example: { body: { filters: { circle: 'Model Town' }, expected_count: 1 } },
});

/** Where a report stands in the list that the filters give. */
export const reportPlace = defineCall({
  name: 'reportPlace',
  module: 'reports',
  method: 'GET',
  path: '/api/report-place',
  access: 'administrator',
  summary:
    'The place of a report, from 1, among the current reports that match; null where it does not.',
  input: { query: reportFilters.extend({ id: recordId }) },
  reply: { kind: 'json', schema: z.object({ place: z.number().nullable() }) },
  errors: selectionErrors,
  extension: true,
  example: { query: { id: 1 } },
});
