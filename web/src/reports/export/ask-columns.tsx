// Asks before selected reports are exported, with the choice of columns: the 21 of spec 9 unless more are wished.
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../text/text.ts';
import { askInDialog, type Question } from '../../ui/confirm.tsx';
import { askedExtra } from '../report-extras.ts';

interface AskColumnsProps {
  question: Question;
  onAnswer: (withReview: boolean) => void;
}

const AskColumns = ({ question, onAnswer }: AskColumnsProps) => {
  const [withReview, setWithReview] = useState(false);
  return (
    <Stack gap="sm">
      <Text>{question.message}</Text>
      <Checkbox
        label={t('With the columns of the review')}
        description={t('State, by whom and when, and other marks, after the 21 columns.')}
        checked={withReview}
        onChange={(event) => setWithReview(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button data-autofocus onClick={() => onAnswer(withReview)}>
          {question.confirmLabel}
        </Button>
      </Group>
    </Stack>
  );
};

/** Resolves which columns are asked for beside the 21; undefined where nothing shall be exported. */
export const askColumns = async (question: Question): Promise<{ extra?: string } | undefined> => {
  const withReview = await askInDialog<boolean>(question.title, (answer) => (
    <AskColumns question={question} onAnswer={answer} />
  ));
  if (withReview === undefined) return undefined;
  return withReview ? await askedExtra() : {};
};
