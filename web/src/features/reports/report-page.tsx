import { useQueryClient } from '@tanstack/react-query';
import { loadFailure } from '../../api/load-failure.ts';
import { ReportScreen } from '../../report-parts/report-screen.tsx';
import { useReportAddress } from '../../report-parts/use-report-address.ts';
import { useTask } from '../../report-parts/use-task.ts';
import { ReportActions } from './report-actions.tsx';
import { ReportPinSearch } from './report-pin-search.tsx';
import { reportPageQuery, useFilterChoices, useReportPage } from './reports.api.ts';

const failureOf = (query: Parameters<typeof loadFailure>[0]) =>
  query.error ? loadFailure(query) : undefined;

/** /report: all current reports, filtered and paged by the server. */
export const ReportPage = () => {
  const cache = useQueryClient();
  const address = useReportAddress({ withResubmission: true });
  const { filters, page, changeFilters } = address;
  const answer = useReportPage(filters, page);
  const choices = useFilterChoices();
  const task = useTask();
  const pins = filters.pin ?? [];

  return (
    <ReportScreen
      title="Property Report"
      address={address}
      list={{
        rows: answer.data?.data,
        total: answer.data?.total ?? 0,
        page,
        shownPage: answer.data?.current_page ?? page,
        lastPage: Math.max(answer.data?.last_page ?? 1, 1),
        isStale: answer.isPlaceholderData,
      }}
      failure={failureOf(answer)}
      options={choices.data?.options}
      optionsFailure={choices.data ? undefined : failureOf(choices)}
      pinSearch={
        <ReportPinSearch
          chosen={pins}
          pins={choices.data?.pins}
          onAdd={(pin) => changeFilters({ pin: [...pins, pin] })}
        />
      }
      withResubmission
      actions={<ReportActions filters={filters} task={task} />}
      task={task}
      loadPage={async (wanted) => (await cache.fetchQuery(reportPageQuery(filters, wanted))).data}
    />
  );
};
