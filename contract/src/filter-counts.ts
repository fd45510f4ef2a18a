// Counts of the filters' values under the other filters that are set: what a choice would leave.
import { z } from 'zod';
import { defineCall } from './call.ts';
import { type ReportFilterName, reportFilters } from './report-filters.ts';

/** Filters whose values are counted. */
export const countedFilters = [
  'land',
  'name',
  'circle',
  'resubmission',
  'review',
  'list',
  'second',
  'photo',
  'place',
] as const satisfies readonly ReportFilterName[];
export type CountedFilter = (typeof countedFilters)[number];

export const filterCounts = defineCall({
  name: 'filterCounts',
  module: 'reports',
  method: 'GET',
  path: '/api/filter-counts',
  access: 'administrator',
  circles: 'filters',
  summary:
    'For each filter: how many reports each of its values has among those that match the other filters.',
  input: { query: reportFilters },
  reply: {
    kind: 'json',
    schema: z.object({
      /** A filter is missing where counting would take too long. Circles are named by their keys. */
      counts: z.partialRecord(
        z.enum(countedFilters),
        z.array(z.object({ value: z.string(), count: z.number() })),
      ),
    }),
  },
  errors: ['unauthenticated', 'access-not-allowed', 'invalid-input'],
  extension: true,
  example: {
    query: { circle: 'Model Town' },
    reply: { counts: { land: [{ value: 'Residential', count: 640 }] } },
  },
});
