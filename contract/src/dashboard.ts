// The dashboard's counts (spec 2, R8) and overview.
import { z } from 'zod';
import { type Call, defineCall } from './call.ts';
import { reviewStates } from './review-states.ts';

const count = <const N extends string, const P extends string>(
  name: N,
  path: P,
  summary: string,
  reply: number,
) =>
  defineCall({
    name,
    module: 'dashboard',
    method: 'GET',
    path,
    access: 'administrator',
    circles: 'answer',
    summary,
    input: {},
    reply: { kind: 'text', schema: z.number().int().min(0) },
    errors: ['unauthenticated', 'access-not-allowed'],
    example: { reply },
  } satisfies Call);

export const countMobileUsers = count(
  'countMobileUsers',
  '/api/mobileusers',
  'Active mobile users, as plain text.',
  42,
);
export const countReports = count(
  'countReports',
  '/api/noreports',
  'Surveyed units, as plain text.',
  3517,
);
export const countRecords = count(
  'countRecords',
  '/api/totalrecord',
  'Uploaded records, as plain text.',
  20_000,
);

const surveyor = z.object({ username: z.string(), name: z.string(), reports: z.number() });

export const dashboardOverview = defineCall({
  name: 'dashboardOverview',
  module: 'dashboard',
  method: 'GET',
  path: '/api/dashboard-overview',
  access: 'administrator',
  circles: 'answer',
  summary: 'Reports per day, progress by circle, most and least active surveyors (last 30 days).',
  input: {},
  reply: {
    kind: 'json',
    schema: z.object({
      /** The last 30 days in the operation's time zone, oldest first, days without reports included. */
      reports_per_day: z.array(z.object({ day: z.iso.date(), reports: z.number() })),
      /** Units and surveyed units of each circle, by name. */
      circles: z.array(z.object({ circle: z.string(), units: z.number(), surveyed: z.number() })),
      /**
       * Active surveyors by their current reports of the last 30 days, at most five each. Only the least
       * active may have none.
       */
      most_active: z.array(surveyor),
      least_active: z.array(surveyor),
      sent_back: z.number(),
      /** Current reports whose pin was not on the surveyor's list (R18). */
      not_on_list: z.number(),
      /** Current reports for PINs that had a current one from somebody else (R18). */
      second_reports: z.number(),
      /** Current reports whose photo has not arrived yet (ADR 58). */
      photos_awaited: z.number().optional(),
      /** Current reports by state of review, and the new one that has waited longest. */
      review: z
        .object({
          states: z.record(z.enum(reviewStates), z.number()),
          oldest_new: z.object({ id: z.number(), capture_time: z.string() }).nullable(),
        })
        .optional(),
    }),
  },
  errors: ['unauthenticated', 'access-not-allowed'],
  extension: true,
  example: {
    reply: {
      reports_per_day: [{ day: '2026-03-10', reports: 120 }],
      circles: [{ circle: 'Model Town', units: 800, surveyed: 312 }],
      most_active: [{ username: 'ali.raza', name: 'Ali Raza', reports: 61 }],
      least_active: [{ username: 'sana.khan', name: 'Sana Khan', reports: 0 }],
      sent_back: 4,
      not_on_list: 2,
      second_reports: 1,
      photos_awaited: 0,
      review: {
        states: { new: 210, in_question: 3, sent_back: 4, accepted: 3080, accepted_unseen: 220 },
        oldest_new: { id: 812, capture_time: '03/03/2026 11:20:31' },
      },
    },
  },
});
