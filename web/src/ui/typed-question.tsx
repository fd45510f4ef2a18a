import { Button, Group, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../text/text.ts';
import { formatNumber } from './format.ts';

/** The number that a person typed, with or without separators of thousands. */
const typedNumber = (typed: string): number => Number(typed.replace(/[\s,٬]/g, '') || Number.NaN);

interface TypedQuestionProps {
  children: ReactNode;
  /** The number that must be typed before the change can be confirmed. */
  count: number;
  confirmLabel: string;
  isHarmful: boolean;
  onAnswer: (isSure: boolean) => void;
}

/** A question about very much: the number of what it touches is typed, so that nobody confirms it by habit. */
export const TypedQuestion = ({
  children,
  count,
  confirmLabel,
  isHarmful,
  onAnswer,
}: TypedQuestionProps) => {
  const [typed, setTyped] = useState('');
  const isTyped = typedNumber(typed) === count;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isTyped) onAnswer(true);
      }}
    >
      {children}
      <TextInput
        mt="md"
        label={t('Type {count} to confirm', { count: formatNumber(count) })}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group mt="md" justify="flex-end" gap="md">
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t('Cancel')}
        </Button>
        <Button type="submit" disabled={!isTyped} {...(isHarmful && { color: 'red.8' })}>
          {confirmLabel}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt="xs" role="status">
        {typed !== '' && !isTyped ? t('That is not the number.') : ''}
      </Text>
    </form>
  );
};
