// Screen state in the address, so that Back works and a link can be shared.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

type Raw = Record<string, string | undefined>;

interface ChangeOptions {
  /** Replaces the current history entry (typing) instead of adding one. */
  replace?: boolean;
}

/**
 * The query of the address, read by `read` (which must accept anything and not throw); a function that changes some
 * values (undefined or '' removes one); and a function that reads the present address, which may not be rendered yet.
 */
export const useUrlState = <State>(
  read: (raw: Raw) => State,
): [State, (change: Raw, options?: ChangeOptions) => void, () => State] => {
  const search = useSearch({ strict: false }) as Raw;
  const navigate = useNavigate();
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is a constant of the module
  const state = useMemo(() => read(search), [search]);
  const change = useCallback(
    (values: Raw, { replace = false }: ChangeOptions = {}) =>
      void navigate({
        to: '.',
        search: (known: Raw) => ({ ...known, ...values }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is a constant of the module
  const latest = useCallback(() => read(router.latestLocation.search as Raw), [router]);
  return [state, change, latest];
};
