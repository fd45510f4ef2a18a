import { Modal, PasswordInput, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { calls, type MobileUser } from '@survey/contract';
import { useState } from 'react';
import { toast } from '../../ui/toasts.ts';
import { refusalLines } from './refusal.ts';
import { FormEnd } from './user-form.tsx';
import { useResetPassword } from './users.api.ts';

interface ResetPasswordModalProps {
  user: MobileUser;
  onClose: () => void;
}

/** Sets a new password for a surveyor who forgot theirs; their phone has to sign in again. */
export const ResetPasswordModal = ({ user, onClose }: ResetPasswordModalProps) => {
  const [problems, setProblems] = useState<string[]>([]);
  const reset = useResetPassword();
  const form = useForm({
    initialValues: { password: '' },
    validate: schemaResolver(calls.resetUserPassword.input.body.pick({ password: true }), {
      sync: true,
    }),
  });
  const submit = async (password: string) => {
    if (reset.isPending) return;
    setProblems([]);
    try {
      const { message } = await reset.mutateAsync({ body: { user_id: user.id, password } });
      toast.success(message || 'Password changed successfully!');
      onClose();
    } catch (error) {
      setProblems(refusalLines(error, 'Failed to reset password'));
    }
  };

  return (
    <Modal opened onClose={onClose} title={`New password for ${user.username}`} size="md">
      <form noValidate onSubmit={form.onSubmit(({ password }) => void submit(password))}>
        <Text size="sm" c="dimmed" mb="sm">
          {user.name} is signed out on every phone and signs in again with the new password. Reports
          that wait on the phone are kept there.
        </Text>
        <PasswordInput
          label="New password"
          withAsterisk
          data-autofocus
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <FormEnd
          problems={problems}
          submitLabel="Set password"
          isBusy={reset.isPending}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
};
