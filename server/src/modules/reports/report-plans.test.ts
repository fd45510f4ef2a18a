import { type ReportFilterName, reportFilters } from '@survey/contract';
import { describe, expect, test } from 'vitest';
import {
  choosePlan,
  type PageCounts,
  type PlanName,
  skippedInMonth,
  skippedInMonthOfArea,
  sortedAtMost,
} from './report-plans.ts';

type Query = Partial<Record<ReportFilterName, string>>;

const planOf = (query: Query, counts: PageCounts) => choosePlan(reportFilters.parse(query), counts);

const at = (skip: number, n = 100_000, total = 1_000_000): PageCounts => ({
  total,
  months: { skip, n },
});
const few: PageCounts = { total: sortedAtMost, months: { skip: 0, n: sortedAtMost } };

const areaOfDays = { land_area: '0-200', date_to: '15/02/2026' };
const work = { username: 'user1', land: 'Vacant' };

describe.each<[PlanName, [Query, PageCounts][]]>([
  [
    'one statement',
    [
      [{}, 'unread'],
      [{ date_from: '01/01/2026', date_to: '15/02/2026' }, 'unread'],
      [{ land_area: '0-200' }, 'unread'],
    ],
  ],
  [
    'read counts',
    [
      [work, 'unread'],
      [{ pin: '12' }, 'unread'],
      [areaOfDays, 'unread'],
    ],
  ],
  ['sort and count', [[{ pin: '12345' }, 'none']]],
  [
    'count rows',
    [
      [work, 'none'],
      [{ pin: '12345,9' }, 'none'],
    ],
  ],
  [
    'behind the end',
    [
      [{ pin: '1234' }, { total: 7, months: undefined }],
      [work, { total: 0, months: undefined }],
    ],
  ],
  ['PIN parts', [[{ pin: '1234' }, at(70, sortedAtMost)]]],
  [
    'sort',
    [
      [{ pin: '123' }, few],
      [areaOfDays, few],
    ],
  ],
  [
    'sort days',
    [
      [{ pin: '12' }, at(0)],
      [{ pin: '123' }, at(0, 10, sortedAtMost + 1)],
      [{ pin: '1234' }, at(70, sortedAtMost + 1)],
    ],
  ],
  [
    'walk days',
    [
      [work, at(skippedInMonth + 1)],
      [areaOfDays, at(skippedInMonthOfArea + 1)],
    ],
  ],
  [
    'walk months',
    [
      [work, at(skippedInMonth)],
      [work, few],
      [areaOfDays, at(skippedInMonthOfArea)],
    ],
  ],
])('%s', (plan, cases) => {
  test.each(cases)('%j %j', (query, counts) => {
    expect(planOf(query, counts)).toBe(plan);
  });
});
