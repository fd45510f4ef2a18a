import { Loader, SimpleGrid } from '@mantine/core';
import { IconCircleCheck, IconHourglass, IconMapPins, IconUsers } from '@tabler/icons-react';
import { useCan } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { formatShare } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { StatTile } from '../ui/stat-tile.tsx';
import { useCounts } from './dashboard.api.ts';
import { FirstSteps } from './first-steps.tsx';
import { Overview } from './overview.tsx';

export const DashboardPage = () => {
  const { data, isPending, isError, isFetching, refetch } = useCounts();
  const hasOverview = useCan('dashboardOverview');
  const share = (part: number) =>
    data?.hasShare && data.total > 0
      ? t('{share} of all units', { share: formatShare(part, data.total) })
      : undefined;

  return (
    <Page
      title={t('Dashboard')}
      action={isPending ? <Loader size="sm" role="status" aria-label={t('Loading')} /> : null}
    >
      {isError || data?.hasFailed ? (
        <ErrorState
          title={t('Failed to load dashboard data')}
          details={
            data && !data.hasFailed
              ? t('The figures below are the last that could be loaded.')
              : t('Please check the connection to the server.')
          }
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {isError && !data ? null : (
        <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'xs', xs: 'md' }}>
          <StatTile
            label={t('Active Users')}
            value={data?.users}
            icon={<IconUsers size={18} stroke={1.7} />}
          />
          <StatTile
            label={t('Surveyed Units')}
            value={data?.surveyed}
            hint={data && share(data.surveyed)}
            icon={<IconCircleCheck size={18} stroke={1.7} />}
          />
          <StatTile
            label={t('Remaining Units')}
            value={data?.remaining}
            hint={data && share(data.remaining)}
            icon={<IconHourglass size={18} stroke={1.7} />}
          />
          <StatTile
            label={t('Total Units')}
            value={data?.total}
            icon={<IconMapPins size={18} stroke={1.7} />}
          />
        </SimpleGrid>
      )}
      <FirstSteps counts={data} />
      {hasOverview ? <Overview counts={data} isCounting={isPending} /> : null}
    </Page>
  );
};
