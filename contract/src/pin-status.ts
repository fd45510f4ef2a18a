// Bulk pin status update from a spreadsheet (spec 2 /status, R14 and R15).
import { z } from 'zod';
import { defineCall } from './call.ts';
import { fieldMessages } from './field-messages.ts';
import { circleName, limits, namedFile, type PinStatus, pinNumber, undoable } from './fields.ts';

/**
 * 0 or 1, as a number or as text; blank means 0 (R15). Words such as Active, which calls about a single
 * pin accept, are refused here (spec 5).
 */
const bulkStatus = z
  .literal([0, 1, '0', '1', '', null])
  .optional()
  .transform((status): PinStatus => (status === 1 || status === '1' ? 1 : 0));

/** One row of the file. */
export const statusRow = z.object({ circle: circleName, pin: pinNumber, status: bulkStatus });
export type StatusRow = z.output<typeof statusRow>;

const circlePin = z.object({ circle: z.string(), pin: z.string() });

export const changeStatusBulk = defineCall({
  name: 'changeStatusBulk',
  module: 'pin-status',
  method: 'POST',
  path: '/api/change-status-bulk',
  access: 'administrator',
  summary:
    'Sets the status of every assigned pin that matches circle and pin, whoever has it, in one transaction.',
  input: {
    query: namedFile,
    body: z.object({
      pins: z.array(statusRow).min(1, fieldMessages['no-rows']).max(limits.uploadRows),
    }),
  },
  reply: {
    kind: 'json',
    schema: undoable.extend({
      /** Assigned pins that now have the status of the file, including those that had it before. */
      updated: z.number(),
      /** Rows of the file whose pin is on somebody's list, and rows whose pin is not. */
      rows: z.object({ matched: z.number(), unmatched: z.number() }),
      /** Pairs of the file that are on nobody's list, each once, in the order of the file. */
      unmatched: z.object({ count: z.number(), first: z.array(circlePin) }),
    }),
  },
  errors: [
    'unauthenticated',
    'access-not-allowed',
    'malformed-request',
    'invalid-input',
    'too-large',
    'unsupported-type',
    'request-timeout',
  ],
  rowsIn: 'pins',
  bodyLimit: limits.uploadBodyBytes,
  example: { body: { pins: [{ circle: 'Model Town', pin: '0001234', status: 1 }] } },
});

const contradicting = z.object({ count: z.number(), first: z.array(circlePin) });

/** What an update would do, before it is done. */
export const previewStatuses = defineCall({
  name: 'previewStatuses',
  module: 'pin-status',
  method: 'POST',
  path: '/api/preview-status-bulk',
  access: 'administrator',
  extension: true,
  summary: 'What a bulk status file would set, reset, leave and not find. Changes nothing.',
  input: { body: changeStatusBulk.input.body },
  reply: {
    kind: 'json',
    schema: z.object({
      /** Assigned pins that become USED, become NotUsed, and have the status of the file already. */
      set: z.number(),
      reset: z.number(),
      unchanged: z.number(),
      /** Of those that become NotUsed, the ones whose Status is blank. */
      blank_resets: z.number(),
      /** Rows whose pin is on nobody's list, and how many different pins these are. */
      unmatched: z.object({ rows: z.number(), pins: z.number() }),
      /** Pins that the file gives both statuses; the last row counts. */
      contradicting,
    }),
  },
  errors: changeStatusBulk.errors,
  rowsIn: 'pins',
  bodyLimit: limits.uploadBodyBytes,
  example: {
    body: { pins: [{ circle: 'Model Town', pin: '0001234', status: 1 }] },
    reply: {
      set: 1,
      reset: 0,
      unchanged: 0,
      blank_resets: 0,
      unmatched: { rows: 0, pins: 0 },
      contradicting: { count: 0, first: [] },
    },
  },
});

/** R14 names the first 100 unmatched pairs; the console lets people download all of their rows. */
export const unmatchedPins = defineCall({
  name: 'unmatchedPins',
  module: 'pin-status',
  method: 'POST',
  path: '/api/unmatched-pins',
  access: 'administrator',
  extension: true,
  summary: 'Which rows of a bulk status file match no assigned pin. Changes nothing.',
  input: { body: changeStatusBulk.input.body },
  reply: {
    kind: 'json',
    /** Positions of the rows in the list, from 0, in the order of the list. */
    schema: z.object({ rows: z.array(z.number()) }),
  },
  errors: changeStatusBulk.errors,
  rowsIn: 'pins',
  bodyLimit: limits.uploadBodyBytes,
  example: {
    body: { pins: [{ circle: 'Model Town', pin: '0001234', status: 1 }] },
    reply: { rows: [0] },
  },
});
