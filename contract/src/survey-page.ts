// Calls of the surveyor's page (`survey/`) beyond those of any phone: sign-in by a code, places of pins, circles that are
// finished, and reports of phones that cannot send any more.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { deviceErrors, receipt, submission, submissionErrors, submitReport } from './device.ts';
import { circleName, done, requiredText, text } from './fields.ts';
import { signedInUser } from './sign-in.ts';

export const deviceCodeSignIn = defineCall({
  name: 'deviceCodeSignIn',
  module: 'device',
  method: 'POST',
  path: '/api/device/sign-in-code',
  access: 'public',
  summary: 'Signs a surveyor in by a code of an administrator, once.',
  input: { body: z.object({ code: requiredText(200) }) },
  reply: { kind: 'json', schema: z.object({ token: z.string(), user: signedInUser }) },
  errors: ['wrong-credentials', 'cross-site', 'invalid-input', 'too-many-attempts'],
  extension: true,
  example: { body: { code: 'river-lamp-orange-table-music-cloud' } },
});

export const devicePlaces = defineCall({
  name: 'devicePlaces',
  module: 'device',
  method: 'GET',
  path: '/api/device/places',
  access: 'device',
  summary:
    'Where the current reports of a circle on my list were made: pin id, latitude, longitude.',
  input: { query: z.object({ circle: circleName }) },
  reply: {
    kind: 'json',
    schema: z.object({ places: z.array(z.tuple([z.number(), z.number(), z.number()])) }),
  },
  errors: [...deviceErrors, 'not-found', 'unavailable'],
  extension: true,
  example: { query: { circle: 'Model Town' } },
});

export const closeCircle = defineCall({
  name: 'closeCircle',
  module: 'device',
  method: 'POST',
  path: '/api/device/circles/close',
  access: 'device',
  summary:
    'The surveyor says that nothing is left to do in a circle, and why; without a reason that there is.',
  input: { body: z.object({ circle: circleName, reason: text(500).nullable() }) },
  reply: { kind: 'json', schema: done },
  errors: [...deviceErrors, 'not-found'],
  extension: true,
  example: { body: { circle: 'Model Town', reason: 'Houses 40 to 52 are one plot now.' } },
});

export const rescueReport = defineCall({
  name: 'rescueReport',
  module: 'device',
  method: 'POST',
  path: '/api/rescued-reports',
  access: 'administrator',
  summary:
    'Stores a report of a phone that cannot send any more, under the id that the phone chose: form and answer as those of submitReport.',
  input: { query: z.object({ username: requiredText(200) }), multipart: submission },
  reply: {
    kind: 'json',
    schema: receipt.extend({
      /** True where the server had it already: nothing was stored. */
      was_known: z.boolean(),
    }),
  },
  errors: [...deviceErrors, ...submissionErrors, 'not-found'],
  extension: true,
  example: {
    query: { username: 'ali.raza' },
    body: { ...submitReport.example.body, submission_id: '6fa459ea-ee8a-4ca4-894e-db77e160355e' },
  },
});
