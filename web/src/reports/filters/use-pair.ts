// The pair of usernames of the sub-report (R24).
import { splitList, writeListFilter } from '@survey/contract';
import { useCapabilities } from '../../api/capabilities.ts';
import { useStoredState } from '../../ui/use-stored-state.ts';
import { useUrlState } from '../../ui/use-url-state.ts';

const readUsers = (raw: Record<string, string | undefined>) =>
  splitList(raw.users ?? '').slice(0, 2);

interface Pair {
  usernames: readonly string[];
  /** True where the server fixes the pair. */
  isFixed: boolean;
  choose: (usernames: readonly [string, string]) => void;
}

/**
 * The server's pair where it has one, else the pair in the address (a shared link), else the pair stored in this
 * browser. Empty where none was chosen yet.
 */
export const usePair = (): Pair => {
  const { subreport_usernames } = useCapabilities();
  const [stored, store] = useStoredState<readonly string[]>('subreport-usernames', []);
  const [shared, change] = useUrlState(readUsers);
  const isFixed = subreport_usernames.length > 0;
  const chosen = shared.length > 0 ? shared : stored;
  return {
    usernames: isFixed ? subreport_usernames : chosen,
    isFixed,
    choose: (usernames) => {
      store(usernames);
      change({ users: writeListFilter(usernames), page: undefined, report: undefined });
    },
  };
};
