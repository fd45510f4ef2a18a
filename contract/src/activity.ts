// The audit trail and undo. Beyond spec 7: the console shows `/activity` only where the server has these calls.
import { z } from 'zod';
import { type ActivityAction, activityActions } from './activity-actions.ts';
import { defineCall } from './call.ts';
import { day } from './dates.ts';
import { fileTypes, sheetOptions } from './exports.ts';
import { refusal } from './field-messages.ts';
import { done, recordId, text } from './fields.ts';

const errors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;
const access = 'administrator';
const module = 'activity';

const actions = Object.keys(activityActions) as [ActivityAction, ...ActivityAction[]];

/** Entries of a page. */
export const activityPageSize = 50;

/** A shorter text would need a search of every entry. */
export const activityTextMinChars = 3;

const blankIsUnset = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** Which entries. `from` and `to` are days of the operation, both included. */
export const activityFilters = z.object({
  /** `phones`: actions of phones; `office`: everything else. */
  source: blankIsUnset(z.enum(['office', 'phones'])),
  /** A username as recorded in the entry. */
  actor: blankIsUnset(text(200)),
  action: blankIsUnset(z.enum(actions)),
  from: blankIsUnset(day),
  to: blankIsUnset(day),
  /** Part of the subject: a circle, a PIN, a username. */
  text: blankIsUnset(
    text(200).refine(
      (value) => value.length >= activityTextMinChars,
      refusal('enough-characters', { least: activityTextMinChars }),
    ),
  ),
});
export type ActivityFilters = z.output<typeof activityFilters>;

export const undoStates = ['none', 'possible', 'undone', 'expired'] as const;

export const activityEntry = z.object({
  id: z.number(),
  /** ISO 8601. */
  at: z.string(),
  /** Empty: the server's command line, or an unknown person. */
  actor: z.string(),
  address: z.string(),
  action: z.string(),
  subject: z.string(),
  rows: z.number(),
  undo: z.enum(undoStates),
});
export type ActivityEntry = z.infer<typeof activityEntry>;

const sample = {
  id: 1,
  at: '2026-03-10T09:05:06.000Z',
  actor: 'admin@example.org',
  address: '203.0.113.7',
  action: 'delete-circle',
  subject: 'Model Town from ali.raza',
  rows: 80,
  undo: 'possible',
} as const;

export const activityList = defineCall({
  name: 'activityList',
  module,
  method: 'GET',
  path: '/api/activity',
  access,
  circles: 'answer',
  summary: 'Entries of the audit trail, newest first, a page at a time.',
  input: {
    query: activityFilters.extend({
      /** Only entries older than this one: `next` of the page before. */
      before: blankIsUnset(recordId),
    }),
  },
  reply: {
    kind: 'json',
    schema: z.object({ entries: z.array(activityEntry), next: z.number().nullable() }),
  },
  errors,
  extension: true,
  example: {
    query: { source: 'office', text: 'Model Town' },
    reply: { entries: [sample], next: null },
  },
});

export const activityOptions = defineCall({
  name: 'activityOptions',
  module,
  method: 'GET',
  path: '/api/activity/options',
  access,
  circles: 'answer',
  summary: 'Everybody who appears in the audit trail.',
  input: {},
  reply: { kind: 'json', schema: z.object({ actors: z.array(z.string()) }) },
  errors,
  extension: true,
  example: { reply: { actors: ['admin@example.org', 'ali.raza'] } },
});

export const activityExport = defineCall({
  name: 'activityExport',
  module,
  method: 'GET',
  path: '/api/activity/export',
  access,
  circles: 'answer',
  summary: 'All entries that match, newest first, as CSV or XLSX.',
  input: { query: activityFilters.extend(sheetOptions) },
  reply: { kind: 'stream', types: [fileTypes.csv, fileTypes.xlsx] },
  errors,
  extension: true,
  example: { query: { source: 'office' } },
});

export const activityDetails = defineCall({
  name: 'activityDetails',
  module,
  method: 'GET',
  path: '/api/activity/:id',
  access,
  circles: 'answer',
  summary: 'One entry with what it changed, before and after.',
  input: { params: z.object({ id: recordId }) },
  reply: {
    kind: 'json',
    schema: activityEntry.extend({
      /** As in log lines and error answers. */
      request_id: z.string(),
      details: z.record(z.string(), z.unknown()),
      /** The entry that undid this one, and the one that this one undid. */
      undone_by: z.number().nullable(),
      undoes: z.number().nullable(),
    }),
  },
  errors: [...errors, 'not-found'],
  extension: true,
  example: {
    params: { id: 1 },
    reply: {
      ...sample,
      request_id: 'f1a7c3de-1f2b-4c3d-9e4f-5a6b7c8d9e0f',
      details: { username: 'ali.raza', circle: 'Model Town', before: { used: 31, not_used: 49 } },
      undone_by: null,
      undoes: null,
    },
  },
});

const undoErrors = [...errors, 'not-found', 'conflict'] as const;
const undone = done.extend({
  /** Number of restored pins, reports or units. */
  rows: z.number(),
});

export const previewUndo = defineCall({
  name: 'previewUndo',
  module,
  method: 'POST',
  path: '/api/activity/preview-undo',
  access,
  circles: 'answer',
  summary: 'What undoing an entry would touch, or why it cannot be undone. Changes nothing.',
  input: { body: z.object({ id: recordId }) },
  reply: { kind: 'json', schema: undone },
  errors: undoErrors,
  extension: true,
  example: {
    body: { id: 1 },
    reply: { success: true, message: '80 pins come back to ali.raza.', rows: 80 },
  },
});

export const undoActivity = defineCall({
  name: 'undoActivity',
  module,
  method: 'POST',
  path: '/api/activity/undo',
  access,
  circles: 'answer',
  summary:
    'Takes a change back, as a new change: all or nothing, within 30 days, refused where later changes stand in the way.',
  input: { body: z.object({ id: recordId }) },
  reply: { kind: 'json', schema: undone.extend({ id: z.number() }) },
  errors: undoErrors,
  extension: true,
  example: {
    body: { id: 1 },
    reply: { success: true, message: '80 pins come back to ali.raza.', rows: 80, id: 32 },
  },
});
