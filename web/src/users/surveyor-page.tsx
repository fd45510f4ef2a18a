import { Button, Group, Text } from '@mantine/core';
import { writeDay, writeListFilter } from '@survey/contract';
import { Link } from '@tanstack/react-router';
import { useCan } from '../api/capabilities.ts';
import { t } from '../text/text.ts';
import { DateRange } from '../ui/date-range.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { loadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { CardsSkeleton } from '../ui/skeletons.tsx';
import { useUrlState } from '../ui/use-url-state.ts';
import { useSurveyorWork } from './surveyor.api.ts';
import { SurveyorDay } from './surveyor-day.tsx';
import { SurveyorFigures } from './surveyor-figures.tsx';

const isDay = (text: string | undefined) => text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text);

const readState = (raw: Record<string, string | undefined>) => ({
  username: raw.username ?? '',
  date_from: isDay(raw.date_from) ? raw.date_from : undefined,
  date_to: isDay(raw.date_to) ? raw.date_to : undefined,
  /** DD/MM/YYYY; the newest day with reports where none is chosen. */
  day: raw.day,
});

/** /surveyor: one surveyor's work, beside the team's, and the visits of a day. */
export const SurveyorPage = () => {
  const can = useCan('surveyorWork');
  const [{ username, date_from, date_to, day }, change] = useUrlState(readState);
  const work = useSurveyorWork(username, {
    ...(date_from && { date_from: writeDay(date_from) }),
    ...(date_to && { date_to: writeDay(date_to) }),
  });
  const data = work.data;
  if (!can || username === '') {
    return (
      <Page title={t('Surveyor')}>
        <EmptyState
          title={can ? t('No surveyor is chosen') : t('This server has no page of a surveyor')}
          action={
            <Button
              renderRoot={(props) => <Link to="/mobile-users" {...props} />}
              variant="default"
              mt="xs"
            >
              {t('Mobile Users')}
            </Button>
          }
        />
      </Page>
    );
  }
  return (
    <Page
      title={data?.name || username}
      description={
        <Text span dir="ltr" c="dimmed">
          {username}
          {data ? ` · ${data.date_from} – ${data.date_to}` : ''}
        </Text>
      }
      action={
        <Button
          renderRoot={(props) => (
            <Link to="/report" search={{ username: writeListFilter([username]) }} {...props} />
          )}
          variant="default"
        >
          {t('Reports')}
        </Button>
      }
      filters={
        <Group>
          <DateRange
            value={{ date_from, date_to }}
            onChange={(days) => change({ ...days, day: undefined })}
          />
        </Group>
      }
    >
      {work.isError ? (
        <ErrorState title={t('The work could not be loaded')} {...loadFailure(work)} />
      ) : null}
      {work.isLoading ? <CardsSkeleton /> : null}
      {data && data.reports === 0 ? (
        <EmptyState
          title={t('No reports in these days')}
          hint={t('Choose other days, or look whether the phone has sent its reports.')}
        />
      ) : null}
      {data && data.reports > 0 ? (
        <>
          <SurveyorFigures work={data} />
          <SurveyorDay
            username={username}
            days={data.days}
            chosen={day ?? data.days.at(-1)?.day}
            onChoose={(chosen) => change({ day: chosen })}
          />
        </>
      ) : null}
    </Page>
  );
};
