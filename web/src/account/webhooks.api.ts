// Webhooks, which tell other systems of events (docs/feeds.md).
import { type ClientInput, calls, type WebhookDelivery } from '@survey/contract';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../api/client.ts';

const webhooksKey = ['webhooks'];
/** Interval of polling while messages wait, in milliseconds. */
const watchEveryMs = 3000;
const idleEveryMs = 15_000;

/** All webhooks, newest first. */
export const useWebhooks = () =>
  useQuery({
    queryKey: webhooksKey,
    queryFn: async ({ signal }) => (await send(calls.webhooks, {}, { signal })).webhooks,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ waiting, is_on }) => is_on && waiting > 0) ? watchEveryMs : idleEveryMs,
  });

/** The messages of a webhook, newest first: the pages that were loaded. */
export const useWebhookLog = (id: number, state: WebhookDelivery['state'] | undefined) =>
  useInfiniteQuery({
    queryKey: [...webhooksKey, id, 'log', state ?? 'all'],
    queryFn: ({ signal, pageParam }) =>
      send(
        calls.webhookLog,
        {
          params: { id },
          query: { ...(state && { state }), ...(pageParam && { before: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.has_more ? (page.deliveries.at(-1)?.id ?? null) : null),
  });

const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => cache.invalidateQueries({ queryKey: webhooksKey }),
    gcTime: 0,
  });
};

/** Makes a webhook; the answer has the secret and is kept nowhere but on the screen. */
export const useAddWebhook = () =>
  useChange((body: ClientInput<typeof calls.addWebhook>['body']) =>
    send(calls.addWebhook, { body }),
  );

export const useChangeWebhook = () =>
  useChange((body: ClientInput<typeof calls.changeWebhook>['body']) =>
    send(calls.changeWebhook, { body }),
  );

export const useRemoveWebhook = () =>
  useChange((id: number) => send(calls.removeWebhook, { body: { id } }));

export const useRenewSecret = () =>
  useChange((body: ClientInput<typeof calls.renewWebhookSecret>['body']) =>
    send(calls.renewWebhookSecret, { body }),
  );

export const useTestWebhook = () =>
  useChange((id: number) => send(calls.testWebhook, { body: { id } }));

/** Sends messages again; with `dry_run` it counts them. */
export const useResend = () =>
  useChange((body: ClientInput<typeof calls.resendWebhook>['body']) =>
    send(calls.resendWebhook, { body }),
  );
