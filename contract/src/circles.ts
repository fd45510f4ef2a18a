// Circles and who has them (specification sections 2 /assign, 7; decisions 10 and 11).
import { z } from 'zod';
import { defineCall } from './call.ts';
import { circleName, done, requiredText } from './fields.ts';

const circleErrors = [
  'unauthenticated',
  'access-not-allowed',
  'invalid-input',
  'not-found',
] as const;
const username = requiredText(200);
const userCircle = z.object({ username, circle: circleName });
const circleList = z.object({ circles: z.array(z.string()) });

export const circlesForUser = defineCall({
  name: 'circlesForUser',
  module: 'circles',
  method: 'GET',
  path: '/api/circles/:username',
  access: 'administrator',
  summary: 'All circles, by name (decision 10).',
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
  reply: { kind: 'json', schema: done },
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
  reply: { kind: 'json', schema: done },
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
  reply: { kind: 'json', schema: done },
  errors: circleErrors,
  example: { body: { username: 'ali.raza', circle: 'Model Town' } },
});
