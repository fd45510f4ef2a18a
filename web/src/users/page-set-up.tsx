import { Text } from '@mantine/core';
import type { MobileUser } from '@survey/contract';
import { type FormEvent, useState } from 'react';
import { t } from '../text/text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import type { useMakeSignInCodes } from './phones.api.ts';
import { refusalLines } from './refusal.ts';

interface PageSetUpProps {
  users: readonly MobileUser[];
  make: ReturnType<typeof useMakeSignInCodes>;
  onCancel: () => void;
}

/** Asks for codes with which surveyors sign in on the surveyor's page. */
export const PageSetUp = ({ users, make, onCancel }: PageSetUpProps) => {
  const [problems, setProblems] = useState<string[]>([]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (make.isPending) return;
    setProblems([]);
    try {
      await make.mutateAsync(users.map(({ id }) => Number(id)));
    } catch (error) {
      setProblems(refusalLines(error, t('Failed to make a code')));
    }
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Text size="sm" c="dimmed">
        {t(
          'For iPhones, Android phones and computers, with nothing to install: the surveyor scans a QR code or types six words, once, within 24 hours. An earlier code of the same surveyor ends.',
        )}
      </Text>
      <FormEnd
        mt="md"
        problems={problems}
        submitLabel={
          users.length === 1
            ? t('Show code')
            : t('{count, plural, one {Make # card} other {Make # cards}}', { count: users.length })
        }
        isBusy={make.isPending}
        onCancel={onCancel}
      />
    </form>
  );
};
