import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { t } from '../text/text.ts';
import { reasonText } from '../ui/error-text.ts';
import { Page } from '../ui/page.tsx';
import { SubReportActions } from './export/sub-report-actions.tsx';
import { useTask } from './export/use-task.ts';
import { ChoosePair } from './filters/choose-pair.tsx';
import { filterReports } from './filters/filter-reports.ts';
import { SubReportPinSearch } from './filters/sub-report-pin-search.tsx';
import { usePair } from './filters/use-pair.ts';
import { useReportAddress } from './filters/use-report-address.ts';
import { isSameId } from './report.api.ts';
import { ReportScreen } from './report-screen.tsx';
import { useReportsOfUsers } from './sub-reports.api.ts';
import { lastPageOf, pageOf } from './table/page-of.ts';
import { pageSizeOf } from './table/page-size.ts';
import { useTableView } from './table/use-table-view.ts';

interface RecordsProps {
  usernames: readonly string[];
  /** Undefined where the server fixes the pair. */
  onChange: (() => void) | undefined;
}

const SubReports = ({ usernames, onChange }: RecordsProps) => {
  const address = useReportAddress({ withResubmission: false });
  const [view, setView] = useTableView();
  const { filters, page, changeFilters } = address;
  const pageSize = pageSizeOf(address, view);
  const { data, error, isFetching, refetch } = useReportsOfUsers(usernames);
  const task = useTask();
  const { reports, options, pins: allPins } = data ?? {};
  const found = useMemo(() => reports && filterReports(reports, filters), [reports, filters]);
  const pins = filters.pin ?? [];
  // Exports and bulk actions select on the server: the filters and these users.
  const listFilters = filters.username ? filters : { ...filters, username: [...usernames] };
  const nameOf = (username: string) => {
    const name = options?.users.find((user) => user.username === username)?.name;
    return name ? `${name} (${username})` : username;
  };

  return (
    <ReportScreen
      title={t('Sub-reports')}
      description={
        <>
          {usernames.length === 2
            ? t('All reports of {first} and {second}', {
                first: nameOf(usernames[0] ?? ''),
                second: nameOf(usernames[1] ?? ''),
              })
            : t('All reports of {users}', { users: usernames.map(nameOf).join(', ') })}
          {onChange ? (
            <Button ms={8} size="compact-xs" variant="subtle" onClick={onChange}>
              {t('Change users')}
            </Button>
          ) : null}
        </>
      }
      address={address}
      view={view}
      onView={setView}
      pageSize={pageSize}
      listFilters={listFilters}
      list={{
        rows: found && pageOf(found, page, pageSize),
        total: found?.length ?? 0,
        page,
        shownPage: page,
        lastPage: lastPageOf(found?.length ?? 0, pageSize),
        isStale: false,
      }}
      failure={
        error
          ? {
              details: reasonText(error),
              onRetry: () => void refetch(),
              isRetrying: isFetching,
            }
          : undefined
      }
      options={options}
      pinSearch={
        <SubReportPinSearch
          chosen={pins}
          pins={allPins}
          onAdd={(pin) => changeFilters({ pin: [...pins, pin] })}
        />
      }
      withResubmission={false}
      actions={<SubReportActions reports={found} filters={listFilters} task={task} />}
      task={task}
      loadPage={async (wanted) => pageOf(found ?? [], wanted, pageSize)}
      locate={async (id) => {
        const at = found?.findIndex((report) => isSameId(id, report.id)) ?? -1;
        return at === -1 ? null : at + 1;
      }}
    />
  );
};

/** /sreport: all records of a pair of users, filtered and paged here. */
export const SubReportPage = () => {
  const { usernames, isFixed, choose } = usePair();
  const [isChoosing, setChoosing] = useState(false);
  const hasPair = usernames.length > 0;
  if (hasPair && !isChoosing) {
    return (
      <SubReports usernames={usernames} onChange={isFixed ? undefined : () => setChoosing(true)} />
    );
  }
  return (
    <Page
      title={t('Sub-reports')}
      description={t('The reports of two surveyors side by side, to compare their work.')}
    >
      <ChoosePair
        initial={usernames}
        onChoose={(pair) => {
          choose(pair);
          setChoosing(false);
        }}
        onCancel={hasPair ? () => setChoosing(false) : undefined}
      />
    </Page>
  );
};
