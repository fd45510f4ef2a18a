// The backend's settings and its calls beyond spec 7, fetched once after sign-in.
import { type CallName, calls, type ReplyOf } from '@survey/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { send } from './client.ts';
import { useSession } from './session.ts';

export type Capabilities = Omit<ReplyOf<typeof calls.capabilities>, 'user'>;

/** A backend that speaks only the calls of spec 7. */
export const literalBackend: Capabilities = {
  calls: [],
  time_zone: 'UTC',
  maps_url: null,
  subreport_usernames: [],
};

const hasNoSuchCall = (error: unknown): boolean =>
  error instanceof ApiError &&
  ([404, 405, 501].includes(error.status ?? 0) || error.code === 'unexpected-answer');

export const capabilitiesQuery = queryOptions({
  queryKey: ['capabilities'],
  queryFn: async ({ signal }): Promise<Capabilities> => {
    try {
      return await send(calls.capabilities, {}, { signal });
    } catch (error) {
      if (hasNoSuchCall(error)) return literalBackend;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Settings and extension calls of the backend; the literal backend's where nobody is signed in. */
export const useCapabilities = (): Capabilities => {
  const signedIn = useSession() !== undefined;
  const { data } = useQuery({ ...capabilitiesQuery, enabled: signedIn });
  return data ?? literalBackend;
};

/** Whether the backend has this extension call. Known before a guarded page is shown. */
export const useCan = (call: CallName): boolean => useCapabilities().calls.includes(call);
