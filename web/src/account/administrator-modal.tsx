import { Modal } from '@mantine/core';
import type { Administrator } from '@survey/contract';
import { t } from '../text/text.ts';
import { doneText } from '../ui/error-text.ts';
import { toast } from '../ui/toasts.ts';
import { useChangeAdministratorStatus, useRemoveAdministrator } from './account.api.ts';
import { PasswordStep } from './password-step.tsx';

export interface AdministratorTask {
  kind: 'block' | 'unblock' | 'remove';
  who: Administrator;
}

const words = ({ kind, who: { email } }: AdministratorTask) =>
  ({
    block: {
      title: t('Block {user}', { user: email }),
      explanation: t('They are signed out at once and cannot sign in. Enter your own password.'),
      label: t('Block'),
    },
    unblock: {
      title: t('Unblock {user}', { user: email }),
      explanation: t('They can sign in again. Enter your own password.'),
      label: t('Unblock'),
    },
    remove: {
      title: t('Remove {user}', { user: email }),
      explanation: t(
        'The account and its private views are removed; what they did stays in Activity. Enter your own password.',
      ),
      label: t('Remove'),
    },
  })[kind];

interface AdministratorModalProps {
  task: AdministratorTask;
  asksCode: boolean;
  onClose: () => void;
}

/** Blocks, unblocks or removes an administrator after the password of who does it. */
export const AdministratorModal = ({ task, asksCode, onClose }: AdministratorModalProps) => {
  const change = useChangeAdministratorStatus();
  const remove = useRemoveAdministrator();
  const { title, explanation, label } = words(task);
  const submit = async (password: string, code: string | null) => {
    const body = { user_id: task.who.id, password, code };
    const done =
      task.kind === 'remove'
        ? await remove.mutateAsync(body)
        : await change.mutateAsync({ ...body, status: task.kind === 'unblock' });
    toast.success(doneText(done));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} size="md">
      <PasswordStep
        explanation={explanation}
        submitLabel={label}
        isHarmful={task.kind !== 'unblock'}
        asksCode={asksCode}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Modal>
  );
};
