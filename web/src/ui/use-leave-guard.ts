import { useBlocker } from '@tanstack/react-router';
import { t } from '../text/text.ts';
import { confirm } from './confirm.tsx';

interface LeaveGuard {
  isBusy: boolean;
  /** The consequence of leaving. */
  message: string;
  hasSession: () => boolean;
}

/** Asks before the screen or the tab is left while a task runs. */
export const useLeaveGuard = ({ isBusy, message, hasSession }: LeaveGuard): void => {
  useBlocker({
    disabled: !isBusy,
    enableBeforeUnload: isBusy,
    shouldBlockFn: async ({ current, next }) => {
      // A new filter or page keeps the screen.
      if (current.pathname === next.pathname) return false;
      // An ended session leads to sign-in without a question.
      if (!hasSession()) return false;
      return !(await confirm({
        title: t('Leave this screen?'),
        message,
        confirmLabel: t('Leave'),
      }));
    },
  });
};
