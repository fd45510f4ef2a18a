// What the console does when a session ends: it clears the query cache and goes to '/'.
import { queryClient } from '../api/query-client.ts';
import { onSessionEnd } from '../api/session.ts';
import { router } from './router.tsx';

/**
 * Goes to '/' when the session ends, here or in another tab. With a notice (expiry) the address is
 * kept, so that signing in again leads back to it.
 */
export const followSession = (): void => {
  onSessionEnd((notice) => {
    queryClient.clear();
    const wanted = router.state.location.href;
    void router.navigate({ to: '/', replace: true, state: notice ? { notice, wanted } : {} });
  });
};
