import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { calls, type MobileUser } from '@survey/contract';
import { useState } from 'react';
import { languages, useLanguage } from '../text/languages.ts';
import { msg, t } from '../text/text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { validateForm } from '../ui/validate-form.ts';
import type { useSetUpPhones } from './phones.api.ts';
import { refusalLines } from './refusal.ts';

interface CollectSetUpProps {
  users: readonly MobileUser[];
  setUp: ReturnType<typeof useSetUpPhones>;
  onCancel: () => void;
}

/** Asks for credentials of phones with ODK Collect. */
export const CollectSetUp = ({ users, setUp, onCancel }: CollectSetUpProps) => {
  const [problems, setProblems] = useState<string[]>([]);
  const { code: language } = useLanguage();
  const form = useForm({
    initialValues: {
      phone: t('Phone 1'),
      language,
    },
    validate: validateForm(calls.setUpPhones.input.body.pick({ phone: true, language: true }), {
      phone: msg('Name of the phone'),
    }),
  });
  const submit = async (values: typeof form.values) => {
    if (setUp.isPending) return;
    setProblems([]);
    try {
      await setUp.mutateAsync({ ...values, user_ids: users.map(({ id }) => Number(id)) });
    } catch (error) {
      setProblems(refusalLines(error, t('Failed to set up the phone')));
    }
  };
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'The surveyor installs ODK Collect (or KoboCollect) and scans a QR code: nothing is typed. Each phone has a credential of its own, which ends when it is ended here, when the surveyor is blocked or deleted, or after 90 days without use.',
        )}
      </Text>
      <Stack gap="sm">
        <TextInput
          label={t('Name of the phone')}
          description={t('So that it is known in the list when it is lost.')}
          withAsterisk
          maxLength={100}
          {...form.getInputProps('phone')}
        />
        <Select
          label={t('Language of the app')}
          allowDeselect={false}
          data={languages.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.getInputProps('language')}
        />
      </Stack>
      <FormEnd
        mt="md"
        problems={problems}
        submitLabel={
          users.length === 1
            ? t('Show QR code')
            : t('{count, plural, one {Make # card} other {Make # cards}}', { count: users.length })
        }
        isBusy={setUp.isPending}
        onCancel={onCancel}
      />
    </form>
  );
};
