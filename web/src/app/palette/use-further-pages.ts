import { useRouter } from '@tanstack/react-router';
import { useCapabilities } from '../../api/capabilities.ts';
import { msg, t } from '../../text/text.ts';
import { isScreenRefused } from '../navigation.ts';
import type { Target } from './find.ts';

/** Pages that are not in the sidebar, with the prefix of the extension calls that they need. */
const further = [
  { to: '/map', label: msg('Map'), needs: /^map/i },
  { to: '/activity', label: msg('Activity'), needs: /^activity/i },
  { to: '/account', label: msg('Your account'), needs: /^account/i },
  { to: '/create-user', label: msg('Create User'), needs: undefined },
  { to: '/user-data', label: msg('User Data'), needs: undefined },
] as const;

/** Pages that are not in `listed` and that the backend supports. */
export const useFurtherPages = (listed: readonly Target[]): Target[] => {
  const { routesByPath } = useRouter();
  const { calls, limits } = useCapabilities();
  return further
    .filter(
      ({ to, needs }) =>
        to in routesByPath &&
        !listed.some((page) => page.to === to) &&
        !isScreenRefused(to, limits?.refused) &&
        (needs === undefined || calls.some((call) => needs.test(call))),
    )
    .map(({ to, label }) => ({ id: to, group: 'Pages', label: t(label), to }));
};
