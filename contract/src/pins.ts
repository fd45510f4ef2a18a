// Pins on users' lists (spec 2 /Pins and /circle, 3, 7; R11 to R13).
import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  answeredId,
  circleName,
  pinNumber,
  pinStatus,
  recordId,
  requiredText,
  text,
  undoable,
} from './fields.ts';

const pinErrors = ['unauthenticated', 'access-not-allowed', 'invalid-input', 'not-found'] as const;
const username = requiredText(200);

export const assignedPin = z.object({
  id: answeredId,
  pin: z.string(),
  ratingarea: z.string(),
  Locality: z.string(),
  Block: z.string(),
  Street_Address: z.string(),
  OwnerName: z.string(),
  Road: z.string(),
  status: z.literal([0, 1]),
});
export type AssignedPin = z.infer<typeof assignedPin>;

export const pinsByCircle = defineCall({
  name: 'pinsByCircle',
  module: 'pins',
  method: 'POST',
  path: '/api/pins-by-circle',
  access: 'administrator',
  circles: 'circle',
  forReaders: true,
  summary: "The pins of a circle on a user's list, by pin.",
  input: { body: z.object({ username, circle: circleName }) },
  reply: { kind: 'json', schema: z.object({ pins: z.array(assignedPin) }) },
  errors: pinErrors,
  example: { body: { username: 'ali.raza', circle: 'Model Town' } },
});

/** The Add New Pin form and call; Block and Road may be left out (spec 5). */
export const newPin = z.object({
  username,
  circle: circleName,
  pin: pinNumber,
  ratingarea: requiredText(),
  Locality: requiredText(),
  Block: text()
    .nullish()
    .transform((value) => value ?? ''),
  Street_Address: requiredText(),
  OwnerName: requiredText(),
  Road: text()
    .nullish()
    .transform((value) => value ?? ''),
  status: pinStatus.optional().transform((status) => status ?? 0),
});

export const addPin = defineCall({
  name: 'addPin',
  module: 'pins',
  method: 'POST',
  path: '/api/add-pin',
  access: 'administrator',
  summary: "Puts a pin on a user's list, adding the unit where it is new.",
  input: { body: newPin },
  reply: { kind: 'json', schema: undoable.extend({ id: z.number() }) },
  errors: [...pinErrors, 'pin-exists'],
  example: {
    body: {
      username: 'ali.raza',
      circle: 'Model Town',
      pin: '0009999',
      ratingarea: 'A',
      Locality: 'Block C',
      Block: 'C',
      Street_Address: 'House 12, Street 4',
      OwnerName: 'Sana Khan',
      Road: 'Link Road',
      status: 0,
    },
  },
});

export const checkPin = defineCall({
  name: 'checkPin',
  module: 'pins',
  method: 'GET',
  path: '/api/check-pin',
  access: 'administrator',
  summary: 'Whether a new PIN looks like those of the circle, and which PINs are nearly the same.',
  input: {
    query: z.object({
      circle: circleName,
      pin: pinNumber,
      /** The last PIN of a range that begins with `pin` (`pinRange`). */
      last: pinNumber.optional(),
    }),
  },
  reply: {
    kind: 'json',
    schema: z.object({
      /** True where it has the shape of uploaded PINs, or the operation's pattern. */
      fits: z.boolean(),
      /** PINs that fit, for the question; empty where nothing was uploaded yet. */
      examples: z.array(z.string()),
      /** PINs of the circle that differ in case, leading zeros, spaces and signs only. */
      twins: z.array(z.string()),
    }),
  },
  errors: pinErrors,
  extension: true,
  example: { query: { circle: 'Model Town', pin: '9998' } },
});

export const deletePin = defineCall({
  name: 'deletePin',
  module: 'pins',
  method: 'POST',
  path: '/api/delete-pin',
  access: 'administrator',
  summary: "Takes a pin off a user's list; the unit stays.",
  input: { body: z.object({ id: recordId }) },
  reply: { kind: 'json', schema: undoable },
  errors: pinErrors,
  example: { body: { id: 1 } },
});

export const transferPins = defineCall({
  name: 'transferPins',
  module: 'pins',
  method: 'POST',
  path: '/api/transfer-pins',
  access: 'administrator',
  summary: 'Moves a circle and all its pins, statuses included, to another user.',
  input: { body: z.object({ source_user: username, target_user: username, circle: circleName }) },
  reply: {
    kind: 'json',
    schema: undoable.extend({ moved: z.number(), already_there: z.number() }),
  },
  errors: [...pinErrors, 'conflict'],
  example: { body: { source_user: 'ali.raza', target_user: 'sana.khan', circle: 'Model Town' } },
});
