import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { AccountOverview } from '@survey/contract';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { formatDay } from '../ui/format.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useTimeZone } from '../ui/time-zone.ts';
import { SecondFactorModal, type SecondFactorTask } from './second-factor-modal.tsx';

/** With this many recovery codes left, new ones are recommended. */
const fewCodes = 3;

/** Shows whether sign-in asks for a code, and switches it on and off. */
export const SecondFactorPanel = ({ state }: { state: AccountOverview['second_factor'] }) => {
  const [task, setTask] = useState<SecondFactorTask>();
  const zone = useTimeZone();
  const left = state.recovery_codes_left;
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        {t(
          'With a second factor, signing in takes your password and a code from an app on your phone. A stolen password alone opens nothing.',
        )}
      </Text>
      {state.is_on ? (
        <>
          <Group gap="xs">
            <StatusBadge tone="green">{t('On')}</StatusBadge>
            <Text size="sm" c="dimmed">
              {state.since
                ? t('since {day}', { day: formatDay(new Date(state.since), zone) })
                : null}
            </Text>
          </Group>
          <Text size="sm" {...(left > fewCodes && { c: 'dimmed' })}>
            {t('{count, plural, one {# recovery code left} other {# recovery codes left}}', {
              count: left,
            })}
          </Text>
          {left <= fewCodes ? (
            <Alert color="yellow" variant="light">
              {t('Make new recovery codes before the last one is used.')}
            </Alert>
          ) : null}
          <Group gap="xs">
            <Button variant="default" onClick={() => setTask('new-codes')}>
              {t('New recovery codes')}
            </Button>
            <Button variant="default" onClick={() => setTask('switch-off')}>
              {t('Switch off')}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <StatusBadge tone="grey">{t('Off')}</StatusBadge>
          <Button onClick={() => setTask('switch-on')}>{t('Switch on')}</Button>
        </>
      )}
      {task ? <SecondFactorModal task={task} onClose={() => setTask(undefined)} /> : null}
    </Stack>
  );
};
