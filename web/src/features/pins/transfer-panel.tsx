import { Alert, Button, Group, Paper, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { outcomeText } from '../../api/outcome.ts';
import { useUserCircles } from '../../api/user-circles.ts';
import { confirm } from '../../ui/confirm.tsx';
import { formatCount } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { type ListedCircle, useCirclePins, useTransferPins } from './pins.api.ts';

const transferWords = { refused: 'Failed to transfer pins', broke: 'Error transferring pins' };

interface TransferPanelProps {
  listed: ListedCircle;
  /** Called after a transfer and on Cancel. */
  onDone: () => void;
}

/** Moves the circle with all its pins, statuses included, to another user (decision 12). */
export const TransferPanel = ({ listed, onDone }: TransferPanelProps) => {
  const { username: source, circle } = listed;
  const [target, setTarget] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const users = useUserCircles();
  const pins = useCirclePins(listed);
  const transfer = useTransferPins();
  const targets = (users.data ?? [])
    .filter(({ username }) => username !== source)
    .map(({ username, name, isActive }) => ({
      value: username,
      label: `${username} (${name})${isActive ? '' : ' blocked'}`,
      disabled: !isActive,
    }));

  const submit = async () => {
    if (!target) {
      setProblem('Please select a target user');
      return;
    }
    setProblem(undefined);
    const count = pins.data ? formatCount(pins.data.length, 'pin') : 'All pins';
    const isSure = await confirm({
      title: 'Transfer Pins',
      message: `Are you sure you want to transfer circle ${circle} from ${source} to ${target}?`,
      consequence: `${count} leave the list of ${source} and join the list of ${target}, with their statuses.`,
      confirmLabel: 'Transfer Pins',
    });
    if (!isSure) return;
    try {
      const { message } = await transfer.mutateAsync({
        source_user: source,
        target_user: target,
        circle,
      });
      toast.success(message || 'Pins transferred successfully!');
      onDone();
    } catch (error) {
      setProblem(outcomeText(error, transferWords));
    }
  };

  return (
    <Paper
      withBorder
      p="md"
      mb="md"
      radius="md"
      component="section"
      aria-label="Transfer to Another User"
    >
      <Text component="h3" fw={600} mb="xs">
        Transfer to Another User
      </Text>
      <Group gap="xs" align="flex-end">
        <Select
          label="Target user"
          placeholder="Select a user"
          searchable
          clearable
          limit={100}
          flex="1 1 14rem"
          data={targets}
          value={target}
          onChange={setTarget}
          nothingFoundMessage="No users found"
        />
        <Button loading={transfer.isPending} onClick={() => void submit()}>
          Transfer Pins
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
      {problem ? (
        <Alert color="red" variant="light" mt="sm" role="alert">
          {problem}
        </Alert>
      ) : null}
    </Paper>
  );
};
