// Asks before a selection is accepted unseen; reports with critical flags only where that is said.
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../text/text.ts';
import { askInDialog, confirm, type Question } from '../../ui/confirm.tsx';
import type { SelectionCounts } from '../selection/selection.api.ts';

interface AskCriticalProps {
  question: Question;
  critical: number;
  onAnswer: (acceptCritical: boolean) => void;
}

const AskCritical = ({ question, critical, onAnswer }: AskCriticalProps) => {
  const [isMeant, setMeant] = useState(false);
  return (
    <Stack gap="sm">
      <Text>{question.message}</Text>
      <Text fw={500}>{question.consequence}</Text>
      <Checkbox
        label={t(
          '{count, plural, one {Also # report with a critical flag} other {Also # reports with critical flags}}',
          { count: critical },
        )}
        description={t('Otherwise they stay as they are, to be looked at.')}
        checked={isMeant}
        onChange={(event) => setMeant(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button data-autofocus onClick={() => onAnswer(isMeant)}>
          {question.confirmLabel}
        </Button>
      </Group>
    </Stack>
  );
};

/** Asks only where there are critical flags whether to include those reports; undefined where it was cancelled. */
export const askCritical = async (
  question: Question,
  { critical }: SelectionCounts,
): Promise<{ accept_critical?: boolean } | undefined> => {
  if (critical === 0) return (await confirm(question)) ? {} : undefined;
  const isMeant = await askInDialog<boolean>(question.title, (answer) => (
    <AskCritical question={question} critical={critical} onAnswer={answer} />
  ));
  return isMeant === undefined ? undefined : { accept_critical: isMeant };
};
