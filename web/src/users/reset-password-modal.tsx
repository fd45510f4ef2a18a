import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type MobileUser, newMobileUser } from '@survey/contract';
import { useState } from 'react';
import { msg, t } from '../text/text.ts';
import { doneText } from '../ui/error-text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { toast } from '../ui/toasts.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { validateForm } from '../ui/validate-form.ts';
import { refusalLines } from './refusal.ts';
import { UserPassword } from './user-password.tsx';
import { useResetPassword } from './users.api.ts';

interface ResetPasswordModalProps {
  user: MobileUser;
  onClose: () => void;
}

/** Sets a new password for a surveyor; their phone must sign in again. */
export const ResetPasswordModal = ({ user, onClose }: ResetPasswordModalProps) => {
  useReturnFocus();
  const [problems, setProblems] = useState<string[]>([]);
  const reset = useResetPassword();
  const form = useForm({
    initialValues: { password: '' },
    validate: validateForm(newMobileUser.pick({ password: true }), {
      password: msg('New password'),
    }),
  });
  const submit = async (password: string) => {
    if (reset.isPending) return;
    setProblems([]);
    try {
      const done = await reset.mutateAsync({ body: { user_id: user.id, password } });
      toast.success(doneText(done) || t('Password changed successfully!'));
      onClose();
    } catch (error) {
      setProblems(refusalLines(error, t('Failed to reset password')));
    }
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('New password for {user}', { user: user.username })}
      size="md"
    >
      <form noValidate onSubmit={form.onSubmit(({ password }) => void submit(password))}>
        <Text size="sm" c="dimmed" mb="sm">
          {t(
            '{name} is signed out on every phone and signs in again with the new password. Reports that wait on the phone are kept there.',
            { name: user.name },
          )}
        </Text>
        <UserPassword
          label={t('New password')}
          withAsterisk
          data-autofocus
          autoComplete="new-password"
          personal={[user.username, user.name, user.email]}
          onMade={(password) => form.setFieldValue('password', password)}
          {...form.getInputProps('password')}
          value={form.values.password}
        />
        <FormEnd
          mt="md"
          problems={problems}
          submitLabel={t('Set password')}
          isBusy={reset.isPending}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
};
