// What a screen shows stands in the address: Back works, a link can be shared.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

type Raw = Record<string, string | undefined>;

interface ChangeOptions {
  /** Takes the place of the current entry of the history (typing) instead of adding one. */
  replace?: boolean;
}

/**
 * The search part of the address, read by `read` (must accept anything and not throw), a function that changes some
 * of its values (undefined or '' removes one), and one that reads the address as it is by now: what a change before
 * made of it may not be drawn yet.
 */
export const useUrlState = <State>(
  read: (raw: Raw) => State,
): [State, (change: Raw, options?: ChangeOptions) => void, () => State] => {
  const search = useSearch({ strict: false }) as Raw;
  const navigate = useNavigate();
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is a function of the module; the address decides
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is a function of the module; the address decides
  const latest = useCallback(() => read(router.latestLocation.search as Raw), [router]);
  return [state, change, latest];
};
