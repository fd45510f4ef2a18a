import { useRouter } from '@tanstack/react-router';
import { useCapabilities } from '../../api/capabilities.ts';
import { msg, t } from '../../text/text.ts';
import type { Target } from './find.ts';

/** Pages beside the sidebar's, and what of the backend's calls begins their names where they need some. */
const further = [
  { to: '/map', label: msg('Map'), needs: /^map/i },
  { to: '/activity', label: msg('Activity'), needs: /^activity/i },
  { to: '/account', label: msg('Your account'), needs: /^account/i },
  { to: '/create-user', label: msg('Create User'), needs: undefined },
  { to: '/user-data', label: msg('User Data'), needs: undefined },
] as const;

/** Pages of this console that `listed` does not have, as far as the backend can fill them. */
export const useFurtherPages = (listed: readonly Target[]): Target[] => {
  const { routesByPath } = useRouter();
  const { calls } = useCapabilities();
  return further
    .filter(
      ({ to, needs }) =>
        to in routesByPath &&
        !listed.some((page) => page.to === to) &&
        (needs === undefined || calls.some((call) => needs.test(call))),
    )
    .map(({ to, label }) => ({ id: to, group: 'Pages', label: t(label), to }));
};
