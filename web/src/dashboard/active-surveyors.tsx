import { NativeSelect } from '@mantine/core';
import { useCan } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { useTimeZone } from '../ui/time-zone.ts';
import { useStoredState } from '../ui/use-stored-state.ts';
import { useSurveyorDays } from './dashboard.api.ts';
import { activeOf, type PeriodName, periodLabels, periodNames, periodOf } from './surveyor-days.ts';
import { type Surveyor, SurveyorList } from './surveyor-list.tsx';

interface ActiveSurveyorsProps {
  /** Of the last 30 days, which come with the overview. */
  most: readonly Surveyor[];
  least: readonly Surveyor[];
}

/** The most and the least active surveyors of a period. */
export const ActiveSurveyors = ({ most, least }: ActiveSurveyorsProps) => {
  const zone = useTimeZone();
  const canChoose = useCan('surveyorDays');
  const [stored, setName] = useStoredState<PeriodName>('dashboard-active-period', 'days30');
  const name = canChoose && periodNames.includes(stored) ? stored : 'days30';
  const isOverview = name === 'days30';
  const { data } = useSurveyorDays(isOverview ? undefined : periodOf(name, zone));
  const shown = isOverview || !data ? { most, least } : activeOf(data);
  // Figures of another period are not shown under the name of this one.
  const isLoading = !isOverview && !data;
  return (
    <>
      <SurveyorList
        title={t('Most active surveyors')}
        surveyors={isLoading ? undefined : shown.most}
        aside={
          canChoose ? (
            <NativeSelect
              size="xs"
              aria-label={t('Period')}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value as PeriodName)}
              data={periodNames.map((value) => ({ value, label: t(periodLabels[value]) }))}
            />
          ) : (
            t(periodLabels.days30)
          )
        }
      />
      <SurveyorList
        title={t('Least active surveyors')}
        surveyors={isLoading ? undefined : shown.least}
        aside={t(periodLabels[name])}
      />
    </>
  );
};
