// One report with the history of its PIN, and which of several reports counts (R18).
import { z } from 'zod';
import { defineCall } from './call.ts';
import { phoneFieldsTold } from './device.ts';
import { recordId, undoable } from './fields.ts';
import { flag } from './flags.ts';
import { assignedPin } from './pins.ts';
import { propertyReport } from './reports.ts';
import { review, threadEntry } from './review.ts';

const errors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;

/** Details of a report beside its fields. */
const reportState = {
  /** False where a resubmission replaced it, and where it was set aside. */
  is_current: z.boolean(),
  /** True where the pin was not on the surveyor's list when the report was submitted. */
  was_unassigned: z.boolean(),
  /** True where it came for a PIN that had a current report from somebody else. */
  is_second: z.boolean(),
  /** True where the report names a photo that has not arrived yet. */
  photo_awaited: z.boolean(),
  /** Username and time, in the format of the report's own times; null where it was not. */
  set_aside: z.object({ by: z.string(), at: z.string() }).nullable(),
  review,
  /** What the checks found, worst first; dismissed ones last. */
  flags: z.array(flag),
  phone: phoneFieldsTold,
};

export const reportDetails = defineCall({
  name: 'reportDetails',
  module: 'reports',
  method: 'GET',
  path: '/api/reports/:id',
  access: 'administrator',
  circles: 'report',
  summary:
    'One report, the history of its pin, newest first, replaced reports and those set aside included, and the thread of notes on the pin.',
  input: { params: z.object({ id: recordId }) },
  reply: {
    kind: 'json',
    schema: z.object({
      report: propertyReport,
      ...reportState,
      history: z.array(propertyReport.extend(reportState)),
      /** The row of the parcel list; null where the PIN is not in it. */
      parcel: assignedPin.omit({ id: true, pin: true, status: true }).nullable(),
      /** Notes and answers on the pin, oldest first. */
      thread: z.array(threadEntry),
    }),
  },
  errors: [...errors, 'not-found'],
  extension: true,
  example: { params: { id: 1 } },
});

export const makeReportCurrent = defineCall({
  name: 'makeReportCurrent',
  module: 'reports',
  method: 'POST',
  path: '/api/reports/:id/make-current',
  access: 'administrator',
  circles: 'report',
  summary:
    'Keeps one of several current reports of a PIN: the others are set aside, their pins stay as they are, and undoActivity undoes it.',
  input: { params: z.object({ id: recordId }) },
  reply: { kind: 'json', schema: undoable },
  errors: [...errors, 'not-found', 'conflict'],
  extension: true,
  example: { params: { id: 1 } },
});
