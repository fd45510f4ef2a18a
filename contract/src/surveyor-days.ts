// Reports of each surveyor on each day of a period, beside the daily target.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { day } from './dates.ts';
import { fieldMessages } from './field-messages.ts';

/** Most days of a period. */
export const periodDays = 92;

const dayMs = 24 * 3600 * 1000;

/** How many days a period has, both ends included. */
export const daysOfPeriod = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

const period = z
  .object({ from: day, to: day })
  .refine((given) => daysOfPeriod(given) >= 1 && daysOfPeriod(given) <= periodDays, {
    message: fieldMessages.period,
    path: ['to'],
  });

const access = 'administrator';
const errors = ['unauthenticated', 'access-not-allowed', 'invalid-input'] as const;

export const surveyorDays = defineCall({
  name: 'surveyorDays',
  module: 'dashboard',
  method: 'GET',
  path: '/api/surveyor-days',
  access,
  circles: 'answer',
  summary: 'Reports of each surveyor on each day of a period of at most 92 days.',
  input: { query: period },
  reply: {
    kind: 'json',
    schema: z.object({
      days: z.array(z.iso.date()),
      /** Reports that a surveyor should make in a day, where the operation has such a target. */
      target: z.number().nullable(),
      /** Who has reports in the period, and active surveyors without any; by username. */
      surveyors: z.array(
        z.object({
          username: z.string(),
          name: z.string(),
          /** One figure for each of the days. */
          reports: z.array(z.number()),
        }),
      ),
    }),
  },
  errors,
  extension: true,
  example: {
    query: { from: '2026-03-09', to: '2026-03-10' },
    reply: {
      days: ['2026-03-09', '2026-03-10'],
      target: 40,
      surveyors: [{ username: 'ali.raza', name: 'Ali Raza', reports: [38, 44] }],
    },
  },
});

export const surveyorDaysExport = defineCall({
  name: 'surveyorDaysExport',
  module: 'dashboard',
  method: 'GET',
  path: '/api/surveyor-days/export',
  access,
  circles: 'answer',
  summary: 'The same as CSV, a row for each surveyor and a column for each day.',
  input: { query: period },
  reply: { kind: 'stream', types: ['text/csv'] },
  errors,
  extension: true,
  example: { query: { from: '2026-03-09', to: '2026-03-10' } },
});
