import { Modal } from '@mantine/core';
import { useState } from 'react';
import { t } from '../text/text.ts';
import { toast } from '../ui/toasts.ts';
import {
  useAccountRefresh,
  useConfirmSecondFactor,
  useNewRecoveryCodes,
  useStartSecondFactor,
  useStopSecondFactor,
} from './account.api.ts';
import { CodesStep } from './codes-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { ScanStep } from './scan-step.tsx';

export type SecondFactorTask = 'switch-on' | 'new-codes' | 'switch-off';

interface SecondFactorModalProps {
  task: SecondFactorTask;
  onClose: () => void;
}

const words = (task: SecondFactorTask) =>
  ({
    'switch-on': {
      title: t('Switch on the second factor'),
      explanation: t('Enter your password first. Your other sessions will be signed out.'),
      submitLabel: t('Next'),
    },
    'new-codes': {
      title: t('New recovery codes'),
      explanation: t('The codes you have now will end. Your other sessions will be signed out.'),
      submitLabel: t('Make new codes'),
    },
    'switch-off': {
      title: t('Switch off the second factor'),
      explanation: t(
        'Your password alone will sign you in from now on. Your other sessions will be signed out.',
      ),
      submitLabel: t('Switch off'),
    },
  })[task];

/** Asks for the password, then for what the task needs: a code of the app, a look at the recovery codes, or nothing. */
export const SecondFactorModal = ({ task, onClose }: SecondFactorModalProps) => {
  const start = useStartSecondFactor();
  const confirm = useConfirmSecondFactor();
  const renew = useNewRecoveryCodes();
  const stop = useStopSecondFactor();
  const refresh = useAccountRefresh();
  const [app, setApp] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { title, explanation, submitLabel } = words(task);

  const close = () => {
    if (codes) void refresh();
    onClose();
  };

  const withPassword = async (password: string, code: string | null) => {
    if (task === 'switch-on') setApp(await start.mutateAsync(password));
    else if (task === 'new-codes')
      setCodes((await renew.mutateAsync({ password, code: code ?? '' })).recovery_codes);
    else {
      await stop.mutateAsync({ password, code: code ?? '' });
      toast.success(t('The second factor is off.'));
      onClose();
    }
  };

  const content = () => {
    if (codes) return <CodesStep codes={codes} onDone={close} />;
    if (app) {
      return (
        <ScanStep
          {...app}
          onSubmit={async (code) => setCodes((await confirm.mutateAsync(code)).recovery_codes)}
          onCancel={close}
        />
      );
    }
    return (
      <PasswordStep
        explanation={explanation}
        asksCode={task !== 'switch-on'}
        submitLabel={submitLabel}
        isHarmful={task === 'switch-off'}
        onSubmit={withPassword}
        onCancel={close}
      />
    );
  };

  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size="md"
      // The codes are shown once: a click outside the dialog must not lose them.
      closeOnClickOutside={!codes}
      closeOnEscape={!codes}
    >
      {content()}
    </Modal>
  );
};
