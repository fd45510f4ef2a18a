// Calls of the review queue.
import { type ClientInput, calls } from '@survey/contract';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { send } from '../../api/client.ts';
import type { QueueAddress } from './queue-address.ts';

/** Reports of one answer: some seconds of work, fetched before they are reached. */
const fetched = 10;

export const queueKeys = {
  all: ['review-queue'] as const,
  of: ({ order, sample }: QueueAddress) => ['review-queue', order, sample ?? null] as const,
  samples: ['review-samples'] as const,
};

/** A queue from its beginning, ten reports at a time. It is not fetched again while somebody works on it. */
export const queueQuery = (address: QueueAddress) =>
  infiniteQueryOptions({
    queryKey: queueKeys.of(address),
    queryFn: ({ pageParam, signal }) =>
      send(
        calls.reviewQueue,
        { query: { ...address, limit: fetched, ...(pageParam && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: address.order !== 'sample' || address.sample !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

const samplesQuery = queryOptions({
  queryKey: queueKeys.samples,
  queryFn: async ({ signal }) => (await send(calls.reviewSamples, {}, { signal })).samples,
});

/** The newest samples with what came of them. */
export const useSamples = (isWanted: boolean) => useQuery({ ...samplesQuery, enabled: isWanted });

export const useDrawSample = () => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: ClientInput<typeof calls.drawSample>['body']) =>
      (await send(calls.drawSample, { body })).sample,
    onSuccess: () => cache.invalidateQueries({ queryKey: queueKeys.samples }),
  });
};
