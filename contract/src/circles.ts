// Circles and who has them (spec 2 /assign, 7; R10 and R11).
import { z } from 'zod';
import { defineCall } from './call.ts';
import { circleName, done, requiredText, undoable } from './fields.ts';

const circleErrors = [
  'unauthenticated',
  'access-not-allowed',
  'invalid-input',
  'not-found',
] as const;
const username = requiredText(200);
const userCircle = z.object({ username, circle: circleName });
const circleList = z.object({ circles: z.array(z.string()) });

/** Pins added to lists, and pins already on them. */
const addedPins = done.extend({ added: z.number(), already_there: z.number() });

export const circlesForUser = defineCall({
  name: 'circlesForUser',
  module: 'circles',
  method: 'GET',
  path: '/api/circles/:username',
  access: 'administrator',
  circles: 'answer',
  summary: 'All circles, by name (R10).',
  input: { params: z.object({ username }) },
  reply: { kind: 'json', schema: circleList },
  errors: circleErrors,
  example: { params: { username: 'ali.raza' } },
});

export const circlesAssignedToUser = defineCall({
  name: 'circlesAssignedToUser',
  module: 'circles',
  method: 'POST',
  path: '/api/circles-assigned-to-user',
  access: 'administrator',
  circles: 'answer',
  forReaders: true,
  summary: 'The circles assigned to a user, by name.',
  input: { body: z.object({ username }) },
  reply: { kind: 'json', schema: circleList },
  errors: circleErrors,
  example: { body: { username: 'ali.raza' } },
});

export const storeCirclePins = defineCall({
  name: 'storeCirclePins',
  module: 'circles',
  method: 'POST',
  path: '/api/store-circle-pins',
  access: 'administrator',
  summary:
    'Assigns a circle and adds every unit of it that the user does not have yet; what they have keeps its status.',
  input: { body: userCircle },
  reply: { kind: 'json', schema: addedPins },
  errors: circleErrors,
  example: { body: { username: 'ali.raza', circle: 'Model Town' } },
});

export const replaceCirclePins = defineCall({
  name: 'replaceCirclePins',
  module: 'circles',
  method: 'POST',
  path: '/api/replace-circle-pins',
  access: 'administrator',
  summary: "Makes the user's list for the circle exactly the uploaded units, all with status 0.",
  input: { body: userCircle },
  reply: {
    kind: 'json',
    schema: undoable.extend({ pins: z.number(), started_over: z.number(), added: z.number() }),
  },
  errors: circleErrors,
  example: { body: { username: 'ali.raza', circle: 'Model Town' } },
});

export const deleteCircle = defineCall({
  name: 'deleteCircle',
  module: 'circles',
  method: 'POST',
  path: '/api/delete-circle',
  access: 'administrator',
  summary: 'Removes a circle and its pins from a user; reports stay.',
  input: { body: userCircle },
  reply: { kind: 'json', schema: undoable.extend({ removed: z.number() }) },
  errors: circleErrors,
  example: { body: { username: 'ali.raza', circle: 'Model Town' } },
});

export const userWithCircles = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  /** False: blocked. */
  status: z.boolean(),
  circles: z.array(
    z.object({
      circle: z.string(),
      used: z.number(),
      total: z.number(),
      /** The surveyor has reported that nothing is left to do there; left out where not. */
      closed: z.object({ at: z.string(), reason: z.string() }).optional(),
    }),
  ),
});
export type UserWithCircles = z.infer<typeof userWithCircles>;

export const userCircles = defineCall({
  name: 'userCircles',
  module: 'circles',
  method: 'GET',
  path: '/api/user-circles',
  access: 'administrator',
  circles: 'answer',
  summary: 'All mobile users with their circles and the pins of each, used and all, in one answer.',
  input: {},
  reply: { kind: 'json', schema: z.object({ users: z.array(userWithCircles) }) },
  errors: ['unauthenticated', 'access-not-allowed'],
  extension: true,
  example: {
    reply: {
      users: [
        {
          id: 2,
          username: 'ali.raza',
          name: 'Ali Raza',
          status: true,
          circles: [{ circle: 'Model Town', used: 31, total: 80 }],
        },
      ],
    },
  },
});

export const circleOverviewRow = z.object({
  circle: z.string(),
  /** Units uploaded for it. */
  units: z.number(),
  /** Users who have it. */
  users: z.number(),
});
export type CircleOverview = z.infer<typeof circleOverviewRow>;

export const circleOverview = defineCall({
  name: 'circleOverview',
  module: 'circles',
  method: 'GET',
  path: '/api/circle-overview',
  access: 'administrator',
  circles: 'answer',
  summary: 'All circles with their units and the number of users who have them, by name.',
  input: {},
  reply: { kind: 'json', schema: z.object({ circles: z.array(circleOverviewRow) }) },
  errors: ['unauthenticated', 'access-not-allowed'],
  extension: true,
  example: { reply: { circles: [{ circle: 'Model Town', units: 800, users: 2 }] } },
});

export const assignCircleToUsers = defineCall({
  name: 'assignCircleToUsers',
  module: 'circles',
  method: 'POST',
  path: '/api/assign-circle-to-users',
  access: 'administrator',
  summary: 'Assigns a circle to several users, each as store-circle-pins does, all or nothing.',
  input: { body: z.object({ circle: circleName, usernames: z.array(username).min(1).max(5000) }) },
  reply: { kind: 'json', schema: addedPins.extend({ users: z.number() }) },
  errors: circleErrors,
  extension: true,
  example: { body: { circle: 'Model Town', usernames: ['ali.raza', 'sana.khan'] } },
});

export const replacePreview = defineCall({
  name: 'replacePreview',
  module: 'circles',
  method: 'POST',
  path: '/api/replace-circle-preview',
  access: 'administrator',
  summary: 'What replace-circle-pins would touch: pins on the list, used among them, units.',
  input: { body: userCircle },
  reply: {
    kind: 'json',
    schema: z.object({ pins: z.number(), used: z.number(), units: z.number() }),
  },
  errors: circleErrors,
  extension: true,
  example: { body: { username: 'ali.raza', circle: 'Model Town' } },
});
