import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ApiScope, apiKeyLimits, apiScopes, newApiKey } from '@survey/contract';
import { useState } from 'react';
import { msg, t } from '../text/text.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { FormEnd } from '../ui/form-end.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { validateForm } from '../ui/validate-form.ts';
import { scopeTexts } from './api-key-texts.ts';
import { useAddApiKey } from './api-keys.api.ts';
import { CirclesField } from './circles-field.tsx';
import { fieldProblems } from './field-problems.ts';
import { SecretModal } from './secret-modal.tsx';

const offeredDays = [7, 30, apiKeyLimits.days, 180, apiKeyLimits.mostDays - 1];

interface ApiKeyModalProps {
  asksCode: boolean;
  onClose: () => void;
}

/** Makes an API key and shows it, which the server never does again. */
export const ApiKeyModal = ({ asksCode, onClose }: ApiKeyModalProps) => {
  useReturnFocus();
  const add = useAddApiKey();
  const [isConfirming, setConfirming] = useState(false);
  const [made, setMade] = useState('');
  const form = useForm({
    initialValues: {
      name: '',
      scopes: ['reports'] as ApiScope[],
      circles: [] as string[],
      days: String(apiKeyLimits.days),
    },
    validate: validateForm(newApiKey, { name: msg('Name'), scopes: msg('What it may read') }),
  });

  const submit = async (password: string, code: string | null) => {
    try {
      const { key } = await add.mutateAsync({
        ...form.values,
        password,
        code,
      });
      setMade(key);
    } catch (error) {
      const { name } = fieldProblems(error, '', '');
      if (name === undefined) throw error;
      form.setErrors({ name });
      setConfirming(false);
    }
  };

  return (
    <SecretModal
      title={t('New API key')}
      warning={t('The key is shown only now. Copy it to the program that shall read.')}
      made={
        made && (
          <>
            <CopyField label={t('API key')} value={made} />
            <Text size="sm" c="dimmed">
              {t(
                'Excel, Power BI and QGIS take it as the password of “Basic”, with any user name; scripts send it as a bearer token. Never write it into an address: logs keep addresses.',
              )}
            </Text>
          </>
        )
      }
      confirming={
        isConfirming && {
          explanation: t(
            'Whoever has the key reads what you chose, without signing in. Enter your own password to make {name}.',
            { name: form.values.name },
          ),
          submitLabel: t('Make key'),
        }
      }
      asksCode={asksCode}
      onConfirm={submit}
      onClose={onClose}
    >
      <form noValidate onSubmit={form.onSubmit(() => setConfirming(true))}>
        <Stack gap="sm">
          <TextInput
            label={t('Name')}
            description={t('Who or what reads with it, so that it is known when it must end.')}
            placeholder={t('Power BI of the head office')}
            withAsterisk
            maxLength={100}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Checkbox.Group label={t('What it may read')} {...form.getInputProps('scopes')}>
            <Stack gap="xs" mt="xs">
              {apiScopes.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={t(scopeTexts[scope].label)}
                  description={t(scopeTexts[scope].description)}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <CirclesField most={apiKeyLimits.circles} {...form.getInputProps('circles')} />
          <Select
            label={t('Ends after')}
            allowDeselect={false}
            data={offeredDays.map((days) => ({
              value: String(days),
              label: t('{count, plural, one {# day} other {# days}}', { count: days }),
            }))}
            {...form.getInputProps('days')}
          />
          <FormEnd submitLabel={t('Next')} onCancel={onClose} />
        </Stack>
      </form>
    </SecretModal>
  );
};
