import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../text/text.ts';
import { fieldProblems } from './field-problems.ts';

interface PasswordStepProps {
  explanation: ReactNode;
  submitLabel: string;
  isHarmful?: boolean;
  /** Throws ApiError where the server refuses. */
  onSubmit: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password again: access to an open page must not be enough to change the sign-in. */
export const PasswordStep = ({
  explanation,
  submitLabel,
  isHarmful = false,
  onSubmit,
  onCancel,
}: PasswordStepProps) => {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (password === '') {
      setProblem(t('Password is required'));
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(password);
    } catch (error) {
      setProblem(fieldProblems(error, 'password', t('That did not work.')).password);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Text size="sm">{explanation}</Text>
        <PasswordInput
          label={t('Password')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={problem}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy} {...(isHarmful && { color: 'red.8' })}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
