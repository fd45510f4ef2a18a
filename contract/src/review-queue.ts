// What to look at next: the queue of reports that nobody has reviewed, who has which open, and random samples.
// Beyond spec 7.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { day } from './dates.ts';
import { recordId, text } from './fields.ts';
import { flag } from './flags.ts';
import { listedReport } from './reports.ts';
import { review } from './review.ts';

export const queueLimits = {
  /** Reports of one answer. */
  reports: 20,
  /** Seconds after the last `openReport` for which a report counts as open by a colleague. */
  openSeconds: 120,
  /** What remains is counted up to this. */
  remaining: 10_000,
} as const;

/** `worst`: reports with open flags, critical first, then newest. `newest`: all. `sample`: those that were drawn. */
export const queueOrders = ['worst', 'newest', 'sample'] as const;
export type QueueOrder = (typeof queueOrders)[number];

/** A report to be reviewed. */
export const queuedReport = z.object({
  report: listedReport.extend({ id: z.number() }),
  review,
  /** Worst first; dismissed ones last. */
  flags: z.array(flag),
  /** A colleague who has it open now. */
  open_by: z.string().nullable(),
});
export type QueuedReport = z.infer<typeof queuedReport>;

const errors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;

export const reviewQueue = defineCall({
  name: 'reviewQueue',
  module: 'review',
  method: 'GET',
  path: '/api/review-queue',
  access: 'administrator',
  circles: 'answer',
  summary:
    'The next current reports in state new, in an order. With `after`, those that follow an earlier answer, so that what was passed over does not come again.',
  input: {
    query: z.object({
      order: z.enum(queueOrders).default('worst'),
      /** Id of the sample; needed where the order is `sample`. */
      sample: recordId.optional(),
      /** `next` of an earlier answer. */
      after: text(200).optional(),
      limit: z.coerce.number().int().min(1).max(queueLimits.reports).default(5),
    }),
  },
  reply: {
    kind: 'json',
    schema: z.object({
      reports: z.array(queuedReport),
      /** For `after`; null at the end of the queue. */
      next: z.string().nullable(),
      /** Reports of this order that are still to be reviewed, from the beginning; up to `queueLimits.remaining`. */
      remaining: z.number(),
      /** Reports that the caller has reviewed today, and in the last hour. */
      reviewed_today: z.number(),
      reviewed_hour: z.number(),
    }),
  },
  errors: [...errors, 'not-found'],
  extension: true,
  example: { query: { order: 'worst', limit: 5 } },
});

export const openReport = defineCall({
  name: 'openReport',
  module: 'review',
  method: 'POST',
  path: '/api/reports/:id/open',
  access: 'administrator',
  circles: 'report',
  forReaders: true,
  summary:
    'Notes that the caller has a report open, or with false that not any more; repeated every minute while it is. Answers the colleague who had it first; nobody is locked out.',
  input: { params: z.object({ id: recordId }), body: z.object({ is_open: z.boolean() }) },
  reply: {
    kind: 'json',
    schema: z.object({
      /** The colleague who has it open; null where the caller is alone. */
      open_by: z.string().nullable(),
    }),
  },
  errors: [...errors, 'not-found'],
  extension: true,
  example: { params: { id: 1 }, body: { is_open: true } },
});

/** A random sample, written down when it was drawn. */
export const reviewSample = z.object({
  id: z.number(),
  by: z.string(),
  at: z.string(),
  percent: z.number(),
  /** Days of capture, DD/MM/YYYY. */
  date_from: z.string(),
  date_to: z.string(),
  /** The same seed draws the same reports from the same ones. */
  seed: z.string(),
  reports: z.number(),
  surveyors: z.number(),
  /** Reviewed since, whatever came of it; sent back among them. */
  reviewed: z.number(),
  sent_back: z.number(),
});
export type ReviewSample = z.infer<typeof reviewSample>;

export const reviewSamples = defineCall({
  name: 'reviewSamples',
  module: 'review',
  method: 'GET',
  path: '/api/review-samples',
  access: 'administrator',
  circles: 'answer',
  summary: 'The newest 20 samples with what came of them.',
  input: {},
  reply: { kind: 'json', schema: z.object({ samples: z.array(reviewSample) }) },
  errors: ['unauthenticated', 'access-not-allowed'],
  extension: true,
  example: {
    reply: {
      samples: [
        {
          id: 1,
          by: 'amina',
          at: '08/03/2026 09:00:00',
          percent: 10,
          date_from: '01/03/2026',
          date_to: '07/03/2026',
          seed: 'q1Zt7w0bX2Yk',
          reports: 120,
          surveyors: 12,
          reviewed: 40,
          sent_back: 3,
        },
      ],
    },
  },
});

export const drawSample = defineCall({
  name: 'drawSample',
  module: 'review',
  method: 'POST',
  path: '/api/review-samples',
  access: 'administrator',
  summary:
    'Draws a percentage of each surveyor’s current reports of some days, at least one of each, reviewed ones too, and writes them down.',
  input: {
    body: z.object({
      percent: z.number().min(0.1).max(100),
      date_from: day,
      date_to: day,
      /** A random one where it is not given. */
      seed: text(100).optional(),
    }),
  },
  reply: { kind: 'json', schema: z.object({ sample: reviewSample }) },
  errors: [...errors, 'conflict'],
  extension: true,
  example: { body: { percent: 10, date_from: '01/03/2026', date_to: '31/03/2026' } },
});
