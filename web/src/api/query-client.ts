// The query cache: answers are kept for a while and refetched when the user comes back. Only reads are retried.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError, mayPass } from './api-error.ts';

const TRIES = 2;
const LONGEST_WAIT_MS = 10_000;

/** `onUnauthorized` is called on every 401 and finds out what it means. */
export function makeQueryClient(onUnauthorized: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (isApiError(error) && error.status === 401) onUnauthorized();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        retry: (failures, error) => failures < TRIES && mayPass(error),
        retryDelay: (failures, error) => {
          const told = isApiError(error) ? error.retryAfterSeconds : null;
          return Math.min(told === null ? 500 * 2 ** failures : told * 1000, LONGEST_WAIT_MS);
        },
      },
      mutations: { retry: false },
    },
  });
}
