import { List, Text } from '@mantine/core';
import { IconCheck, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../api/capabilities.ts';
import { config } from '../api/config.ts';
import { rich } from '../text/rich.tsx';
import { t } from '../text/text.ts';
import { Panel } from '../ui/panel.tsx';
import type { DashboardCounts } from './counts.ts';
import { useSurveyors } from './dashboard.api.ts';

/** Where phones reach the server: the survey page, or the address of any other app. */
const phoneAddress = (): string => `${config().apiBaseUrl || window.location.origin}/survey/`;

interface Step {
  key: string;
  isDone: boolean;
  text: ReactNode;
}

const useSteps = (counts: DashboardCounts | undefined): Step[] => {
  // An operation with reports has had its first steps; nothing more is asked for then.
  const may = useMay('storeRecords');
  const isNew = may && counts !== undefined && !counts.hasFailed && counts.surveyed === 0;
  const surveyors = useSurveyors(isNew).data;
  if (!isNew || !surveyors) return [];
  const link = (to: '/UPLOAD' | '/mobile-users' | '/assign') => ({
    link: (text: ReactNode) => <Link to={to}>{text}</Link>,
  });
  return [
    {
      key: 'list',
      isDone: counts.total > 0,
      text: rich(
        t('<link>Upload the parcel list</link>: a sheet with a row for each unit.'),
        link('/UPLOAD'),
      ),
    },
    {
      key: 'surveyors',
      isDone: surveyors.length > 0,
      text: rich(
        t('<link>Create the surveyors</link>, each with a password.'),
        link('/mobile-users'),
      ),
    },
    {
      key: 'circles',
      isDone: surveyors.some(({ pins_total = 0 }) => pins_total > 0),
      text: rich(
        t('<link>Give them circles</link>: their units are the work on their phones.'),
        link('/assign'),
      ),
    },
    {
      key: 'phone',
      isDone: surveyors.some(({ last_seen }) => Boolean(last_seen)),
      text: t('Connect a phone: open {address} on it and sign in as a surveyor.', {
        address: phoneAddress(),
      }),
    },
  ];
};

/** What leads an empty operation to its first report; gone once all of it is done. */
export const FirstSteps = ({ counts }: { counts: DashboardCounts | undefined }) => {
  const steps = useSteps(counts);
  if (steps.every(({ isDone }) => isDone)) return null;
  return (
    <Panel title={t('First steps')}>
      <List center spacing="xs">
        {steps.map(({ key, isDone, text }) => (
          <List.Item
            key={key}
            icon={
              <Text component="span" display="flex" c={isDone ? 'green' : 'dimmed'}>
                {isDone ? (
                  <IconCheck size={18} aria-label={t('Done')} />
                ) : (
                  <IconCircleDashed size={18} aria-label={t('To do')} />
                )}
              </Text>
            }
          >
            <Text component="span" inherit {...(isDone && { c: 'dimmed' })}>
              {text}
            </Text>
          </List.Item>
        ))}
      </List>
    </Panel>
  );
};
