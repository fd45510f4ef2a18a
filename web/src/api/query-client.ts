import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const worthAnotherTry = (error: Error): boolean =>
  error instanceof ApiError && (error.status === undefined || error.status === 503);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // 'always': the server may be on this machine and reachable while the browser is offline.
      networkMode: 'always',
      retry: (failures, error) => failures < 1 && worthAnotherTry(error),
      retryDelay: 600,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
