import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { filterReports } from '../../report-parts/filter-reports.ts';
import { reportOptionsOf } from '../../report-parts/report-options.ts';
import { ReportScreen } from '../../report-parts/report-screen.tsx';
import { useReportAddress } from '../../report-parts/use-report-address.ts';
import { useTask } from '../../report-parts/use-task.ts';
import { Page } from '../../ui/page.tsx';
import { ChoosePair } from './choose-pair.tsx';
import { lastPageOf, pageOf } from './page-of.ts';
import { SubReportActions } from './sub-report-actions.tsx';
import { SubReportPinSearch } from './sub-report-pin-search.tsx';
import { useReportsOfUsers } from './sub-reports.api.ts';
import { usePair } from './use-pair.ts';

const title = 'Sub-reports';

interface RecordsProps {
  usernames: readonly string[];
  /** Absent where the server fixes the pair. */
  onChange: (() => void) | undefined;
}

const SubReports = ({ usernames, onChange }: RecordsProps) => {
  const address = useReportAddress({ withResubmission: false });
  const { filters, page, changeFilters } = address;
  const { data, error, isFetching, refetch } = useReportsOfUsers(usernames);
  const task = useTask();
  const options = useMemo(() => data && reportOptionsOf(data), [data]);
  const allPins = useMemo(() => data && [...new Set(data.map(({ pin }) => pin))], [data]);
  const found = useMemo(() => data && filterReports(data, filters), [data, filters]);
  const pins = filters.pin ?? [];

  return (
    <ReportScreen
      title={title}
      description={
        <>
          All reports of {usernames.join(' and ')}
          {onChange ? (
            <Button ml={8} size="compact-xs" variant="subtle" onClick={onChange}>
              Change users
            </Button>
          ) : null}
        </>
      }
      address={address}
      list={{
        rows: found && pageOf(found, page),
        total: found?.length ?? 0,
        page,
        shownPage: page,
        lastPage: lastPageOf(found?.length ?? 0),
        isStale: false,
      }}
      failure={
        error
          ? {
              details: errorText(error, error.message),
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
      actions={<SubReportActions reports={found} task={task} />}
      task={task}
      loadPage={async (wanted) => pageOf(found ?? [], wanted)}
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
    <Page title={title}>
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
