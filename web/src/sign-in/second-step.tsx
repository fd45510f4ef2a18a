import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { t } from '../text/text.ts';

interface SecondStepProps {
  failure: string | undefined;
  isSubmitting: boolean;
  onSubmit: (code: string) => void;
  onBack: () => void;
}

/** Asks for the code of an account that has a second factor. */
export const SecondStep = ({ failure, isSubmitting, onSubmit, onBack }: SecondStepProps) => {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(code.trim() === '');
    if (code.trim() !== '') onSubmit(code);
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {failure ? (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        ) : null}
        <TextInput
          label={t('Code')}
          description={t('Six digits from your authenticator app, or one of your recovery codes.')}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          size="md"
          autoFocus
          value={code}
          error={isMissing ? t('Code is required') : undefined}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="md" fullWidth disabled={isSubmitting}>
          {isSubmitting ? t('Logging in...') : t('Continue')}
        </Button>
        <Button variant="subtle" size="md" fullWidth onClick={onBack}>
          {t('Back to login')}
        </Button>
      </Stack>
    </form>
  );
};
