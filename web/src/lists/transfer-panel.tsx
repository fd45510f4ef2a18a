import { Alert, Box, Button, Group, Paper, Select, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { isAbort } from '../api/api-error.ts';
import { useIsOurServer } from '../api/capabilities.ts';
import { readSession } from '../api/session.ts';
import { msg, t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';
import { doneText } from '../ui/error-text.ts';
import { outcomeText } from '../ui/outcome.ts';
import { ProgressPanel } from '../ui/progress-panel.tsx';
import { useLeaveGuard } from '../ui/use-leave-guard.ts';
import { toastWithUndo } from '../undo/undo-button.tsx';
import { useCirclePins, useTransferPins } from './pins.api.ts';
import { type ListedCircle, useUserCircles } from './user-circles.api.ts';

const transferWords = {
  refused: msg('Failed to transfer pins'),
  broke: msg('Error transferring pins'),
};

interface TransferPanelProps {
  listed: ListedCircle;
  /** Called after a transfer and on Cancel. */
  onDone: () => void;
}

/** Moves the circle with all its pins, statuses included, to another user (R12). */
export const TransferPanel = ({ listed, onDone }: TransferPanelProps) => {
  const { username: source, circle } = listed;
  const [target, setTarget] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const users = useUserCircles();
  const pins = useCirclePins(listed);
  const transfer = useTransferPins();
  const isOurs = useIsOurServer();
  const running = useRef<AbortController>(undefined);
  useLeaveGuard({
    isBusy: transfer.isPending,
    message: isOurs
      ? t('The transfer is under way. It happens whole or not at all.')
      : t('The transfer is under way.'),
    hasSession: () => readSession() !== undefined,
  });
  const targets = (users.data ?? [])
    // The library refuses a value that is there twice.
    .filter(
      ({ username }, at, all) =>
        username !== '' &&
        username !== source &&
        all.findIndex((one) => one.username === username) === at,
    )
    .map(({ username, name, isActive }) => ({
      value: username,
      label: `${name ? `${username} (${name})` : username}${isActive ? '' : ` ${t('blocked')}`}`,
      disabled: !isActive,
    }));

  const submit = async () => {
    if (!target) {
      setProblem(t('Please select a target user'));
      return;
    }
    setProblem(undefined);
    const isSure = await confirm({
      title: t('Transfer Pins'),
      message: t('Are you sure you want to transfer circle {circle} from {source} to {target}?', {
        circle,
        source,
        target,
      }),
      consequence: pins.data
        ? t(
            '{count, plural, one {# pin leaves} other {# pins leave}} the list of {source} and {count, plural, one {joins} other {join}} the list of {target}, with their statuses.',
            { count: pins.data.length, source, target },
          )
        : t(
            'All pins leave the list of {source} and join the list of {target}, with their statuses.',
            { source, target },
          ),
      confirmLabel: t('Transfer Pins'),
    });
    if (!isSure) return;
    running.current = new AbortController();
    try {
      const done = await transfer.mutateAsync({
        source_user: source,
        target_user: target,
        circle,
        signal: running.current.signal,
      });
      toastWithUndo(t('Pins transferred successfully!'), done, doneText(done));
      onDone();
    } catch (error) {
      setProblem(
        isAbort(error)
          ? isOurs
            ? t('No longer waiting. The pins moved all together or not at all: the lists show it.')
            : t('No longer waiting. The lists show whether the pins moved.')
          : outcomeText(error, transferWords),
      );
    }
  };

  return (
    <Paper
      withBorder
      p="md"
      mb="md"
      radius="md"
      component="section"
      aria-label={t('Transfer to Another User')}
    >
      <Text component="h3" fw={600} mb="xs">
        {t('Transfer to Another User')}
      </Text>
      <Group gap="xs" align="flex-end">
        <Select
          label={t('Target user')}
          placeholder={t('Select a user')}
          searchable
          clearable
          limit={100}
          flex="1 1 14rem"
          data={targets}
          value={target}
          onChange={(chosen) => {
            setTarget(chosen);
            setProblem(undefined);
          }}
          nothingFoundMessage={t('No users found')}
        />
        <Button loading={transfer.isPending} onClick={() => void submit()}>
          {t('Transfer Pins')}
        </Button>
        <Button variant="default" disabled={transfer.isPending} onClick={onDone}>
          {t('Cancel')}
        </Button>
      </Group>
      {transfer.isPending ? (
        <Box mt="sm">
          <ProgressPanel
            label={t('Transferring {circle} to {target}', { circle, target: target ?? '' })}
            percent={undefined}
            detail={
              pins.data
                ? t('{count, plural, one {# pin} other {# pins}}, all in one step', {
                    count: pins.data.length,
                  })
                : undefined
            }
            onCancel={() => running.current?.abort()}
          />
        </Box>
      ) : null}
      {problem ? (
        <Alert color="red" variant="light" mt="sm" role="alert">
          {problem}
        </Alert>
      ) : null}
    </Paper>
  );
};
