import { Loader, SimpleGrid } from '@mantine/core';
import { IconCircleCheck, IconHourglass, IconMapPins, IconUsers } from '@tabler/icons-react';
import { useCan } from '../../api/capabilities.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { formatShare } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { StatTile } from '../../ui/stat-tile.tsx';
import { useCounts } from './dashboard.api.ts';
import { Overview } from './overview.tsx';

const failure = 'Failed to load dashboard data';

export const DashboardPage = () => {
  const { data, isPending, isError, isFetching, refetch } = useCounts();
  const hasOverview = useCan('dashboardOverview');
  const share = (part: number) =>
    data && data.total > 0 ? `${formatShare(part, data.total)} of all units` : undefined;

  return (
    <Page
      title="Dashboard"
      action={isPending ? <Loader size="sm" role="status" aria-label="Loading" /> : null}
    >
      {isError || data?.hasFailed ? (
        <ErrorState
          title={failure}
          details={
            data && !data.hasFailed
              ? 'The figures below are the last that could be loaded.'
              : 'Please check the connection to the server.'
          }
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {isError && !data ? null : (
        <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'xs', xs: 'md' }}>
          <StatTile
            label="Active Users"
            value={data?.users}
            icon={<IconUsers size={18} stroke={1.7} />}
          />
          <StatTile
            label="Surveyed Units"
            value={data?.surveyed}
            hint={data && share(data.surveyed)}
            icon={<IconCircleCheck size={18} stroke={1.7} />}
          />
          <StatTile
            label="Remaining Units"
            value={data?.remaining}
            hint={data && share(data.remaining)}
            icon={<IconHourglass size={18} stroke={1.7} />}
          />
          <StatTile
            label="Total Units"
            value={data?.total}
            icon={<IconMapPins size={18} stroke={1.7} />}
          />
        </SimpleGrid>
      )}
      {hasOverview ? <Overview counts={data} /> : null}
    </Page>
  );
};
