import { type ClientInput, calls } from '@survey/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/client.ts';

/** A unit by its circle and PIN. */
export interface UnitKey {
  circle: string;
  pin: string;
}

/** A unit and what hangs on it, counted anew whenever a dialog opens. */
export const useUnit = (key: UnitKey | undefined) =>
  useQuery({
    queryKey: ['unit', key],
    queryFn: ({ signal }) =>
      send(calls.unitDetails, { query: key ?? { circle: '', pin: '' } }, { signal }),
    enabled: key !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Lists, circles, counts and details of reports show units. */
const useRefreshUnits = () => {
  const cache = useQueryClient();
  return () =>
    cache.invalidateQueries({
      predicate: ({ queryKey }) => !['capabilities', 'unit'].includes(String(queryKey[0])),
    });
};

export const useCorrectUnit = () => {
  const refresh = useRefreshUnits();
  return useMutation({
    mutationFn: (body: ClientInput<typeof calls.correctUnit>['body']) =>
      send(calls.correctUnit, { body }),
    onSuccess: () => void refresh(),
  });
};

export const useWithdrawUnit = () => {
  const refresh = useRefreshUnits();
  return useMutation({
    mutationFn: (body: UnitKey) => send(calls.withdrawUnit, { body }),
    onSuccess: () => void refresh(),
  });
};
