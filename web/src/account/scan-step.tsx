import { Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { t } from '../text/text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { fieldProblems } from './field-problems.ts';

interface ScanStepProps {
  secret: string;
  uri: string;
  /** Throws ApiError where the server refuses. */
  onSubmit: (code: string) => Promise<void>;
  onCancel: () => void;
}

/** Shows the secret as a QR code and asks for a code of the authenticator app. */
export const ScanStep = ({ secret, uri, onSubmit, onCancel }: ScanStepProps) => {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (code.trim() === '') {
      setProblem(t('Code is required'));
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(code);
    } catch (error) {
      setProblem(fieldProblems(error, 'code', t('That did not work.')).code);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Text size="sm">
          {t('Scan this with an authenticator app, then enter the six digits that it shows.')}
        </Text>
        <Group justify="center">
          <QrCode text={uri} label={t('QR code for your authenticator app')} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('No camera? Enter this key in the app:')}
        </Text>
        <Code block ta="center" dir="ltr">
          {secret.replace(/.{4}(?=.)/g, '$& ')}
        </Code>
        <TextInput
          label={t('Code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <FormEnd
          problems={problem ? [problem] : []}
          submitLabel={t('Switch on')}
          isBusy={isBusy}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
};
