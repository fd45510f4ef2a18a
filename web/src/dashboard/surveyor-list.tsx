import { Text } from '@mantine/core';
import { writeListFilter } from '@survey/contract';
import { Link } from '@tanstack/react-router';
import { t } from '../text/text.ts';
import { listedName, NameList, NameRow } from '../ui/name-list.tsx';
import { Panel } from '../ui/panel.tsx';

interface Surveyor {
  username: string;
  name: string;
  /** Of the last 30 days. */
  reports: number;
}

/** Surveyors with their reports; a name leads to them. */
export const SurveyorList = ({
  title,
  surveyors,
}: {
  title: string;
  surveyors: readonly Surveyor[];
}) => (
  <Panel title={title}>
    {surveyors.length === 0 ? <Text c="dimmed">{t('No surveyors yet.')}</Text> : null}
    <NameList>
      {surveyors.map(({ username, name, reports }) => (
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
