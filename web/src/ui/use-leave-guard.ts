import { useBlocker } from '@tanstack/react-router';
import { t } from '../text/text.ts';
import { confirm } from './confirm.tsx';

interface LeaveGuard {
  isBusy: boolean;
  /** What leaving would do. */
  message: string;
  hasSession: () => boolean;
}

/** While work is under way: asks before another screen is opened, and before the tab is closed. */
export const useLeaveGuard = ({ isBusy, message, hasSession }: LeaveGuard): void => {
  useBlocker({
    disabled: !isBusy,
    enableBeforeUnload: isBusy,
    shouldBlockFn: async ({ current, next }) => {
      // Another filter or page of the same screen leaves nothing.
      if (current.pathname === next.pathname) return false;
      // A session that has ended leads to sign-in whatever is under way.
      if (!hasSession()) return false;
      return !(await confirm({
        title: t('Leave this screen?'),
        message,
        confirmLabel: t('Leave'),
      }));
    },
  });
};
