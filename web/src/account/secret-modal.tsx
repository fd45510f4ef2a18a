import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../text/text.ts';
import { PasswordStep } from './password-step.tsx';

interface SecretModalProps {
  title: string;
  /** The new secret with the text around it; undefined until it is made. */
  made?: ReactNode;
  /** A text that says that it is shown only once. */
  warning: string;
  /** Set once the form is filled in: the own password is asked for then. */
  confirming: false | { explanation: ReactNode; submitLabel: string };
  asksCode: boolean;
  /** Throws ApiError where the server refuses. */
  onConfirm: (password: string, code: string | null) => Promise<void>;
  onClose: () => void;
  /** The form. */
  children: ReactNode;
}

/** A form, the own password, and a secret that is shown once: an API key, a password, the secret of a webhook. */
export const SecretModal = ({
  title,
  made,
  warning,
  confirming,
  asksCode,
  onConfirm,
  onClose,
  children,
}: SecretModalProps) => {
  const content = () => {
    if (made) {
      return (
        <Stack gap="sm">
          <Alert color="yellow" variant="light">
            {warning}
          </Alert>
          {made}
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('Close')}</Button>
          </Group>
        </Stack>
      );
    }
    if (!confirming) return children;
    return (
      <PasswordStep {...confirming} asksCode={asksCode} onSubmit={onConfirm} onCancel={onClose} />
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="md"
      // The secret is shown once: a click outside the dialog must not lose it.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {content()}
    </Modal>
  );
};
