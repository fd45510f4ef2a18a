import { useBlocker } from '@tanstack/react-router';
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
    shouldBlockFn: async () => {
      // A session that has ended leads to sign-in whatever is under way.
      if (!hasSession()) return false;
      return !(await confirm({ title: 'Leave this screen?', message, confirmLabel: 'Leave' }));
    },
  });
};
