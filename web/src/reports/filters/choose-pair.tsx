import { Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import type { ReportOptions } from '@survey/contract';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../text/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { loadFailure } from '../../ui/load-failure.ts';
import { Panel } from '../../ui/panel.tsx';
import { useReportCounts, useUsernames } from '../sub-reports.api.ts';
import classes from './choose-pair.module.css';

type Pair = readonly [string, string];
type Surveyor = ReportOptions['users'][number];

interface ChoosePairProps {
  initial: readonly string[];
  onChoose: (usernames: Pair) => void;
  /** Absent while there is no pair to go back to. */
  onCancel?: (() => void) | undefined;
}

/** Suggested pairs: surveyors with similar numbers of reports, the largest first. */
const suggestionsOf = (users: readonly Surveyor[]): [Surveyor, Surveyor][] => {
  const busiest = users.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return [0, 1, 2].flatMap((at): [Surveyor, Surveyor][] => {
    const [first, second] = [busiest[at * 2], busiest[at * 2 + 1]];
    return first && second ? [[first, second]] : [];
  });
};

const Suggestions = ({ onChoose }: Pick<ChoosePairProps, 'onChoose'>) => {
  const pairs = suggestionsOf(useReportCounts() ?? []);
  if (pairs.length === 0) return null;
  return (
    <div>
      <Text component="h3" fw={600} size="sm" mb={8}>
        {t('Those who reported most')}
      </Text>
      <ul className={classes.pairs}>
        {pairs.map((pair) => (
          <li key={pair[0].username}>
            <Button
              fullWidth
              variant="default"
              h="auto"
              py="xs"
              justify="flex-start"
              leftSection={<IconUsers size={20} stroke={1.6} aria-hidden />}
              onClick={() => onChoose([pair[0].username, pair[1].username])}
            >
              <span className={classes.names}>
                {pair.map(({ username, name, count }) => (
                  <span key={username}>
                    <bdi>{name || username}</bdi>{' '}
                    <Text component="span" size="xs" c="dimmed">
                      {t('{count, plural, one {# report} other {# reports}}', { count })}
                    </Text>
                  </span>
                ))}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
};

interface FormProps extends ChoosePairProps {
  choices: { value: string; label: string }[];
}

const PairForm = ({ initial, onChoose, onCancel, choices }: FormProps) => {
  const [first, setFirst] = useState<string | null>(initial[0] ?? null);
  const [second, setSecond] = useState<string | null>(initial[1] ?? null);
  const without = (taken: string | null) => choices.filter(({ value }) => value !== taken);
  const select = {
    placeholder: t('Select a user'),
    searchable: true,
    nothingFoundMessage: t('No such user'),
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (first && second) onChoose([first, second]);
      }}
    >
      <div className={classes.fields}>
        <Select
          {...select}
          label={t('First user')}
          data={without(second)}
          value={first}
          onChange={setFirst}
        />
        <Select
          {...select}
          label={t('Second user')}
          data={without(first)}
          value={second}
          onChange={setSecond}
        />
      </div>
      <Group mt="md" gap="xs">
        <Button type="submit" disabled={!first || !second}>
          {t('Show reports')}
        </Button>
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        ) : null}
      </Group>
    </form>
  );
};

/** Asks whose reports the screen is about (R24). */
export const ChoosePair = (props: ChoosePairProps) => {
  const users = useUsernames(true);
  if (users.error) {
    return <ErrorState title={t('Error loading users')} {...loadFailure(users)} />;
  }
  const choices = users.data?.map(({ username, name }) => ({
    value: username,
    label: name ? `${name} (${username})` : username,
  }));
  if (choices && choices.length < 2) {
    return (
      <Panel title={t('Choose two users')}>
        <EmptyState
          title={t('There are no two users yet')}
          hint={t('Create surveyors under Mobile Users; their reports can be compared here.')}
        />
      </Panel>
    );
  }
  return (
    <Panel title={t('Choose two users')}>
      <Stack gap="lg">
        <Text c="dimmed" maw={640}>
          {t(
            'Sub-reports lay the reports of two surveyors in one table: two who share a circle, or a new one beside an experienced one. Choose them here; this browser remembers the pair, and it can be changed at any time.',
          )}
        </Text>
        {choices ? <PairForm {...props} choices={choices} /> : <Skeleton height={60} />}
        <Suggestions onChoose={props.onChoose} />
      </Stack>
    </Panel>
  );
};
