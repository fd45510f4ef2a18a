import { Button, Checkbox, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  newWebhook,
  type Webhook,
  type WebhookEvent,
  webhookEvents,
  webhookLimits,
} from '@survey/contract';
import { useState } from 'react';
import { msg, t } from '../text/text.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { doneText } from '../ui/error-text.ts';
import { FormEnd } from '../ui/form-end.tsx';
import { toast } from '../ui/toasts.ts';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { validateForm } from '../ui/validate-form.ts';
import { CirclesField } from './circles-field.tsx';
import { fieldProblems } from './field-problems.ts';
import { SecretModal } from './secret-modal.tsx';
import { eventTexts } from './webhook-texts.ts';
import { useAddWebhook, useChangeWebhook, useRenewSecret } from './webhooks.api.ts';

interface WebhookModalProps {
  /** The webhook to change; undefined for a new one. */
  webhook?: Webhook | undefined;
  asksCode: boolean;
  onClose: () => void;
}

/** Makes a webhook, or changes one: its events and circles, on or off, a new secret. */
export const WebhookModal = ({ webhook, asksCode, onClose }: WebhookModalProps) => {
  useReturnFocus();
  const add = useAddWebhook();
  const change = useChangeWebhook();
  const renew = useRenewSecret();
  const [confirming, setConfirming] = useState<false | 'save' | 'renew'>(false);
  const [made, setMade] = useState('');
  const form = useForm({
    initialValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: webhook?.events ?? (['report.received', 'report.resubmitted'] as WebhookEvent[]),
      circles: webhook?.circles ?? ([] as string[]),
      is_on: webhook?.is_on ?? true,
    },
    validate: validateForm(newWebhook, {
      name: msg('Name'),
      url: msg('Address'),
      events: msg('Events'),
    }),
  });

  const submitLabel = (step: 'save' | 'renew') => {
    if (step === 'renew') return t('Make secret');
    return webhook ? t('Save') : t('Make webhook');
  };

  const save = async (confirmation: { password: string; code: string | null }) => {
    if (!webhook) {
      setMade((await add.mutateAsync({ ...form.values, ...confirmation })).secret);
      return;
    }
    const { url: _, ...settings } = form.values;
    toast.success(
      doneText(await change.mutateAsync({ id: webhook.id, ...settings, ...confirmation })),
    );
    onClose();
  };

  const confirmed = async (password: string, code: string | null) => {
    const confirmation = { password, code };
    try {
      if (confirming === 'renew' && webhook) {
        setMade((await renew.mutateAsync({ id: webhook.id, ...confirmation })).secret);
      } else {
        await save(confirmation);
      }
    } catch (error) {
      const { name, url } = fieldProblems(error, '', '');
      if (name === undefined && url === undefined) throw error;
      form.setErrors({ name, url });
      setConfirming(false);
    }
  };

  return (
    <SecretModal
      title={webhook ? t('Webhook {name}', { name: webhook.name }) : t('New webhook')}
      warning={t(
        'The secret is shown only now. Copy it to the receiver, which checks signatures with it.',
      )}
      made={made && <CopyField label={t('Secret')} value={made} />}
      confirming={
        confirming && {
          explanation:
            confirming === 'renew'
              ? t(
                  'For {count, plural, one {# hour} other {# hours}} messages are signed with both secrets. Enter your own password to make a new one.',
                  { count: webhookLimits.earlierSecretHours },
                )
              : t(
                  'What happens to reports is sent to {url}. Enter your own password to save {name}.',
                  { url: form.values.url, name: form.values.name },
                ),
          submitLabel: submitLabel(confirming),
        }
      }
      asksCode={asksCode}
      onConfirm={confirmed}
      onClose={onClose}
    >
      <form noValidate onSubmit={form.onSubmit(() => setConfirming('save'))}>
        <Stack gap="sm">
          <TextInput
            label={t('Name')}
            withAsterisk
            maxLength={100}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('Address')}
            description={
              webhook
                ? t('Make another webhook for another address.')
                : t('Of the receiver, with https://')
            }
            placeholder="https://"
            type="url"
            dir="ltr"
            withAsterisk
            readOnly={webhook !== undefined}
            maxLength={webhookLimits.url}
            {...form.getInputProps('url')}
          />
          <Checkbox.Group label={t('Events')} {...form.getInputProps('events')}>
            <Stack gap="xs" mt="xs">
              {webhookEvents.map((event) => (
                <Checkbox
                  key={event}
                  value={event}
                  label={t(eventTexts[event])}
                  description={
                    <Text span inherit dir="ltr">
                      {event}
                    </Text>
                  }
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <CirclesField most={webhookLimits.circles} {...form.getInputProps('circles')} />
          {webhook ? (
            <Switch
              label={t('On')}
              description={t('While it is off, nothing new is noted for it; what waits is kept.')}
              {...form.getInputProps('is_on', { type: 'checkbox' })}
            />
          ) : null}
          <FormEnd
            start={
              webhook ? (
                <Button variant="subtle" onClick={() => setConfirming('renew')}>
                  {t('New secret')}
                </Button>
              ) : undefined
            }
            submitLabel={t('Next')}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </SecretModal>
  );
};
