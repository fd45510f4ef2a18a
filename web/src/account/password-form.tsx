import { Button, Group, PasswordInput, Stack, TextInput, VisuallyHidden } from '@mantine/core';
import { useForm } from '@mantine/form';
import { limits } from '@survey/contract';
import { useSession } from '../api/session.ts';
import { t } from '../text/text.ts';
import { PasswordMeter } from '../ui/password-meter.tsx';
import { toast } from '../ui/toasts.ts';
import { useChangePassword } from './account.api.ts';
import { fieldProblems } from './field-problems.ts';

const least = limits.administratorPasswordMinLength;
const empty = { current_password: '', new_password: '', repeated: '' };

/** Changes the user's password. The fields keep their values where the server refuses. */
export const PasswordForm = () => {
  const change = useChangePassword();
  const user = useSession()?.user;
  const form = useForm({
    initialValues: empty,
    validate: {
      current_password: (value) => (value === '' ? t('Password is required') : null),
      new_password: (value) =>
        value.length < least
          ? t('Use at least {least} characters.', { least: String(least) })
          : null,
      repeated: (value, { new_password }) =>
        value === new_password ? null : t('The two are not the same.'),
    },
  });

  const submit = async ({ current_password, new_password }: typeof empty) => {
    if (change.isPending) return;
    try {
      await change.mutateAsync({ current_password, new_password });
      form.reset();
      toast.success(t('Your password has been changed.'), t('You are signed out everywhere else.'));
    } catch (error) {
      form.setErrors(fieldProblems(error, 'new_password', t('Failed to change the password')));
    }
  };

  return (
    <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
      <Stack gap="sm">
        {/* Password managers need the username. */}
        <VisuallyHidden>
          <TextInput
            label={t('Email')}
            type="email"
            autoComplete="username"
            tabIndex={-1}
            value={user?.email ?? ''}
            readOnly
          />
        </VisuallyHidden>
        <PasswordInput
          label={t('Current password')}
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <PasswordInput
          label={t('New password')}
          description={t(
            'At least {least} characters that nobody guesses: four words that do not belong together do.',
            { least: String(least) },
          )}
          autoComplete="new-password"
          {...form.getInputProps('new_password')}
        />
        <PasswordMeter
          password={form.values.new_password}
          personal={[user?.name, user?.email, user?.username]}
        />
        <PasswordInput
          label={t('New password again')}
          autoComplete="new-password"
          {...form.getInputProps('repeated')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            {t('Change password')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
