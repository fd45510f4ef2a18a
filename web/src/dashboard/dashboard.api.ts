import { calls } from '@survey/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { useCan, useIsOurServer } from '../api/capabilities.ts';
import { send } from '../api/client.ts';
import { useLiveRefresh } from '../api/use-live.ts';
import { type Counted, dashboardCounts } from './counts.ts';

const refreshMs = 60_000;

type CountCall =
  | typeof calls.countMobileUsers
  | typeof calls.countReports
  | typeof calls.countRecords;

/** One figure. A non-OK answer is logged and counted as 0 (spec 8); no answer at all is thrown. */
const count = async (call: CountCall, signal: AbortSignal): Promise<Counted> => {
  try {
    return { value: await send(call, {}, { signal }), hasFailed: false };
  } catch (error) {
    // No answer, or an ended session: not a count of 0.
    if (!(error instanceof ApiError) || error.status === undefined || error.status === 401)
      throw error;
    console.error(`${call.path} is counted as 0:`, error);
    return { value: 0, hasFailed: true };
  }
};

/** The figures of the four tiles, refetched every minute and when phones submit. */
export const useCounts = () => {
  useLiveRefresh(['dashboard']);
  return useQuery({
    queryKey: ['dashboard', 'counts'],
    queryFn: async ({ signal }) => {
      const [users, surveyed, total] = await Promise.all([
        count(calls.countMobileUsers, signal),
        count(calls.countReports, signal),
        count(calls.countRecords, signal),
      ]);
      return dashboardCounts(users, surveyed, total);
    },
    refetchInterval: refreshMs,
  });
};

/** The mobile users, for the first steps of an operation. */
export const useSurveyors = (isEnabled: boolean) =>
  useQuery({
    queryKey: ['mobile-users'],
    queryFn: async ({ signal }) => (await send(calls.mobileUsers, {}, { signal })).users,
    enabled: useIsOurServer() && isEnabled,
  });

/** The figures under the tiles; disabled where the backend has no such call. */
export const useOverview = () =>
  useQuery({
    queryKey: ['dashboard', 'overview'],
    queryFn: ({ signal }) => send(calls.dashboardOverview, {}, { signal }),
    refetchInterval: refreshMs,
    enabled: useCan('dashboardOverview'),
  });

/** Reports of each surveyor on each day of a period; disabled without one. */
export const useSurveyorDays = (period: { from: string; to: string } | undefined) =>
  useQuery({
    queryKey: ['dashboard', 'surveyor-days', period],
    queryFn: ({ signal }) =>
      send(calls.surveyorDays, { query: period ?? { from: '', to: '' } }, { signal }),
    refetchInterval: refreshMs,
    enabled: useCan('surveyorDays') && period !== undefined,
  });
