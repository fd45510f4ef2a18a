// Bulk pin status update from a spreadsheet (specification section 2 /status, decisions 14 and 15).
import { z } from 'zod';
import { defineCall } from './call.ts';
import { circleName, done, limits, pinNumber, pinStatus } from './fields.ts';

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
    body: z.object({
      pins: z
        .array(z.object({ circle: circleName, pin: pinNumber, status: pinStatus }))
        .min(1)
        .max(limits.uploadRows),
    }),
  },
  reply: {
    kind: 'json',
    schema: done.extend({
      updated: z.number(),
      unmatched: z.object({ count: z.number(), first: z.array(circlePin) }),
    }),
  },
  errors: [
    'unauthenticated',
    'access-not-allowed',
    'malformed-request',
    'invalid-input',
    'too-large',
  ],
  rowsIn: 'pins',
  bodyLimit: limits.uploadBodyBytes,
  example: { body: { pins: [{ circle: 'Model Town', pin: '0001234', status: 1 }] } },
});
