import { calls } from '@survey/contract';
import { useCan } from '../api/capabilities.ts';
import { send } from '../api/client.ts';
import { t } from '../text/text.ts';
import { confirm } from '../ui/confirm.tsx';

/**
 * A function that asks where a new username looks like one that exists, as far as the backend can tell. It resolves
 * true where the username may be given.
 */
export const useConfirmUsername = (): ((username: string) => Promise<boolean>) => {
  const can = useCan('checkUsername');
  return async (username) => {
    const query = { username: username.trim() };
    const found = can
      ? await send(calls.checkUsername, { query }).catch(() => undefined)
      : undefined;
    const [first] = found?.alike ?? [];
    if (first === undefined) return true;
    return confirm({
      title: t('A username that looks alike'),
      message: t('"{username}" looks like "{other}", which is another user.', {
        username: query.username,
        other: first,
      }),
      consequence: t(
        'Reports are filtered and sent back by usernames: two that look alike are mixed up.',
      ),
      confirmLabel: t('Use it all the same'),
    });
  };
};
