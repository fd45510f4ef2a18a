import { Button, Group, Select, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useUsernames } from './sub-reports.api.ts';

interface ChoosePairProps {
  initial: readonly string[];
  onChoose: (usernames: readonly [string, string]) => void;
  /** Absent while there is no pair to go back to. */
  onCancel?: (() => void) | undefined;
}

/** Asks whose reports the screen is about (decision 24). */
export const ChoosePair = ({ initial, onChoose, onCancel }: ChoosePairProps) => {
  const [first, setFirst] = useState<string | null>(initial[0] ?? null);
  const [second, setSecond] = useState<string | null>(initial[1] ?? null);
  const users = useUsernames(true);
  if (users.error) {
    return (
      <ErrorState
        title="Error loading users"
        details={errorText(users.error, users.error.message)}
        onRetry={() => void users.refetch()}
        isRetrying={users.isFetching}
      />
    );
  }
  const choices = users.data?.map(({ username, name }) => ({
    value: username,
    label: name ? `${name} (${username})` : username,
  }));
  const without = (taken: string | null) => choices?.filter(({ value }) => value !== taken) ?? [];

  return (
    <Panel title="Choose two users">
      <Text c="dimmed" mb="md">
        This screen shows all reports of two users. This browser remembers your choice.
      </Text>
      {choices ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (first && second) onChoose([first, second]);
          }}
        >
          <Group align="flex-end">
            <Select
              label="First user"
              placeholder="Select a user"
              searchable
              nothingFoundMessage="No such user"
              data={without(second)}
              value={first}
              onChange={setFirst}
            />
            <Select
              label="Second user"
              placeholder="Select a user"
              searchable
              nothingFoundMessage="No such user"
              data={without(first)}
              value={second}
              onChange={setSecond}
            />
            <Button type="submit" disabled={!first || !second}>
              Show reports
            </Button>
            {onCancel ? (
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
            ) : null}
          </Group>
        </form>
      ) : (
        <Skeleton height={60} />
      )}
    </Panel>
  );
};
