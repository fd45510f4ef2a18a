import { Modal, Stack, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Administrator, mostLimitCircles } from '@survey/contract';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { doneText } from '../ui/error-text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { toast } from '../ui/toasts.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { useLimitAdministrator } from './account.api.ts';
import { CirclesField } from './circles-field.tsx';
import { PasswordStep } from './password-step.tsx';

interface LimitsModalProps {
  who: Administrator;
  asksCode: boolean;
  onClose: () => void;
}

/** Limits an administrator to some circles and to reading, after the password of who does it. */
export const LimitsModal = ({ who, asksCode, onClose }: LimitsModalProps) => {
  useReturnFocus();
  const limit = useLimitAdministrator();
  const [isConfirming, setConfirming] = useState(false);
  const form = useForm({ initialValues: { circles: who.circles ?? [], read_only: who.read_only } });
  const submit = async (password: string, code: string | null) => {
    const { circles, read_only } = form.values;
    const limits = { circles: circles.length > 0 ? circles : null, read_only };
    toast.success(
      doneText(await limit.mutateAsync({ user_id: who.id, ...limits, password, code })),
    );
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('Limits of {user}', { user: who.email })} size="md">
      {isConfirming ? (
        <PasswordStep
          explanation={t(
            'They are signed out, and have these limits from the next sign-in on. Enter your own password.',
          )}
          submitLabel={t('Save')}
          asksCode={asksCode}
          onSubmit={submit}
          onCancel={onClose}
        />
      ) : (
        <form noValidate onSubmit={form.onSubmit(() => setConfirming(true))}>
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t(
                'With some circles chosen they see, export and review the reports of these alone, and the lists, users and map of these. What concerns the whole operation is closed to them, such as Upload and Checks.',
              )}
            </Text>
            <CirclesField most={mostLimitCircles} {...form.getInputProps('circles')} />
            <Switch
              label={t('Reading only')}
              description={t('They change nothing but their own account and views.')}
              {...form.getInputProps('read_only', { type: 'checkbox' })}
            />
            <FormEnd submitLabel={t('Next')} onCancel={onClose} />
          </Stack>
        </form>
      )}
    </Modal>
  );
};
