import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../text/text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { fieldProblems } from './field-problems.ts';

interface PasswordStepProps {
  explanation: ReactNode;
  submitLabel: string;
  isHarmful?: boolean;
  /** Asks for a code of the second factor too. */
  asksCode?: boolean;
  /** The code is null where no code is needed. Throws ApiError where the server refuses. */
  onSubmit: (password: string, code: string | null) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password again, and for a code where one is needed: access to an open page must not be enough to change the sign-in. */
export const PasswordStep = ({
  explanation,
  submitLabel,
  isHarmful = false,
  asksCode = false,
  onSubmit,
  onCancel,
}: PasswordStepProps) => {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const missing = {
      ...(password === '' && { password: t('Password is required') }),
      ...(asksCode && code.trim() === '' && { code: t('Code is required') }),
    };
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await onSubmit(password, asksCode ? code : null);
    } catch (error) {
      setProblems(fieldProblems(error, 'password', t('That did not work.')));
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
          error={problems.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {asksCode ? (
          <TextInput
            label={t('Code')}
            description={t(
              'Six digits from your authenticator app, or one of your recovery codes.',
            )}
            autoComplete="one-time-code"
            autoCapitalize="off"
            spellCheck={false}
            value={code}
            error={problems.code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : null}
        <FormEnd
          submitLabel={submitLabel}
          isBusy={isBusy}
          isHarmful={isHarmful}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
};
