// One surveyor's work: counts, flags, pace, hours, and the visits of a day in their order. Beyond spec 7.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { checkNames, severities } from './check-names.ts';
import { day } from './dates.ts';
import { requiredText } from './fields.ts';

/** Most visits of a day that are answered. */
export const mostVisits = 1000;

/**
 * A surveyor's share beside those of the team, counted every night over 30 days, where at least 5 surveyors have at least
 * 30 reports.
 */
export const share = z.object({
  /**
   * `flagged`: reports with a flag that nobody dismissed. `sent_back`: sent back, or answering one that was. `not_surveyed`: with another outcome
   * than surveyed, of those that tell one. `round_areas`: land areas that end in 0 or 5.
   */
  name: z.enum(['flagged', 'sent_back', 'not_surveyed', 'round_areas']),
  /** From 0 to 1; null where there are too few reports. */
  value: z.number().nullable(),
  /** Mean and standard deviation of the team; null where it is too small. */
  mean: z.number().nullable(),
  deviation: z.number().nullable(),
  /** More than 2 standard deviations from the mean, with at least 30 reports: a reason to look. */
  is_unusual: z.boolean(),
});
export type Share = z.infer<typeof share>;

/** A capture, in the order of the day. */
export const visit = z.object({
  id: z.number(),
  circle: z.string(),
  pin: z.string(),
  capture_time: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Of its worst flag that nobody dismissed. */
  severity: z.enum(severities).nullable(),
  /** From the visit before: seconds, and metres where both have a position. */
  seconds: z.number().nullable(),
  metres: z.number().nullable(),
});
export type Visit = z.infer<typeof visit>;

export const surveyorWork = defineCall({
  name: 'surveyorWork',
  module: 'review',
  method: 'GET',
  path: '/api/surveyors/:username/work',
  access: 'administrator',
  circles: 'answer',
  summary:
    'A surveyor’s current reports captured in some days, the last 30 where none are given: counts, flags, shares beside the team’s, pace and hours.',
  input: {
    params: z.object({ username: requiredText(100) }),
    query: z.object({ date_from: day.optional(), date_to: day.optional() }),
  },
  reply: {
    kind: 'json',
    schema: z.object({
      username: z.string(),
      name: z.string(),
      /** DD/MM/YYYY. */
      date_from: z.string(),
      date_to: z.string(),
      reports: z.number(),
      sent_back: z.number(),
      reviewed: z.number(),
      /** Reports with a flag that nobody dismissed. */
      flagged: z.number(),
      /** Median of the minutes between captures of a day, gaps of two hours and more left out; null without two. */
      median_minutes: z.number().nullable(),
      /** Flags by check, most first. */
      flags: z.array(
        z.object({ check: z.enum(checkNames), severity: z.enum(severities), flags: z.number() }),
      ),
      /** Reports by hour of the day, 24 numbers. */
      hours: z.array(z.number()).length(24),
      /** Days with reports, oldest first, DD/MM/YYYY. */
      days: z.array(z.object({ day: z.string(), reports: z.number(), flagged: z.number() })),
      /** None for who is limited to circles: they are counted over all of them. */
      shares: z.array(share),
    }),
  },
  errors: ['unauthenticated', 'access-not-allowed', 'invalid-input', 'not-found'],
  extension: true,
  example: { params: { username: 'ali.raza' }, query: {} },
});

export const surveyorDay = defineCall({
  name: 'surveyorDay',
  module: 'review',
  method: 'GET',
  path: '/api/surveyors/:username/day',
  access: 'administrator',
  circles: 'answer',
  summary: 'The visits of a surveyor on a day, in their order.',
  input: {
    params: z.object({ username: requiredText(100) }),
    query: z.object({ date: day }),
  },
  reply: {
    kind: 'json',
    schema: z.object({
      visits: z.array(visit).max(mostVisits),
      /** Of the day, where there are more. */
      total: z.number(),
    }),
  },
  errors: ['unauthenticated', 'access-not-allowed', 'invalid-input'],
  extension: true,
  example: { params: { username: 'ali.raza' }, query: { date: '10/03/2026' } },
});
