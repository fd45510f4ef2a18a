// Asks why a flag is no reason to look at its report.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../text/text.ts';
import { askInDialog } from '../../ui/confirm.tsx';

/** As the contract's limit of a reason. */
const mostCharacters = 200;

const AskReason = ({ says, onAnswer }: { says: string; onAnswer: (reason: string) => void }) => {
  const [reason, setReason] = useState('');
  const text = reason.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== '') onAnswer(text);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{says}</Text>
        <TextInput
          data-autofocus
          dir="auto"
          label={t('Why it is no reason to look')}
          description={t('Kept with the flag; how often a rule is wrong is counted from it.')}
          maxLength={mostCharacters}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={text === ''}>
            {t('Dismiss the flag')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Resolves the reason; undefined where it was cancelled. */
export const askReason = (says: string): Promise<string | undefined> =>
  askInDialog<string>(t('Dismiss the flag'), (answer) => (
    <AskReason says={says} onAnswer={answer} />
  ));
