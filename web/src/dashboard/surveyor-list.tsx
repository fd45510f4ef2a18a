import { Skeleton, Text } from '@mantine/core';
import { writeListFilter } from '@survey/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { listedName, NameList, NameRow } from '../ui/name-list.tsx';
import { Panel } from '../ui/panel.tsx';

export interface Surveyor {
  username: string;
  name: string;
  /** Of the period. */
  reports: number;
}

/** Surveyors with their reports; a name leads to them. */
export const SurveyorList = ({
  title,
  surveyors,
  aside,
}: {
  title: string;
  /** Undefined while they load. */
  surveyors: readonly Surveyor[] | undefined;
  /** The period. */
  aside: ReactNode;
}) => (
  <Panel
    title={title}
    aside={
      typeof aside === 'string' ? (
        <Text size="xs" c="dimmed">
          {aside}
        </Text>
      ) : (
        aside
      )
    }
  >
    {surveyors ? null : <Skeleton height={120} />}
    {surveyors?.length === 0 ? <Text c="dimmed">{t('No surveyors yet.')}</Text> : null}
    <NameList>
      {surveyors?.map(({ username, name, reports }) => (
        <NameRow
          key={username}
          name={
            <Link
              to="/report"
              search={{ username: writeListFilter([username]) }}
              className={listedName}
            >
              <bdi>{name || username}</bdi>
            </Link>
          }
          second={<bdi>{username}</bdi>}
          figure={t('{count, plural, one {# report} other {# reports}}', { count: reports })}
        />
      ))}
    </NameList>
  </Panel>
);
