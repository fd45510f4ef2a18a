// One unit of the parcel list is corrected or withdrawn (R9): errors of a sheet without another sheet.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { circleName, pinNumber, text, undoable } from './fields.ts';

const errors = ['unauthenticated', 'access-not-allowed', 'invalid-input', 'not-found'] as const;
const access = 'administrator';
const module = 'units';

const unitKey = z.object({ circle: circleName, pin: pinNumber });

/** Columns of a unit that can be corrected, besides its PIN. */
export const correctedColumns = [
  'ratingarea',
  'Locality',
  'Block',
  'Street_Address',
  'OwnerName',
  'Road',
] as const;
type CorrectedColumn = (typeof correctedColumns)[number];

/** Columns that are given; the others stay. */
const columns = z.object(
  Object.fromEntries(correctedColumns.map((column) => [column, text().optional()])) as Record<
    CorrectedColumn,
    z.ZodOptional<ReturnType<typeof text>>
  >,
);

const unit = z.object(
  Object.fromEntries(
    (['circle', 'pin', ...correctedColumns] as const).map((column) => [column, z.string()]),
  ) as Record<'circle' | 'pin' | CorrectedColumn, z.ZodString>,
);

export const unitDetails = defineCall({
  name: 'unitDetails',
  module,
  method: 'GET',
  path: '/api/unit-details',
  access,
  circles: 'circle',
  summary: 'A unit with what hangs on it: lists that have it, and its reports.',
  input: { query: unitKey },
  reply: {
    kind: 'json',
    schema: unit.extend({
      lists: z.array(z.object({ username: z.string(), status: z.literal([0, 1]) })),
      /** All reports of its circle and PIN, and the current ones among them. */
      reports: z.number(),
      current_reports: z.number(),
    }),
  },
  errors,
  extension: true,
  example: { query: { circle: 'Model Town', pin: '0001234' } },
});

export const correctUnit = defineCall({
  name: 'correctUnit',
  module,
  method: 'POST',
  path: '/api/correct-unit',
  access,
  summary:
    'Corrects columns of a unit, or its PIN as long as no report carries it. Phones fetch it again.',
  input: { body: unitKey.extend({ new_pin: pinNumber.optional(), ...columns.shape }) },
  reply: { kind: 'json', schema: undoable },
  errors: [...errors, 'pin-exists', 'conflict'],
  extension: true,
  example: { body: { circle: 'Model Town', pin: '0001234', OwnerName: 'Sana Khan' } },
});

export const withdrawUnit = defineCall({
  name: 'withdrawUnit',
  module,
  method: 'POST',
  path: '/api/withdraw-unit',
  access,
  summary: 'Takes a unit out of the parcel list and off all lists. Its reports stay.',
  input: { body: unitKey },
  reply: { kind: 'json', schema: undoable.extend({ lists: z.number(), reports: z.number() }) },
  errors,
  extension: true,
  example: { body: { circle: 'Model Town', pin: '0001234' } },
});
