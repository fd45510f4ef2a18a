// The calls of /sreport: all records of a pair of users (spec 2), and users to choose the pair from.
import {
  calls,
  type ListedReport,
  type PropertyReport,
  type ReportOptions,
} from '@survey/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useCan, useIsOurServer } from '../api/capabilities.ts';
import { send } from '../api/client.ts';
import { runInSlices } from '../api/steps.ts';
import { indexReports, replaceReport } from './filters/filter-reports.ts';
import { choicesOf } from './filters/report-options.ts';
import { isSameId, recordsFreshMs, reportKeys } from './report.api.ts';
import { askedExtra } from './report-extras.ts';

interface ReportsOfUsers {
  reports: readonly ListedReport[];
  options: ReportOptions;
  /** All PINs, each once. */
  pins: readonly string[];
}

/** All reports of the users, newest first as the server gives them; idle without users. */
export const useReportsOfUsers = (usernames: readonly string[]) => {
  const isOurs = useIsOurServer();
  return useQuery({
    queryKey: reportKeys.ofUsers(usernames),
    queryFn: async ({ signal }): Promise<ReportsOfUsers> => {
      const body = { usernames: [...usernames], ...(await askedExtra()) };
      const { data: reports } = await send(calls.reportMultiple, { body }, { signal });
      await runInSlices(indexReports(reports), signal);
      return { reports, ...(await choicesOf(reports, signal)) };
    },
    enabled: usernames.length > 0,
    staleTime: isOurs ? 60_000 : recordsFreshMs,
    refetchOnWindowFocus: isOurs,
    // A comparison with the list before would freeze the page.
    structuralSharing: false,
  });
};

/** Marks a report as sent back in the lists of users, without fetching them again. */
export const markSentBack = (cache: QueryClient, report: PropertyReport): void => {
  cache.setQueriesData<ReportsOfUsers>({ queryKey: reportKeys.ofAnyUsers }, (known) => {
    const at =
      known?.reports.findIndex(
        (one) => one === report || isSameId(report.id ?? undefined, one.id),
      ) ?? -1;
    if (!known || at === -1) return known;
    return { ...known, reports: replaceReport(known.reports, at, { ...report, resubmission: 1 }) };
  });
};

/**
 * How many reports each surveyor has; undefined where that would need all records.
 */
export const useReportCounts = (): ReportOptions['users'] | undefined => {
  const counts = useCan('reportDetails');
  const { data } = useQuery({
    queryKey: ['sub-reports', 'counts'],
    queryFn: async ({ signal }) => {
      const query = { view: 'options' } as const;
      const answer = await send(calls.allReportsNoPagination, { query }, { signal });
      return 'options' in answer ? answer.options.users : [];
    },
    enabled: counts,
    staleTime: 60_000,
  });
  return data;
};

export const useUsernames = (isWanted: boolean) =>
  useQuery({
    queryKey: ['users', 'names'],
    queryFn: async ({ signal }) => {
      const { users } = await send(calls.mobileUsers, {}, { signal });
      // A list to choose from has each username once.
      const names = new Map(users.map(({ username, name }) => [username, name]));
      names.delete('');
      return [...names].map(([username, name]) => ({ username, name }));
    },
    enabled: isWanted,
  });
