import { Skeleton } from '@mantine/core';
import { useCan } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { errorText } from '../ui/error-text.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.tsx';
import { ActiveSurveyors } from './active-surveyors.tsx';
import { CircleProgress } from './circle-progress.tsx';
import type { DashboardCounts } from './counts.ts';
import { useOverview } from './dashboard.api.ts';
import classes from './overview.module.css';
import { ReportsPerDay } from './reports-per-day.tsx';
import { ShareSurveyed } from './share-surveyed.tsx';

const DailyFigures = lazyWithRetry(
  async () => (await import('./daily-figures.tsx')).DailyFigures,
  <Skeleton height={320} radius="lg" />,
);

interface OverviewProps {
  /** Undefined while they load, and where they could not be loaded. */
  counts: DashboardCounts | undefined;
  isCounting: boolean;
}

/** Progress by circle, by day and by surveyor. */
export const Overview = ({ counts, isCounting }: OverviewProps) => {
  const { data, isError, error, isFetching, refetch } = useOverview();
  const canSeeDays = useCan('surveyorDays');

  if (isError && !data) {
    return (
      <ErrorState
        title={t('The overview could not be loaded')}
        details={errorText(error, t('The figures above are not affected.'))}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!data) {
    return (
      <div className={classes.grid} aria-hidden>
        <Skeleton height={320} radius="lg" />
        <Skeleton height={320} radius="lg" />
        <Skeleton height={360} radius="lg" />
        <Skeleton height={360} radius="lg" />
      </div>
    );
  }
  return (
    <div className={classes.grid}>
      <ShareSurveyed
        counts={counts}
        isCounting={isCounting}
        sentBack={data.sent_back}
        notOnList={data.not_on_list}
        second={data.second_reports}
        photosAwaited={data.photos_awaited}
        review={data.review}
      />
      <ReportsPerDay days={data.reports_per_day} />
      <div className={classes.surveyors}>
        <ActiveSurveyors most={data.most_active} least={data.least_active} />
      </div>
      <CircleProgress circles={data.circles} />
      {canSeeDays ? (
        <div className={classes.wide}>
          <DailyFigures />
        </div>
      ) : null}
    </div>
  );
};
