import { Alert, Button, Group, Modal, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import type { UserCircles } from '../../api/user-circles.ts';
import { formatCount } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { useAssignToSeveral, useOfferedCircles } from './circles.api.ts';

interface AssignSeveralModalProps {
  users: readonly UserCircles[];
  onClose: () => void;
}

/** Gives one circle to several users in one go, all or nothing. */
export const AssignSeveralModal = ({ users, onClose }: AssignSeveralModalProps) => {
  const [circle, setCircle] = useState<string | null>(null);
  const [usernames, setUsernames] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  const offered = useOfferedCircles('');
  const assign = useAssignToSeveral();
  const units = offered.data?.find((one) => one.circle === circle)?.units;

  const submit = async () => {
    if (!circle || usernames.length === 0) {
      setProblem('Please select a circle and at least one user');
      return;
    }
    setProblem(undefined);
    try {
      const { message } = await assign.mutateAsync({ circle, usernames });
      toast.success(message || 'Circle added successfully');
      onClose();
    } catch (error) {
      setProblem(errorText(error, 'Failed to add circle'));
    }
  };

  return (
    <Modal opened onClose={onClose} title="Assign a circle to several users" size="lg">
      <Stack gap="sm">
        <Select
          label="Circle"
          placeholder="Select a circle"
          searchable
          withAsterisk
          limit={100}
          data={(offered.data ?? []).map((one) => one.circle)}
          value={circle}
          onChange={setCircle}
          openOnFocus={false}
          nothingFoundMessage="No circles found"
          data-autofocus
        />
        <MultiSelect
          label="Users"
          placeholder="Select users"
          searchable
          clearable
          withAsterisk
          limit={100}
          hidePickedOptions
          data={users
            .filter(({ isActive }) => isActive)
            .map(({ username, name }) => ({ value: username, label: `${username} (${name})` }))}
          value={usernames}
          onChange={setUsernames}
          nothingFoundMessage="No users found"
        />
        {circle && usernames.length > 0 ? (
          <Text size="sm">
            {formatCount(usernames.length, 'user')} get {circle}
            {units === undefined ? '' : ` with ${formatCount(units, 'pin')} each`}. Pins they have
            keep their status.
          </Text>
        ) : null}
        {problem ? (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={assign.isPending} onClick={() => void submit()}>
            Assign
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
