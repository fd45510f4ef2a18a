import { type ClientInput, calls, type SplitWay } from '@survey/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { send } from '../../api/client.ts';
import { useRefreshCircles } from '../user-circles.api.ts';

type Split = ClientInput<typeof calls.previewSplit>['body'];

/** The groups of a circle; `size` PINs in each where they are grouped by PIN. */
export const useCircleGroups = (circle: string | null, by: SplitWay, size: number) =>
  useQuery({
    queryKey: ['circle-groups', circle, by, by === 'pins' ? size : 0],
    queryFn: ({ signal }) =>
      send(calls.circleGroups, { query: { circle: circle ?? '', by, size } }, { signal }),
    enabled: circle !== null,
    // Phones survey meanwhile: a dialog that opens again counts again.
    staleTime: 0,
    gcTime: 0,
  });

/** What the split would change; asked again where the shares change. */
export const useSplitPreview = (split: Split) =>
  useQuery({
    queryKey: ['circle-groups', 'preview', split],
    queryFn: ({ signal }) => send(calls.previewSplit, { body: split }, { signal }),
    enabled: split.circle !== '' && split.shares.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });

export const useSplitCircle = () => {
  const refresh = useRefreshCircles();
  return useMutation({
    mutationFn: (body: ClientInput<typeof calls.splitCircle>['body']) =>
      send(calls.splitCircle, { body }),
    onSuccess: (_done, { shares }) => refresh(shares.map(({ username }) => username)),
  });
};
