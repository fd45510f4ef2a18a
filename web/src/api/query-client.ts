import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The pause before a failed call is repeated, in ms. */
export const retryPauseMs = 600;

/** No connection, or a server that says "later". */
export const isWorthAnotherTry = (error: Error): boolean =>
  error instanceof ApiError && (error.status === undefined || error.status === 503);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // 'always': the server may be on this machine and reachable while the browser is offline.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && isWorthAnotherTry(error),
      retryDelay: retryPauseMs,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
