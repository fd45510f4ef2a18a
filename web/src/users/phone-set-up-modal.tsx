import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { calls, type MobileUser, phonesAtOnce } from '@survey/contract';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { languages, useLanguage } from '../text/languages.ts';
import { msg, t } from '../text/text.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { validateForm } from '../ui/validate-form.ts';
import { PhoneCards } from './phone-cards.tsx';
import { PhoneList } from './phone-list.tsx';
import { useSetUpPhones } from './phones.api.ts';
import { refusalLines } from './refusal.ts';
import { FormEnd } from './user-form.tsx';

interface PhoneSetUpModalProps {
  /** One surveyor, or all whose cards are printed together. */
  users: readonly MobileUser[];
  onClose: () => void;
}

const SetUpForm = ({
  users,
  onClose,
  setUp,
}: PhoneSetUpModalProps & { setUp: ReturnType<typeof useSetUpPhones> }) => {
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
          data-autofocus
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
        problems={problems}
        submitLabel={
          users.length === 1
            ? t('Show QR code')
            : t('{count, plural, one {Make # card} other {Make # cards}}', { count: users.length })
        }
        isBusy={setUp.isPending}
        onCancel={onClose}
      />
    </form>
  );
};

/** Sets up phones: a QR code for ODK Collect on the screen, and on paper for many. */
export const PhoneSetUpModal = ({ users: all, onClose }: PhoneSetUpModalProps) => {
  useReturnFocus();
  const setUp = useSetUpPhones();
  const users = all.slice(0, phonesAtOnce);
  const [first] = users;
  const title =
    first && all.length === 1
      ? t('Phone set-up for {user}', { user: first.username })
      : t('Phone set-up');
  const made = setUp.data;
  return (
    <Modal opened onClose={onClose} title={title} size={made && users.length > 1 ? 'xl' : 'md'}>
      {made ? (
        <Stack gap="sm">
          {made.address.startsWith('https:') ? null : (
            <Alert color="yellow" variant="light">
              {t(
                'The server takes its own address for {address}. Collect sends its credential to https addresses only: see “Behind a proxy” in the operations guide.',
                { address: made.address },
              )}
            </Alert>
          )}
          <Text size="sm">
            {t('The code is shown only once. Whoever has it can send reports in this name.')}
          </Text>
          <PhoneCards phones={made.phones} address={made.address} />
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} />}
              onClick={() => window.print()}
            >
              {t('Print')}
            </Button>
            <Button onClick={onClose}>{t('Done')}</Button>
          </Group>
        </Stack>
      ) : (
        <>
          {all.length > phonesAtOnce ? (
            <Text size="sm" mb="sm">
              {t('The first {count} are set up; search to choose others.', { count: phonesAtOnce })}
            </Text>
          ) : null}
          {first && all.length === 1 ? <PhoneList user={first} /> : null}
          <SetUpForm users={users} onClose={onClose} setUp={setUp} />
        </>
      )}
    </Modal>
  );
};
