import { Code, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { newAdministrator } from '@survey/contract';
import { useState } from 'react';
import { msg, t } from '../text/text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { validateForm } from '../ui/validate-form.ts';
import { useAddAdministrator } from './account.api.ts';
import { fieldProblems } from './field-problems.ts';
import { SecretModal } from './secret-modal.tsx';

interface AddAdministratorModalProps {
  asksCode: boolean;
  onClose: () => void;
}

/** Adds an administrator and shows the made password, which the server never tells again. */
export const AddAdministratorModal = ({ asksCode, onClose }: AddAdministratorModalProps) => {
  const add = useAddAdministrator();
  const form = useForm({
    initialValues: { email: '', name: '' },
    validate: validateForm(newAdministrator, { email: msg('Email'), name: msg('Name') }),
  });
  const [isConfirming, setConfirming] = useState(false);
  const made = add.data?.made_password;

  const submit = async (password: string, code: string | null) => {
    try {
      await add.mutateAsync({ ...form.values, password, code });
    } catch (error) {
      const { email, name } = fieldProblems(error, '', '');
      if (email === undefined && name === undefined) throw error;
      form.setErrors({ email, name });
      setConfirming(false);
    }
  };

  return (
    <SecretModal
      title={t('Add administrator')}
      warning={t('It is not shown again. Hand it over in person or by a trusted way.')}
      made={
        made && (
          <>
            <Text size="sm">
              {t('{email} signs in with this password, and must choose another then:', {
                email: form.values.email,
              })}
            </Text>
            <Code block ta="center" dir="ltr">
              {made}
            </Code>
          </>
        )
      }
      confirming={
        isConfirming && {
          explanation: t(
            'They can see and change everything. Enter your own password to add {email}.',
            { email: form.values.email },
          ),
          submitLabel: t('Add administrator'),
        }
      }
      asksCode={asksCode}
      onConfirm={submit}
      onClose={onClose}
    >
      <form noValidate onSubmit={form.onSubmit(() => setConfirming(true))}>
        <Stack gap="sm">
          <TextInput
            label={t('Email')}
            type="email"
            withAsterisk
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('email')}
          />
          <TextInput
            label={t('Full Name')}
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <FormEnd submitLabel={t('Next')} onCancel={onClose} />
        </Stack>
      </form>
    </SecretModal>
  );
};
