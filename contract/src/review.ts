// Review of reports: states, notes to surveyors, and what the phones answer. Beyond spec 7.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { fieldMessages } from './field-messages.ts';
import { recordId, requiredText, undoable } from './fields.ts';
import { reviewStates } from './review-states.ts';

/** The parts of a report that a note can mean; names of spec 3 where there is one. */
export const noteFields = [
  'photo',
  'place',
  'land',
  'floors_num',
  'basement',
  'Store_front',
  'land_area',
  'covered_area',
  'info',
  'other',
  'comments',
] as const;
export type NoteField = (typeof noteFields)[number];

/** Fields with values, without photo and place. */
export const valueFields = noteFields.filter(
  (field): field is Exclude<NoteField, 'photo' | 'place'> => field !== 'photo' && field !== 'place',
);

export const noteLimits = { characters: 1000, reasons: 30 } as const;

const meantFields = z
  .array(z.enum(noteFields))
  .max(noteFields.length)
  .transform((fields) => noteFields.filter((field) => fields.includes(field)));

/** A note as it is written: words, and the fields that they are about. */
export const noteText = z.object({
  text: requiredText(noteLimits.characters),
  fields: meantFields.default([]),
});
export type NoteText = z.output<typeof noteText>;

/** State of a report. Times as those of reports; null for a report that nobody has reviewed. */
export const review = z.object({
  state: z.enum(reviewStates),
  by: z.string().nullable(),
  at: z.string().nullable(),
  /** Raised by every change; a change names the version that its author saw. */
  version: z.number().int(),
});
export type Review = z.infer<typeof review>;

/** One entry of a pin's thread, oldest first. */
export const threadEntry = z.object({
  /** `answer`: of a surveyor, with the report that answers. The others are administrators' notes. */
  kind: z.enum(['note', 'in_question', 'sent_back', 'answer']),
  /** The report that was looked at, or that carries the answer. */
  report_id: z.number(),
  by: z.string(),
  at: z.string(),
  text: z.string(),
  fields: z.array(z.enum(noteFields)),
  /** Whether the phones that have the pin show it. */
  to_surveyor: z.boolean(),
});
export type ThreadEntry = z.infer<typeof threadEntry>;

const reviewErrors = [
  'unauthenticated',
  'access-not-allowed',
  'invalid-input',
  'not-found',
  'conflict',
] as const;

export const reviewReport = defineCall({
  name: 'reviewReport',
  module: 'reports',
  method: 'POST',
  path: '/api/reports/:id/review',
  access: 'administrator',
  circles: 'report',
  summary:
    'Sets the state of a current report. Sending back takes a note, or null where the surveyor gets none. Refused where somebody has changed the state since.',
  input: {
    params: z.object({ id: recordId }),
    body: z
      .object({
        state: z.enum(['new', 'in_question', 'sent_back', 'accepted']),
        /** The version that was shown. */
        version: z.number().int().min(0),
        note: noteText.nullable().optional(),
      })
      .refine(({ state, note }) => state !== 'sent_back' || note !== undefined, {
        path: ['note'],
        message: fieldMessages.required,
      }),
  },
  reply: { kind: 'json', schema: undoable.extend({ review }) },
  errors: reviewErrors,
  extension: true,
  example: { params: { id: 1 }, body: { state: 'accepted', version: 0 } },
});

export const addNote = defineCall({
  name: 'addNote',
  module: 'reports',
  method: 'POST',
  path: '/api/reports/:id/notes',
  access: 'administrator',
  circles: 'report',
  summary:
    "Adds a note to the thread of a report's pin. Where the report is sent back, the surveyor gets it with the list.",
  input: { params: z.object({ id: recordId }), body: noteText },
  reply: { kind: 'json', schema: z.object({ entry: threadEntry }) },
  errors: reviewErrors,
  extension: true,
  example: { params: { id: 1 }, body: { text: 'Ask for the number of the gate.', fields: [] } },
});

/** A ready-made reason for sending back. */
export const noteReason = z.object({
  text: requiredText(200),
  fields: meantFields.default([]),
});
export type NoteReason = z.output<typeof noteReason>;

export const noteReasons = defineCall({
  name: 'noteReasons',
  module: 'notes',
  method: 'GET',
  path: '/api/note-reasons',
  access: 'administrator',
  circles: 'whole',
  summary: 'The ready-made reasons for sending back, in their order.',
  input: {},
  reply: { kind: 'json', schema: z.object({ reasons: z.array(noteReason) }) },
  errors: ['unauthenticated', 'access-not-allowed'],
  extension: true,
  example: { reply: { reasons: [{ text: 'The place is off.', fields: ['place'] }] } },
});

export const saveNoteReasons = defineCall({
  name: 'saveNoteReasons',
  module: 'notes',
  method: 'POST',
  path: '/api/note-reasons',
  access: 'administrator',
  summary: 'Replaces the ready-made reasons by these.',
  input: { body: z.object({ reasons: z.array(noteReason).max(noteLimits.reasons) }) },
  reply: { kind: 'json', schema: z.object({ reasons: z.array(noteReason) }) },
  errors: ['unauthenticated', 'access-not-allowed', 'invalid-input'],
  extension: true,
  example: {
    body: { reasons: [{ text: 'The photo does not show the house.', fields: ['photo'] }] },
  },
});

/** The note that a phone shows with a pin that was sent back. */
export const phoneNote = z.object({
  text: z.string(),
  fields: z.array(z.enum(noteFields)),
  at: z.string(),
});
