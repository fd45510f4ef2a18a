// Units: the rows of uploaded parcel lists (spec 2 /UPLOAD, R9).
import { z } from 'zod';
import { defineCall } from './call.ts';
import { fieldMessages } from './field-messages.ts';
import { limits, namedFile, undoable } from './fields.ts';

/** Columns that the server knows, compared without regard to case, spaces, underscores and dots. */
export const unitColumns = [
  'Circle',
  'Pin',
  'ratingarea',
  'Locality',
  'Block',
  'Street_Address',
  'OwnerName',
  'Road',
] as const;
export type UnitColumn = (typeof unitColumns)[number];

const plainHeader = (header: string) => header.toLowerCase().replace(/[\s_.]+/g, '');
const columnByHeader = new Map(unitColumns.map((column) => [plainHeader(column), column]));

/** The known column that a spreadsheet's header means, if any. */
export const unitColumnOf = (header: string): UnitColumn | undefined =>
  columnByHeader.get(plainHeader(header));

/** A cell as a spreadsheet gives it. */
export const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const storeRecords = defineCall({
  name: 'storeRecords',
  module: 'units',
  method: 'POST',
  path: '/api/store-records',
  access: 'administrator',
  summary: 'Stores the rows of a parcel list, all or nothing. The same rows again change nothing.',
  input: {
    query: namedFile,
    body: z.object({
      records: z
        .array(z.record(z.string(), cell))
        .min(1, fieldMessages['no-rows'])
        .max(limits.uploadRows),
    }),
  },
  reply: {
    kind: 'json',
    schema: undoable.extend({
      stored: z.number(),
      updated: z.number(),
      unchanged: z.number(),
      unassignable: z.number(),
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
  rowsIn: 'records',
  bodyLimit: limits.uploadBodyBytes,
  example: {
    body: {
      records: [
        { Circle: 'Model Town', Pin: '0001234', Locality: 'Block C', OwnerName: 'Sana Khan' },
      ],
    },
  },
});

export const pinWidths = defineCall({
  name: 'pinWidths',
  module: 'units',
  method: 'GET',
  path: '/api/pin-widths',
  access: 'administrator',
  summary:
    'Circles whose PINs are numbers of one length with leading zeros: a sheet may have lost the zeros.',
  input: {},
  reply: {
    kind: 'json',
    schema: z.object({
      circles: z.array(z.object({ circle: z.string(), width: z.number() })),
      /** For circles that are new: where all circles with PINs have the same; else null. */
      width: z.number().nullable(),
    }),
  },
  errors: ['unauthenticated', 'access-not-allowed'],
  extension: true,
  example: { reply: { circles: [{ circle: 'Model Town', width: 7 }], width: 7 } },
});
